import { isMap, isScalar, parseDocument } from 'yaml';
import { mergeFields } from '../../lib/merge-fields.ts';
import { mergeLines } from '../../lib/merge-lines.ts';
import type { FieldConflict } from '../../lib/merge-fields.ts';
import { wholeText } from './kinds.ts';

/** The top-level parts of a text by their keys, in their order; comments belong to the key below them. */
type Parts = Record<string, string>;

/** Splits a text at its top-level keys. The parts together are the text. */
export function splitText(text: string): Parts {
  const document = parseDocument(text, { logLevel: 'silent' });
  const { contents, errors } = document;
  if (errors.length > 0 || !isMap(contents) || contents.flow === true) return { [wholeText]: text };
  const starts: { key: string; at: number }[] = [];
  for (const { key } of contents.items) {
    if (!isScalar(key) || !key.range) return { [wholeText]: text };
    const line = text.lastIndexOf('\n', key.range[0] - 1) + 1;
    starts.push({ key: String(key.value), at: withComments(text, line) });
  }
  return Object.fromEntries(
    starts.map(({ key, at }, index) => [
      key,
      text.slice(index === 0 ? 0 : at, starts[index + 1]?.at ?? text.length),
    ]),
  );
}

/** The start of the comments right above a line. */
function withComments(text: string, line: number): number {
  let start = line;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (!text.slice(above, start).startsWith('#')) return start;
    start = above;
  }
  return start;
}

/** An edit that met another one: what is merged, and parts that both changed. */
export type MetTexts = {
  conflicts: readonly FieldConflict[];
  /** The text with the chosen values of the conflicts. */
  join: (chosen: Readonly<Record<string, unknown>>) => string;
};

/** Compares the parts of three texts: parts and lines that only one side changed are taken from it. */
export function meetTexts(base: string, theirs: string, mine: string): MetTexts {
  const texts = [base, theirs, mine];
  const all = texts.map(splitText);
  const isSplit = all.every((parts) => !Object.hasOwn(parts, wholeText));
  const [before, other, own] = isSplit ? all : texts.map((text) => ({ [wholeText]: text }));
  const met = mergeFields(before ?? {}, other ?? {}, own ?? {});
  const { merged } = met;
  const conflicts = met.conflicts.filter((conflict) => {
    const both = linesOfBoth(conflict);
    if (both !== undefined) merged[conflict.field] = both;
    return both === undefined;
  });
  const order = orderOf(Object.keys(own ?? {}), Object.keys(other ?? {}));
  const join = (chosen: Readonly<Record<string, unknown>>) => {
    const parts = { ...merged, ...chosen };
    return order.flatMap((key) => partOf(parts[key])).join('');
  };
  return { conflicts, join };
}

/** A part of which both sides changed different lines. */
function linesOfBoth({ base, theirs, mine }: FieldConflict): string | undefined {
  const isText = [base, theirs, mine].every((each) => typeof each === 'string');
  return isText ? mergeLines(String(base), String(theirs), String(mine)) : undefined;
}

/** Keeps each part on lines of its own. */
function partOf(part: unknown): string[] {
  if (typeof part !== 'string' || part === '') return [];
  return [part.endsWith('\n') ? part : `${part}\n`];
}

/** The order of the own keys; keys of the other text come after the one above them. */
function orderOf(own: readonly string[], others: readonly string[]): string[] {
  const order = [...own];
  others.forEach((key, index) => {
    if (order.includes(key)) return;
    const above = others.slice(0, index).findLast((each) => order.includes(each));
    order.splice(above === undefined ? 0 : order.indexOf(above) + 1, 0, key);
  });
  return order;
}
