/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** True if the value is an object and neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Writes JSON with the names of every object sorted, so equal content gives equal text regardless of the order of members. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as Record<string, unknown>;
  let text = '{';
  for (const name of Object.keys(object).sort()) {
    text += `${text.length > 1 ? ',' : ''}${quoteName(name)}:${canonicalJson(object[name])}`;
  }
  return `${text}}`;
}

/** Cache of quoted names: documents repeat a few names many times, and quoting takes a third of the time. */
const quotedNames = new Map<string, string>();

function quoteName(name: string): string {
  let quoted = quotedNames.get(name);
  if (quoted === undefined) {
    quoted = JSON.stringify(name);
    if (name.length <= 40 && quotedNames.size < 1_000) quotedNames.set(name, quoted);
  }
  return quoted;
}

/**
 * The result of `inspectJson`: `tooDeep` if objects and arrays nest deeper than the limit (the rest is then not inspected), the
 * number of object members, and the path of the first string that Postgres cannot store.
 */
export type Inspection = { tooDeep: boolean; members: number; unstorableAt: string | undefined };

/** Inspects a value once; never recurses deeper than `depthLimit`. */
export function inspectJson(value: unknown, depthLimit: number): Inspection {
  const found: Inspection = { tooDeep: false, members: 0, unstorableAt: undefined };
  visit(value, '', depthLimit, found);
  return found;
}

function visit(value: unknown, path: string, depthLeft: number, found: Inspection): void {
  if (typeof value === 'string') return noteText(value, path, found);
  if (typeof value !== 'object' || value === null) return;
  if (depthLeft === 0) {
    found.tooDeep = true;
    return;
  }
  if (Array.isArray(value)) return visitItems(value, path, depthLeft, found);
  for (const [name, member] of Object.entries(value)) {
    found.members += 1;
    noteText(name, path, found);
    // Builds a path only where a problem is possible: most members are short plain texts.
    if (typeof member === 'string' && isStorable(member)) continue;
    visit(member, path === '' ? name : `${path}.${name}`, depthLeft - 1, found);
  }
}

function visitItems(
  items: readonly unknown[],
  path: string,
  depthLeft: number,
  found: Inspection,
): void {
  for (const [index, item] of items.entries()) {
    if (typeof item === 'string' && isStorable(item)) continue;
    visit(item, `${path}[${index}]`, depthLeft - 1, found);
  }
}

function noteText(text: string, path: string, found: Inspection): void {
  if (!isStorable(text)) found.unstorableAt ??= path || 'body';
}

/** True if Postgres can store the text unchanged: it has no NUL and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Number of members written in a valid JSON text, duplicates included, counted as colons outside strings. */
export function countWrittenMembers(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 58) count += 1;
    else if (code === 34) at = endOfString(text, at);
  }
  return count;
}

/** Index of the quote that closes the string opened at `start`. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

/** True if a value holds more than `limit` members and items on all levels; stops counting there. */
export function isLargerThan(value: unknown, limit: number): boolean {
  const stack: unknown[] = [value];
  let seen = 0;
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next !== 'object' || next === null) continue;
    const members: unknown[] = Object.values(next);
    seen += members.length;
    if (seen > limit) return true;
    for (const member of members) stack.push(member);
  }
  return false;
}
