import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { dbtModels } from '../../../../jobs/code-generation/generators/dbt/models.ts';
import { dbtSources } from '../../../../jobs/code-generation/generators/dbt/sources.ts';
import { greatExpectations } from '../../../../jobs/code-generation/generators/great-expectations/generator.ts';
import { sqlDdl } from '../../../../jobs/code-generation/generators/sql/generator.ts';
import { sqlSelect } from '../../../../jobs/code-generation/generators/sql/select.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { queriesOf, scriptOf, sqlContract, tableOf } from './contract.ts';
import { withWarnings } from '../contracts.ts';

const customers = { name: 'customers', properties: [{ name: 'id', logicalType: 'integer' }] };

const address = {
  name: 'address',
  logicalType: 'object',
  properties: [
    {
      name: 'street',
      logicalType: 'string',
      description: 'With number',
      required: true,
      unique: true,
      classification: 'internal',
      tags: ['home'],
      enum: [{ value: 'a' }],
      logicalTypeOptions: { pattern: '^a', minLength: 1, format: 'email' },
    },
    {
      name: 'owners',
      logicalType: 'array',
      logicalTypeOptions: { minItems: 1 },
      items: { logicalType: 'integer', relationships: [{ to: 'customers.id' }] },
    },
  ],
};

describe('what is inside of a column', () => {
  const nested = sqlContract([{ name: 't', properties: [address] }, customers]);
  const all =
    'descriptions, required, unique, allowed values, minLength, pattern, format, classification, tags, minItems, relationships';

  it.each<[TypeDialect, string]>([
    ['postgres', all],
    ['trino', all],
    ['bigquery', all.replace('descriptions, required, ', '')],
    ['clickhouse', all.replace('required, ', '')],
  ])('is told once in %s', (dialect, names) => {
    const notes = scriptOf(nested, dialect).notes.filter((note) =>
      note.includes('inside has more'),
    );
    expect(notes).toEqual([`t.address: what is inside has more than the type carries: ${names}.`]);
  });
});

it('tells what tables have no place for', () => {
  const contract = sqlContract(
    [
      {
        name: 't',
        deprecated: true,
        quality: [{ metric: 'rowCount', mustBeGreaterThan: 0 }],
        properties: [
          {
            name: 'a',
            logicalType: 'string',
            deprecated: true,
            logicalTypeOptions: { format: 'email' },
            enum: [{ value: 'x', label: 'The letter' }],
          },
          {
            name: 'o',
            logicalType: 'object',
            properties: [
              { name: 'p', logicalType: 'string', quality: [{ metric: 'nullValues', mustBe: 0 }] },
            ],
          },
          { name: 'sum', logicalType: 'number', semanticType: 'measure', transformLogic: 'sum(a)' },
        ],
      },
    ],
    { slaProperties: [{ property: 'latency', value: 4, unit: 'd' }] },
  );
  const { notes, text } = scriptOf(contract, 'postgres');
  expect(notes).toEqual(
    expect.arrayContaining([
      't.a: format email not checked.',
      't: its quality rules are no part of a table.',
      't: what is computed is no column, so it is left out: sum.',
    ]),
  );
  expect(text).not.toContain('sum');
  const queries = queriesOf(contract, 'postgres');
  expect(queries.notes).toContain('t: what is computed is no column, so it is left out: sum.');
  expect(queries.text).not.toContain('sum');
});

it('tells in comments what the contract is for', () => {
  const contract = sqlContract([customers], {
    description: { purpose: 'Orders\n*/; DROP', usage: 'Reports', limitations: 'None' },
    tags: ['sales', 'gold'],
  });
  const header = [
    '-- Data Contract: shop',
    '-- SQL Dialect: postgres',
    '-- Purpose: Orders',
    '--   */; DROP',
    '-- Usage: Reports',
    '-- Limitations: None',
    '-- Tags: sales, gold',
  ].join('\n');
  expect(scriptOf(contract, 'postgres').text.startsWith(`${header}\nCREATE`)).toBe(true);
  expect(queriesOf(contract, 'postgres').text.startsWith(`${header}\nSELECT`)).toBe(true);
});

it.each<TypeDialect>(['redshift', 'snowflake', 'bigquery', 'databricks'])(
  'says that %s does not enforce keys',
  (dialect) => {
    const key = tableOf({ name: 'a', logicalType: 'integer', primaryKey: true });
    expect(scriptOf(key, dialect).notes).toEqual([
      't: its keys are declared, but the platform does not enforce them.',
    ]);
  },
);

