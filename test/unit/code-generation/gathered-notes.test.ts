import { generators } from '../../../jobs/code-generation/generators/index.ts';
import { jsonSchema } from '../../../jobs/code-generation/generators/json-schema/generator.ts';
import { protobuf } from '../../../jobs/code-generation/generators/protobuf/generator.ts';
import { pydantic } from '../../../jobs/code-generation/generators/pydantic/generator.ts';
import { sqlDdl } from '../../../jobs/code-generation/generators/sql/generator.ts';
import { typescript } from '../../../jobs/code-generation/generators/typescript/generator.ts';
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

  it('are no longer than can be read, and say how many fields are not named', () => {
    const { notes = [] } = generateFiles(typescript, contractOf(wide(900)))[0]?.metadata ?? {};
    const [note = '', ...others] = notes.filter((text) => text.includes('only the comment says'));
    expect(others).toEqual([]);
    expect(note.length).toBeLessThan(2_200);
    const [, names = '', rest] = /format of ([^;.]*) and (\d+) more/.exec(note) ?? [];
    expect(names.split(', ').length + Number(rest)).toBe(900);
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
      'wide.a, wide.b, wide.c, wide.d, wide.e, wide.f: JSON Schema has no keyword for unique; $comment tells of it.',
    ]);
    const lists = columns.map((name) => ({
      name,
      logicalType: 'array',
      items: { logicalType: 'string' },
      logicalTypeOptions: { uniqueItems: true },
    }));
    expect(
      generateFiles(pydantic, contractOf([{ name: 'wide', properties: lists }]))[0]?.metadata.notes,
    ).toEqual([
      'wide.a, wide.b, wide.c, wide.d, wide.e, wide.f: pydantic does not check uniqueItems.',
    ]);
  });

  it('are one for all tables, with the whole rules of a field that is alone', () => {
    const notes = createNotes();
    const clause = 'nobody checks';
    for (const table of ['few', 'many.of'])
      for (const name of ['a', 'b'])
        notes.addRules({ table, path: `${table}.${name}` }, { clause, rules: ['unique'] });
    const inside = { table: 'many.of', path: 'many.of.f.g' };
    notes.addRules(inside, { clause, rules: ['maxLength 3', 'that it is'] });
    notes.addRules(inside, { clause: 'here is', rules: ['maxLength 3'], ending: ' only' });
    expect(notes.list().notes).toEqual([
      'few, many.of: nobody checks unique of few.a, few.b, many.of.a, many.of.b; maxLength of many.of.f.g; that it is in many.of.f.g.',
      'many.of.f.g: here is maxLength 3 only.',
    ]);
  });
});

describe('notes of one kind', () => {
  it('are one sentence with the fields and what differs between them', () => {
    const notes = createNotes();
    notes.warn('t.a', 'is called {} here', 'a_1');
    notes.add('t.a', 'is cut');
    notes.warn('t.b', 'is called {} here', 'b_1');
    notes.add('u.c', 'is cut');
    notes.add('u.c', 'is cut');
    notes.warn('t', 'the rule {} is left out', '');
    notes.warn('t.c', 'holds {}');
    expect(notes.list()).toEqual({
      warnings: [
        't.a (a_1), t.b (b_1): is called … here.',
        't: the rule is left out.',
        't.c: holds {}.',
      ],
      notes: ['t.a, u.c: is cut.'],
    });
  });
});

const rule = { type: 'library', metric: 'rowCount', mustBeGreaterThan: 0 };

/** What contracts usually say: keys, rules, a relationship, and much around the tables. */
const plain = contractOf(
  [
    {
      name: 'orders',
      businessName: 'Orders',
      description: 'One row for each order',
      tags: ['sales'],
      dataGranularityDescription: 'One row for each order',
      quality: [rule],
      properties: [
        { name: 'id', logicalType: 'integer', primaryKey: true, description: 'The key' },
        { name: 'customer', logicalType: 'integer', relationships: [{ to: 'customers.id' }] },
        { name: 'placed', logicalType: 'timestamp', required: true, examples: ['2024-01-01'] },
        { name: 'status', logicalType: 'string', enum: ['open', 'paid'], deprecated: true },
        { name: 'total', logicalType: 'number', logicalTypeOptions: { minimum: 0 } },
        { name: 'note', logicalType: 'string', logicalTypeOptions: { maxLength: 200 } },
      ],
    },
    {
      name: 'customers',
      properties: [
        { name: 'id', logicalType: 'integer', primaryKey: true },
        { name: 'mail', logicalType: 'string', unique: true, classification: 'restricted' },
        { name: 'lines', logicalType: 'array', items: { logicalType: 'string' } },
      ],
    },
  ],
  {
    status: 'active',
    domain: 'sales',
    tenant: 'shop',
    dataProduct: 'orders',
    tags: ['gold'],
    description: { purpose: 'To sell', usage: 'For all', limitations: 'None' },
    servers: [{ server: 's', type: 'postgres', host: 'h', database: 'd', schema: 'shop' }],
    team: { name: 'Sales', members: [{ username: 'a@b.c' }] },
    support: [{ channel: 'chat', url: 'https://chat' }],
    roles: [{ role: 'reader', access: 'read' }],
    price: { priceAmount: 1, priceCurrency: 'EUR' },
    slaProperties: [{ property: 'retention', value: 4, unit: 'y' }],
    customProperties: [{ property: 'owner', value: 'me' }],
  },
);

describe('a plain contract', () => {
  it.each(generators)('has five notes and warnings at most: $type', (generator) => {
    const dialects = generator.dialects.length > 0 ? generator.dialects : [undefined];
    for (const dialect of dialects)
      for (const { metadata } of generator.generate(plain, {
        dialect,
        server: plain.servers[0],
        compat: undefined,
      })) {
        const said = [...metadata.warnings, ...metadata.notes];
        expect({ dialect, said: said.length > 5 ? said : [] }).toEqual({ dialect, said: [] });
        expect(said.join('\n')).not.toMatch(
          /status has|team|support|roles|price|slaProperties|retention|customProperties|have no place/,
        );
      }
  });

  it('has a warning where a file does something else than the contract says', () => {
    const [file] = sqlDdl.generate(plain, {
      dialect: 'redshift',
      server: undefined,
      compat: undefined,
    });
    expect(file?.metadata.warnings).toContain(
      'orders, customers: its keys are declared, but the platform does not enforce them.',
    );
    expect(file?.metadata.notes.join('\n')).toContain('its quality rules are no part of a table.');
  });
});
