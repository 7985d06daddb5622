import { stringify } from 'yaml';

/** How lines of a text end and begin. */
export type Style = { eol: string; indent: number };

const options = {
  version: '1.2',
  lineWidth: 0,
  compat: 'yaml-1.1',
  aliasDuplicateObjects: false,
} as const;

/** Lines of a block at a column; lines without text stay empty. */
function atColumn(block: string, { eol, indent }: Style): string {
  const lines = block.replace(/\n$/u, '').split('\n');
  return lines.map((line) => (line === '' ? line : ' '.repeat(indent) + line)).join(eol);
}

/** `key: value` at a column, without the last line break; the first line begins with the column's spaces. */
export function pairLines(key: string, value: unknown, style: Style): string {
  return atColumn(stringify({ [key]: value }, options), style);
}

/** `- value` at a column. */
export function itemLines(value: unknown, style: Style): string {
  return atColumn(stringify([value], options), style);
}

type Quotes = 'QUOTE_DOUBLE' | 'QUOTE_SINGLE' | 'PLAIN';

/** A scalar on one line, in the quotes of the one that it replaces; undefined if it needs several lines. */
export function scalarText(value: unknown, quotes: Quotes, isFlow: boolean): string | undefined {
  const holder = isFlow ? { a: value } : [value];
  const written = stringify(holder, {
    ...options,
    defaultStringType: quotes,
    collectionStyle: isFlow ? 'flow' : 'block',
    blockQuote: false,
  }).replace(/\n$/u, '');
  const text = isFlow ? written.slice('{ a: '.length, -' }'.length) : written.slice(2);
  return text.includes('\n') ? undefined : text;
}

/** Any value on one line, which is valid wherever a value may stand. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/gu,
    (odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A key of an object. */
export function keyText(key: string): string {
  const [first = ''] = stringify({ [key]: 0 }, options).split('\n');
  const text = first.slice(0, -': 0'.length);
  return first.startsWith('?') || text === '' ? JSON.stringify(key) : text;
}
