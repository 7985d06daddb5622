/** What a list type of DuckDB holds (`INTEGER[]`, `STRUCT(…)[3]`); undefined for what is no list. */
export function heldBy(type: string): string | undefined {
  return /^(.+)\[\d*\]$/s.exec(type)?.[1];
}

const openers = new Set(['(', '[']);
const closers = new Set([')', ']']);

/** The parts between commas that stand outside of brackets and quotes. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let [depth, from, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    // A doubled quote closes and opens again, which comes to the same.
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (openers.has(character)) depth += 1;
    if (closers.has(character)) depth -= 1;
    if (character !== ',' || depth > 0) continue;
    parts.push(text.slice(from, at).trim());
    from = at + 1;
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== '');
}

function memberOf(part: string): [name: string, type: string] {
  const quoted = /^"((?:[^"]|"")*)" (.*)$/s.exec(part);
  if (quoted !== null) return [(quoted[1] ?? '').replaceAll('""', '"'), quoted[2] ?? ''];
  const space = part.indexOf(' ');
  return [part.slice(0, space), part.slice(space + 1)];
}

/** Types of the members of `STRUCT("a" INTEGER, …)` by name; undefined for what is no struct. */
export function membersOf(type: string): Map<string, string> | undefined {
  const inner = /^STRUCT\((.*)\)$/is.exec(type)?.[1];
  return inner === undefined ? undefined : new Map(partsOf(inner).map(memberOf));
}
