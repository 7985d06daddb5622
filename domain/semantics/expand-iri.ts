/** The IRI that a QName (`schema:Person`) or an IRI stands for; undefined for anything else. */
export function expandIri(
  text: string | undefined,
  prefixes: Readonly<Record<string, string>>,
): string | undefined {
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 0) return undefined;
  const prefix = text.slice(0, colon);
  if (Object.hasOwn(prefixes, prefix)) return `${prefixes[prefix]}${text.slice(colon + 1)}`;
  return /^[A-Za-z][A-Za-z0-9+.-]*$/.test(prefix) ? text : undefined;
}
