import { jsonSchema } from '../../../jobs/code-generation/generators/json-schema.ts';
import { protobuf } from '../../../jobs/code-generation/generators/protobuf.ts';
import { pydantic } from '../../../jobs/code-generation/generators/pydantic.ts';
import { typescript } from '../../../jobs/code-generation/generators/typescript.ts';
import { createNotes } from '../../../jobs/code-generation/shapes/notes.ts';
import { contractOf, generateFiles } from './contracts.ts';

/** A table whose every column has a rule that types of languages do not say. */
const wide = (count: number): object[] => [
  {
    name: 'wide',
    properties: Array.from({ length: count }, (_, position) => ({
      name: `c${position + 1}`,
      logicalType: 'string',
      logicalTypeOptions: { minLength: position + 1, format: 'hostname' },
      unique: position === 0,
      quality: position === 1 ? [{ metric: 'nullValues', mustBe: 0 }] : [],
    })),
  },
];

const names = (count: number): string =>
  Array.from({ length: count }, (_, position) => `c${position + 1}`).join(', ');

describe('notes about rules of many fields', () => {
  it.each([
    [typescript, 'only the comment says'],
    [protobuf, 'only the comment says'],
  ])('are one that names the fields of each rule: $type', (generator, says) => {
    const { notes } = generateFiles(generator, contractOf(wide(38)))[0]?.metadata ?? {};
    expect(notes?.filter((note) => note.includes(says))).toEqual([
      `wide: ${says} unique of c1; minLength of ${names(38)}; format of ${names(38)}; quality rules of c2.`,
    ]);
  });

  it('are no longer than can be read, and name every field', () => {
    const { notes = [] } = generateFiles(typescript, contractOf(wide(300)))[0]?.metadata ?? {};
    const gathered = notes.filter((note) => note.includes('only the comment says'));
    expect(gathered.length).toBeGreaterThan(1);
    for (const note of gathered) expect(note.length).toBeLessThanOrEqual('wide: .'.length + 500);
    expect(gathered.join('\n')).not.toContain('…');
    const formats = gathered.flatMap((note) => /format of ([^;.]*)/.exec(note)?.[1] ?? []);
    expect(formats.join(', ')).toBe(names(300));
  });

  it('name the field with a pattern behind many others', () => {
    const columns = Array.from({ length: 11 }, (_, position) => ({
      name: `c${position}`,
      logicalType: position === 10 ? 'string' : 'boolean',
      logicalTypeOptions: position === 10 ? { format: 'uuid', pattern: 'a' } : { minimum: 0 },
    }));
    const contract = contractOf([{ name: 'sales.orders', properties: columns }]);
    expect(generateFiles(pydantic, contract)[0]?.metadata.notes).toEqual([
      'sales.orders: pydantic does not check minimum of c0, c1, c2, c3, c4, c5, c6, c7, c8, c9; pattern of c10.',
    ]);
  });

  it('are one in JSON Schema and Pydantic, too', () => {
    const columns = ['a', 'b', 'c', 'd', 'e', 'f'];
    const unique = columns.map((name) => ({ name, logicalType: 'string', unique: true }));
    const [json] = generateFiles(jsonSchema, contractOf([{ name: 'wide', properties: unique }]));
    expect(json?.metadata.notes).toEqual([
      'wide: JSON Schema has no keyword for unique of a, b, c, d, e, f; $comment tells of it.',
    ]);
    const lists = columns.map((name) => ({
      name,
      logicalType: 'array',
      items: { logicalType: 'string' },
      logicalTypeOptions: { uniqueItems: true },
    }));
    expect(
      generateFiles(pydantic, contractOf([{ name: 'wide', properties: lists }]))[0]?.metadata.notes,
    ).toEqual(['wide: pydantic does not check uniqueItems of a, b, c, d, e, f.']);
  });

  it('are several where there are few, and one for each table', () => {
    const notes = createNotes();
    const clause = 'nobody checks';
    for (const table of ['few', 'many.of'])
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        notes.addRules({ table, path: `${table}.${name}` }, { clause, rules: ['unique'] });
    const inside = { table: 'many.of', path: 'many.of.f.g' };
    notes.addRules(inside, { clause, rules: ['maxLength 3', 'that it is'] });
    notes.add('many.of.h', 'something else');
    expect(notes.list()).toEqual([
      ...['a', 'b', 'c', 'd', 'e'].map((name) => `few.${name}: nobody checks unique.`),
      'many.of: nobody checks unique of a, b, c, d, e; maxLength of f.g; that it is in f.g.',
      'many.of.h: something else.',
    ]);
  });
});
