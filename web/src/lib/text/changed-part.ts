/** `physical-type-changed` and `physicalType` in words. */
export const wordsOf = (id: string): string =>
  id
    .replaceAll(/[-_]/gu, ' ')
    .replaceAll(
      /([a-z])([A-Z])/gu,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    );

/** The field of a changed path, as people name it, and what of it changed: `schema[orders].properties[total].physicalType` is `orders.total`, `physical type`. */
export function changedPart(path: string): { name: string | undefined; member: string } {
  const places = [...path.matchAll(/(?:schema|properties)\[([^\]]+)\]/gu)];
  const last = places.at(-1);
  const rest = last === undefined ? path : path.slice(last.index + last[0].length);
  const name = places.map(([, part]) => part).join('.');
  return { name: name === '' ? undefined : name, member: wordsOf(rest.replace(/^\./u, '')) };
}
