import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { entryOf } from '../../../domain/ontology/read/entry-of.ts';
import type { Concept, Ontology } from '../../../domain/ontology/ontology.ts';

/** How somebody writes a document. */
export type Style = {
  entries: readonly ('block' | 'flow' | 'nested' | 'wide')[];
  hasComments: boolean;
  hasGaps: boolean;
  indent: number;
  lineBreak: '\n' | '\r\n';
  endsWithBreak: boolean;
  hasMark: boolean;
  isJson: boolean;
};

export const style: fc.Arbitrary<Style> = fc.record({
  entries: fc.array(
    fc.constantFrom('block' as const, 'flow' as const, 'nested' as const, 'wide' as const),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
  hasComments: fc.boolean(),
  hasGaps: fc.boolean(),
  indent: fc.constantFrom(0, 2, 4),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  endsWithBreak: fc.boolean(),
  hasMark: fc.boolean(),
  isJson: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
});

function nested(concept: Concept): unknown {
  const { relationships, concept: name, ...fields } = entryOf(concept, undefined);
  return { concept: { name, ...fields }, ...(relationships !== undefined && { relationships }) };
}

function entryLines(concept: Concept, kind: Style['entries'][number]): string[] {
  if (kind === 'flow') return [JSON.stringify(entryOf(concept, undefined))];
  const value = kind === 'nested' ? nested(concept) : entryOf(concept, undefined);
  const text = stringify(value, { indent: kind === 'wide' ? 4 : 2, indentSeq: kind !== 'wide' });
  const lines = text.trimEnd().split('\n');
  return kind === 'wide' ? lines.map((line, at) => (at === 1 ? `${line} # second` : line)) : lines;
}

/** The text of a document in a style. */
export function written(ontology: Ontology, style: Style): string {
  const { concepts, members } = ontology;
  if (style.isJson) {
    const document = { ...members, ontology: concepts.map((each) => entryOf(each, undefined)) };
    return JSON.stringify(document, undefined, style.indent);
  }
  const lines = [
    ...(style.hasComments ? ['# of the shop'] : []),
    ...stringify(members).trimEnd().split('\n'),
  ];
  lines.push(concepts.length === 0 ? 'ontology: []' : 'ontology:');
  for (const [place, concept] of concepts.entries()) {
    const margin = ' '.repeat(style.indent);
    if (style.hasGaps) lines.push('');
    if (style.hasComments) lines.push(`${margin}# about ${concept.identity}`);
    const kind = style.entries[place % style.entries.length] ?? 'block';
    const [first, ...rest] = entryLines(concept, kind);
    lines.push(`${margin}- ${first}`, ...rest.map((line) => `${margin}  ${line}`));
  }
  const mark = style.hasMark ? '\uFEFF' : '';
  return mark + lines.join(style.lineBreak) + (style.endsWithBreak ? style.lineBreak : '');
}
