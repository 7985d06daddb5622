import type { ScannedColumn } from '../../domain/ingestion/scanned-asset.ts';

/** Deeper members are not described; the type of their parent contains them. */
const maxDepth = 20;

/** A column of DuckDB's DESCRIBE, with the members of structs and the items of lists. */
export function columnOf(name: string, type: string, depth = 0): ScannedColumn {
  if (depth >= maxDepth) return { name, type };
  const held = /^([^]+)\[\d*\]$/.exec(type)?.[1];
  if (held !== undefined) return { name, type, items: columnOf('items', held, depth + 1) };
  const inner = /^STRUCT\(([^]*)\)$/.exec(type)?.[1];
  if (inner === undefined) return { name, type };
  const members = splitMembers(inner).map(memberOf);
  return {
    name,
    type,
    properties: members.map((member) => columnOf(member.name, member.type, depth + 1)),
  };
}

/** A member is `name TYPE`; other names than plain words are quoted. */
function memberOf(text: string): { name: string; type: string } {
  const quoted = /^"((?:[^"]|"")*)" ([^]*)$/.exec(text);
  if (quoted !== null) {
    const [, name = '', type = ''] = quoted;
    return { name: name.replaceAll('""', '"'), type };
  }
  const space = text.indexOf(' ');
  return { name: text.slice(0, space), type: text.slice(space + 1) };
}

/** Splits at commas outside brackets and quotes. */
function splitMembers(text: string): string[] {
  const parts: string[] = [];
  let [depth, from, quote] = [0, 0, ''];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    // A doubled quote closes and reopens the quotes, which has the same effect.
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== '');
}
