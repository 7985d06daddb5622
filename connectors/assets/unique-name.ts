/** Names by id; duplicate names get a part of the id as a suffix, the same in every scan. */
export function uniqueNames(things: readonly { id: string; name: string }[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    things.map(({ id, name }) => [
      id,
      counts.get(name) === 1 ? name : `${name} (${id.slice(0, 8)})`,
    ]),
  );
}