it('tells tags that get other names or are too many', () => {
  const tags = ['pii:none', ...Array.from({ length: 70 }, (_, index) => `t${index}`)];
  const contract = sqlContract([{ ...customers, tags }]);
  const bigquery = scriptOf(contract, 'bigquery');
  expect(bigquery.notes).toEqual([
    'customers: tags get other names: pii:none.',
    'customers: 7 of its tags are left out, as 64 are the most.',
  ]);
  expect(bigquery.text.match(/, ''\)/g)?.length).toBe(64);
  expect(scriptOf(contract, 'databricks').notes).toEqual([
    'customers: tags get other names: pii:none.',
    'customers: 21 of its tags are left out, as 50 are the most.',
  ]);
});

it('tells descriptions of members and classifications that are cut, and cuts no character', () => {
  const description = `${'x'.repeat(1023)}😀`;
  const member = { name: 'b', logicalType: 'string', description };
  const object = { name: 'a', logicalType: 'object', properties: [member] };
  const { text, notes } = scriptOf(tableOf(object), 'bigquery');
  expect(text).toContain(`${'x'.repeat(1023)}'`);
  expect(notes).toEqual(['t.a: descriptions of members are cut to 1024 characters.']);
  const secret = { name: 'a', logicalType: 'string', classification: 'y'.repeat(200) };
  expect(scriptOf(tableOf(secret), 'sqlserver').notes).toEqual(['t.a: its classification is cut.']);
});

it('says nothing of lengths that the items of an array have', () => {
  const short = { logicalType: 'string', logicalTypeOptions: { maxLength: 10 } };
  const list = (more: object) =>
    tableOf({ name: 'a', logicalType: 'array', items: short, ...more });
  expect(scriptOf(list({}), 'postgres').text).toContain('a varchar(10)[]');
  expect(scriptOf(list({}), 'postgres').notes).toEqual([]);
  expect(scriptOf(list({ physicalType: 'text[]' }), 'postgres').notes).toEqual([
    't.a: what is inside has more than the type carries: maxLength.',
  ]);
});

it('ends comments where their words end', () => {
  const quality = [{ metric: 'rowCount', mustBeGreaterThan: 0 }];
  const contract = sqlContract([{ ...customers, description: 'All of them\n', quality }]);
  const { text, notes } = scriptOf(contract, 'postgres');
  expect(text).toContain("COMMENT ON TABLE customers IS 'All of them';");
  expect(notes).toEqual(['customers: its quality rules are no part of a table.']);
});

it('puts each table of Athena into a folder of its own', () => {
  const { text } = scriptOf(sqlContract([customers]), 'athena');
  expect(text).toContain("LOCATION 's3://bucket/path/customers/'");
});

it.each<[TypeDialect, string[]]>([
  ['postgres', []],
  ['sqlserver', []],
  ['clickhouse', []],
  ['mysql', ['t.a: format uuid not checked.']],
  ['snowflake', ['t.a: format uuid not checked.']],
  ['athena', ['t.a: format uuid not checked.']],
])('says where %s has no type of UUIDs', (dialect, notes) => {
  const logicalTypeOptions = { format: 'uuid' };
  const contract = tableOf({ name: 'a', logicalType: 'string', logicalTypeOptions });
  const ofFormat = scriptOf(contract, dialect).notes.filter((note) => note.includes('format uuid'));
  expect(ofFormat).toEqual(notes);
  const [file] = withWarnings(
    dbtModels.generate(contract, { dialect, server: undefined, compat: undefined }),
  );
  const untested = file?.metadata.notes.filter((note) => note.includes('format uuid')) ?? [];
  expect(untested).toHaveLength(notes.length);
});

it.each<[TypeDialect, string]>([
  ['databricks', 't.a: nulls among its numbers not checked.'],
  ['trino', 't.a: 3 dimensions, nulls among its numbers not checked.'],
])('says that nulls in vectors are not checked in %s', (dialect, note) => {
  const logicalTypeOptions = { dimensions: 3 };
  const vector = tableOf({ name: 'a', logicalType: 'vector', logicalTypeOptions });
  expect(scriptOf(vector, dialect).notes).toContain(note);
});

it.each<[TypeDialect, number]>([
  ['duckdb', 100_000],
  ['sqlserver', 1998],
  ['snowflake', 4096],
  ['oracle', 65_535],
])('takes no type of %s for vectors of more than %i dimensions', (dialect, most) => {
  const vector = (dimensions: number) =>
    tableOf({ name: 'a', logicalType: 'vector', logicalTypeOptions: { dimensions } });
  expect(scriptOf(vector(most), dialect).notes).toEqual([]);
  const [note] = scriptOf(vector(most + 1), dialect).notes;
  expect(note).toMatch(`t.a: no vector of more than ${most} dimensions in`);
});

