import { avro } from '../../../../jobs/code-generation/generators/avro/generator.ts';
import { describeWithShared, generateFiles } from '../contracts.ts';
import { avroDifferences } from '../differences/avro.ts';
import { compareWithReference, recordingsOf } from '../differences/difference.ts';
import type { Facts } from '../differences/difference.ts';

type Json = Record<string, unknown>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || value === undefined ? (value ?? '') : JSON.stringify(value);

/** A union with null, taken apart. */
function takeApart(type: unknown): { type: unknown; nullable: boolean } {
  if (!Array.isArray(type)) return { type, nullable: false };
  return { type: type.find((member) => member !== 'null'), nullable: type.includes('null') };
}

function typeName(type: unknown): string {
  if (typeof type !== 'object' || type === null) return textOf(type);
  const { type: name, logicalType, precision, scale } = type as Json;
  const logical = logicalType === undefined ? '' : `/${textOf(logicalType)}`;
  const digits = precision === undefined ? '' : `(${textOf(precision)},${textOf(scale ?? 0)})`;
  return `${typeof name === 'string' ? name : typeName(name)}${logical}${digits}`;
}

function collect(facts: Facts, place: string, written: unknown): void {
  if (typeof written !== 'object' || written === null) return;
  const schema = written as Json;
  if (schema['type'] === 'array') {
    const { type, nullable } = takeApart(schema['items']);
    facts.set(`${place}[]`, { type: typeName(type), nullable: String(nullable) });
    collect(facts, `${place}[]`, type);
  }
  if (schema['type'] !== 'record') return;
  facts.set(`${place} record`, { recordName: textOf(schema['name']) });
  for (const field of schema['fields'] as Json[]) {
    const inside = `${place}.${textOf(field['name'])}`;
    const { type, nullable } = takeApart(field['type']);
    facts.set(inside, {
      type: typeName(type),
      nullable: String(nullable),
      doc: textOf(field['doc']),
      default: field['default'] === null ? '' : textOf(field['default']),
    });
    collect(facts, inside, type);
  }
}

function factsOf(text: string): Facts {
  const schema = JSON.parse(text) as Json;
  const facts: Facts = new Map([
    ['', { namespace: textOf(schema['namespace']), doc: textOf(schema['doc']) }],
  ]);
  collect(facts, '', schema);
  return facts;
}

describeWithShared('Avro of the reference', () => {
  it('differs only where it is meant to', () => {
    const pairs = recordingsOf('avro').map(({ id, contract, table, text }) => {
      const file = generateFiles(avro, contract).find(
        ({ metadata }) => metadata['table'] === table,
      );
      return { id, reference: factsOf(text), ours: factsOf(file?.content ?? '') };
    });
    expect(pairs.length).toBeGreaterThan(20);
    const { unexplained, counts, expected } = compareWithReference('avro', avroDifferences, pairs);
    expect(unexplained).toEqual([]);
    expect(counts).toEqual(expected);
  });
});
