/** The part in which two texts differ, so that cursor and folded lines outside of it stay as they are. */
export function changeBetween(
  before: string,
  after: string,
): { from: number; to: number; insert: string } {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let same = 0;
  while (
    same < shortest - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) {
    same += 1;
  }
  return {
    from,
    to: before.length - same,
    insert: after.slice(from, after.length - same),
  };
}
