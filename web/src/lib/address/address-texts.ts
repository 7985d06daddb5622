/** The values of a member of an address. A single one of the address may be a number or a boolean: the router reads values as JSON. */
export function textsOf(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value : [value];
  const texts = all.flatMap((each: unknown) =>
    ['string', 'number', 'boolean'].includes(typeof each) ? [String(each)] : [],
  );
  return [...new Set(texts)].filter((text) => text !== '');
}
