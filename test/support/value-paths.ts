/** A value within a document, and the path to it. */
type ValuePath = { at: (string | number)[]; value: unknown };

/** The document itself and every value in it. */
export function valuePaths(value: unknown, at: (string | number)[] = []): ValuePath[] {
  if (typeof value !== 'object' || value === null) return [{ at, value }];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [{ at, value }, ...members.flatMap(([name, member]) => valuePaths(member, [...at, name]))];
}

/** A copy with the value at one path changed; `undefined` removes it. */
export function changed(document: unknown, at: (string | number)[], value: unknown): unknown {
  const [name, ...rest] = at;
  if (name === undefined) return value;
  const copy: any = Array.isArray(document) ? [...document] : { ...(document as object) };
  const next = changed(copy[name], rest, value);
  if (next === undefined && Array.isArray(copy)) copy.splice(name as number, 1);
  else if (next === undefined) delete copy[name];
  else copy[name] = next;
  return copy;
}