it('gives columns of Postgres other names than those that every table has', () => {
  const contract = tableOf({ name: 'xmin', logicalType: 'integer' });
  const note = 't.xmin: is called xmin_2 here.';
  const options = { dialect: 'postgres', server: undefined, compat: undefined } as const;
  for (const generator of [sqlDdl, sqlSelect, sqlalchemy, dbtModels]) {
    const files = withWarnings(generator.generate(contract, options));
    expect(files.flatMap(({ metadata }) => metadata.notes)).toContain(note);
    expect(files.map(({ content }) => content).join('')).not.toMatch(/"xmin"|\bxmin\b(?! as)/);
  }
});

it('says where MySQL does not count the blanks at the ends of allowed values', () => {
  const contract = tableOf({ name: 'a', logicalType: 'string', enum: ['a ', 'b'] });
  const { text, notes } = scriptOf(contract, 'mysql');
  expect(text).toContain("CHECK (a IN ('a ', 'b'))");
  expect(notes).toEqual(['t.a: blanks at the ends of its allowed values do not count.']);
});

it('writes or tells business names of members', () => {
  const member = { name: 'a', logicalType: 'integer', businessName: 'Number' };
  const contract = tableOf({ name: 'o', logicalType: 'object', properties: [member] });
  expect(scriptOf(contract, 'bigquery').text).toContain("a INT64 OPTIONS(description='Number')");
  expect(scriptOf(contract, 'duckdb').notes).toEqual([
    't.o: what is inside has more than the type carries: descriptions.',
  ]);
});

it.each([
  ['dbt models', dbtModels],
  ['dbt sources', dbtSources],
  ['Great Expectations', greatExpectations],
])('says once of what is inside of a column in %s', (_, generator) => {
  const member = { name: 'b', logicalType: 'string', required: true };
  const properties = [
    { name: 'a', logicalType: 'string', criticalDataElement: true, encryptedName: 'x' },
    { name: 'o', logicalType: 'object', properties: [member] },
  ];
  const table = { name: 't', dataGranularityDescription: 'One row each', properties };
  const options = { dialect: 'duckdb', server: undefined, compat: undefined } as const;
  const notes = withWarnings(generator.generate(sqlContract([table]), options)).flatMap(
    ({ metadata }) => metadata.notes,
  );
  const inside = notes.filter((note) => note.startsWith('t.o: '));
  const ofRequired = 'what is inside says more than its type, and is not tested: required';
  expect(inside[0]).toMatch(
    generator === greatExpectations ? 'nothing is expected of what is inside' : ofRequired,
  );
});

it('keeps bounds with an exponent as they were written', () => {
  const bound = (maximum: number) =>
    tableOf({ name: 'a', logicalType: 'number', logicalTypeOptions: { maximum } });
  const digits = 'numbers keep 15 digits';
  const has = (maximum: number) =>
    scriptOf(bound(maximum), 'postgres').notes.some((note) => note.includes(digits));
  expect([1e308, 5e21, 1e20, 1.234567890123456e30].map(has)).toEqual([false, false, true, true]);
});

it('tells types of columns that refer to a key, and changes none for a key that is left out', () => {
  const text = (name: string, more: object = {}) => ({ name, logicalType: 'string', ...more });
  const parent = {
    name: 'p',
    properties: [
      text('k', { primaryKey: true, primaryKeyPosition: 1 }),
      { name: 'n', logicalType: 'integer', primaryKey: true, primaryKeyPosition: 2 },
    ],
  };
  const child = (type: string) => ({
    name: 'c',
    properties: [text('a'), { name: 'b', logicalType: type }],
    relationships: [{ type: 'foreignKey', from: ['c.a', 'c.b'], to: ['p.k', 'p.n'] }],
  });
  const ofColumn = (notes: readonly string[]) => notes.filter((note) => note.startsWith('c.a'));
  const kept = scriptOf(sqlContract([parent, child('integer')]), 'mysql');
  expect(kept.text).toMatch(/ {2}a varchar\(255\),\n[\s\S]*FOREIGN KEY \(a, b\)/);
  expect(ofColumn(kept.notes)).toEqual([
    'c.a: is varchar(255) instead of text, as it refers to a key.',
  ]);
  const left = scriptOf(sqlContract([parent, child('date')]), 'mysql');
  expect(left.text).toContain('  a text,');
  expect(left.text).not.toContain('FOREIGN KEY');
  expect(ofColumn(left.notes)).toEqual([]);
});
