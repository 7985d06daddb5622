import { avro } from '../../../jobs/code-generation/generators/avro.ts';
import { describeWithShared, generateFiles } from './contracts.ts';
import { avroDifferences } from './differences/avro.ts';
import { compareWithReference, recordingsOf } from './differences/difference.ts';
import type { Facts } from './differences/difference.ts';

type Json = Record<string, unknown>;

/** A union with null, taken apart. */
function takeApart(type: unknown): { type: unknown; nullable: boolean } {
  if (!Array.isArray(type)) return { type, nullable: false };
  return { type: type.find((member) => member !== 'null'), nullable: type.includes('null') };
}

function typeName(type: unknown): string {
  if (typeof type !== 'object' || type === null) return String(type);
  const { type: name, logicalType, precision, scale } = type as Json;
  const logical = logicalType === undefined ? '' : `/${String(logicalType)}`;
  const digits = precision === undefined ? '' : `(${String(precision)},${String(scale ?? 0)})`;
  return `${typeof name === 'string' ? name : typeName(name)}${logical}${digits}`;
}

function collect(facts: Facts, place: string, written: unknown): void {
  if (typeof written !== 'object' || written === null) return;
  const schema = written as Json;
  if (schema['type'] === 'array') {
    facts.set(`${place}[]`, { type: typeName(schema['items']) });
    collect(facts, `${place}[]`, schema['items']);
  }
  if (schema['type'] !== 'record') return;
  facts.set(`${place} record`, { recordName: String(schema['name']) });
  for (const field of schema['fields'] as Json[]) {
    const inside = `${place}.${String(field['name'])}`;
    const { type, nullable } = takeApart(field['type']);
    facts.set(inside, {
      type: typeName(type),
      nullable: String(nullable),
      doc: String(field['doc'] ?? ''),
      default: field['default'] === null ? '' : String(field['default'] ?? ''),
    });
    collect(facts, inside, type);
  }
}

function factsOf(text: string): Facts {
  const schema = JSON.parse(text) as Json;
  const facts: Facts = new Map([
    ['', { namespace: String(schema['namespace'] ?? ''), doc: String(schema['doc'] ?? '') }],
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
