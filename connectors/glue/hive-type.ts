import type { ScannedColumn } from '../../domain/ingestion/scanned-asset.ts';
import type { NestedParts } from '../assets/spark-type.ts';

/** Guards against stack overflow; real types are far shallower. */
const maxDepth = 50;

/** Parses the members of a nested Hive type, e.g. `array<struct<sku:string,price:decimal(10,2)>>`; empty for plain types. */
export function hiveParts(type: string, depth = 0): NestedParts {
  const [, name = '', inner = ''] = /^\s*(struct|array|map)\s*<(.*)>\s*$/is.exec(type) ?? [];
  if (name === '' || depth > maxDepth) return {};
  const parts = splitOutside(inner, ',');
  if (name.toLowerCase() === 'array') return { items: memberOf('element', inner, depth) };
  if (name.toLowerCase() === 'struct') {
    return { properties: parts.map((part) => fieldOf(part, depth)) };
  }
  const [key = '', ...value] = parts;
  const keyMember = { ...memberOf('key', key, depth), required: true };
  return { properties: [keyMember, memberOf('value', value.join(','), depth)] };
}

function fieldOf(text: string, depth: number): ScannedColumn {
  const [name = '', ...type] = splitOutside(text, ':');
  return memberOf(name.trim().replaceAll('`', ''), type.join(':'), depth);
}

function memberOf(name: string, type: string, depth: number): ScannedColumn {
  const written = type.trim();
  return { name, type: written, ...hiveParts(written, depth + 1) };
}

/** Splits at separators outside all brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if ('<('.includes(letter)) depth += 1;
    else if ('>)'.includes(letter)) depth -= 1;
    else if (letter === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
