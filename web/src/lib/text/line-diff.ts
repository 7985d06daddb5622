/** A line of a difference: in both texts, only in the new one, or only in the old one. */
export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string };

/** Above this product of changed lines an exact comparison would take seconds; then one block replaces the other. */
const maxCells = 4_000_000;

function compareMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = before.map((text): DiffLine => ({ kind: 'removed', text }));
  const added = after.map((text): DiffLine => ({ kind: 'added', text }));
  if (before.length * after.length > maxCells) return [...removed, ...added];
  const width = after.length + 1;
  const common = longestCommon(before, after);
  const isLonger = (one: number, other: number) =>
    (common[(one + 1) * width + other] ?? 0) >= (common[one * width + other + 1] ?? 0);
  const lines: DiffLine[] = [];
  let [one, other] = [0, 0];
  while (one < before.length && other < after.length) {
    if (before[one] === after[other]) {
      lines.push({ kind: 'same', text: before[one] ?? '' });
      one += 1;
      other += 1;
    } else if (isLonger(one, other)) {
      lines.push({ kind: 'removed', text: before[one] ?? '' });
      one += 1;
    } else {
      lines.push({ kind: 'added', text: after[other] ?? '' });
      other += 1;
    }
  }
  return [...lines, ...removed.slice(one), ...added.slice(other)];
}

/** Length of the longest common subsequence of every pair of ends. */
function longestCommon(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let one = before.length - 1; one >= 0; one -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      const isEqual = before[one] === after[other];
      common[one * width + other] = isEqual
        ? (common[(one + 1) * width + other + 1] ?? 0) + 1
        : Math.max(common[(one + 1) * width + other] ?? 0, common[one * width + other + 1] ?? 0);
    }
  }
  return common;
}

/** Compares two texts line by line. */
export function diffLines(before: string, after: string): DiffLine[] {
  return diffLists(before.split('\n'), after.split('\n'));
}

/** Compares two texts that are already cut into pieces. */
export function diffLists(one: readonly string[], other: readonly string[]): DiffLine[] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...one.slice(0, start).map(same),
    ...compareMiddle(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...one.slice(one.length - end).map(same),
  ];
}
