/** All time zones that the browser knows, and the chosen one. */
export function timeZones(chosen: string): { value: string; name: string }[] {
  const all = new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')]);
  return [...all].toSorted().map((name) => ({ value: name, name: name.replaceAll('_', ' ') }));
}
