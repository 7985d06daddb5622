import '../fuzz-seed.ts';
import * as fc from 'fast-check';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GenerationOptions } from '../../../../jobs/code-generation/generator.ts';
import { sqlDdl } from '../../../../jobs/code-generation/generators/sql/generator.ts';
import { sqlSelect } from '../../../../jobs/code-generation/generators/sql/select.ts';
import { processorGrowth } from '../../../support/spent-time.ts';

const contractOf = (schema: unknown[], more: object = {}): ContractModel =>
  normaliseContract({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'shop',
    version: '1',
    schema,
    ...more,
  });

const options = (more: Partial<GenerationOptions> = {}): GenerationOptions => ({
  dialect: undefined,
  server: undefined,
  compat: undefined,
  ...more,
});

const orders = contractOf([
  {
    name: 'orders',
    properties: [
      { name: 'order_id', logicalType: 'string' },
      { name: 'customer_id', logicalType: 'string' },
    ],
  },
]);

const ddl = (contract: ContractModel, more: Partial<GenerationOptions> = {}) => {
  const [file] = sqlDdl.generate(contract, options(more));
  if (!file) throw new Error('there is no file');
  return { text: file.content, notes: [...file.metadata.warnings, ...file.metadata.notes], file };
};

describe('sql-select', () => {
  it('names every column in quotation marks', () => {
    expect(sqlSelect.generate(orders, options())).toEqual([
      {
        filename: 'orders.sql',
        language: 'sql',
        content:
          '-- Data Contract: shop\n-- SQL Dialect: postgres\nSELECT\n    "order_id",\n    "customer_id"\nFROM "orders"\n',
        metadata: { warnings: [], notes: [], dialect: 'postgres' },
      },
    ]);
  });

  it('says where the table is on a server of its dialect', () => {
    const server = { server: 'prod', type: 'postgres', database: 'shop', schema: 'sales' };
    const [file] = sqlSelect.generate(orders, options({ server }));
    expect(file?.content).toContain('FROM sales."orders"\n');
    expect(file?.metadata).toEqual({
      warnings: [],
      notes: [],
      dialect: 'postgres',
      serverType: 'postgres',
    });
    const [other] = sqlSelect.generate(orders, options({ server, dialect: 'mysql' }));
    expect(other?.content).toContain('FROM `orders`\n');
  });

  it('leaves names plain where quotation marks decide about their case', () => {
    const [file] = sqlSelect.generate(orders, options({ dialect: 'snowflake' }));
    expect(file?.content).toContain('SELECT\n    order_id,\n    customer_id\nFROM orders\n');
  });

  it('writes one empty file for a contract without tables, and files of different names', () => {
    const [empty] = sqlSelect.generate(contractOf([]), options());
    expect(empty?.content).toBe('-- Data Contract: shop\n-- SQL Dialect: postgres\n');
    expect(empty?.metadata.warnings).toEqual(['schema: the contract has no tables.']);
    const [whole] = sqlSelect.generate(contractOf([{ name: 'a' }]), options());
    expect(whole?.metadata.warnings).toEqual([
      'a: has no properties; every column is selected, of a table that no script of the contract makes.',
    ]);
    const twins = contractOf([{ name: 'a/b' }, { name: 'A b' }, { name: '..' }]);
    const names = sqlSelect
      .generate(twins, options())
      .map(({ filename }) => filename.toLowerCase());
    expect(new Set(names).size).toBe(3);
    expect(names.join('')).toMatch(/^[a-z0-9_.-]+$/);
  });
});

describe('sql-ddl', () => {
  it('is empty for a contract without tables, and leaves out those without columns', () => {
    expect(ddl(contractOf([])).text).toBe('-- Data Contract: shop\n-- SQL Dialect: postgres\n');
    expect(ddl(contractOf([{ name: 'a' }])).notes).toEqual(['a: has no properties; left out.']);
  });

  it('keeps an id from ending its line', () => {
    const { text } = ddl(contractOf([], { id: 'a\nDROP TABLE b;\r\u2028c' }));
    expect(text.split(/[\n\r\u2028]/)).toEqual([
      '-- Data Contract: a DROP TABLE b; c',
      '-- SQL Dialect: postgres',
      '',
    ]);
  });

  it('says where tables belong', () => {
    const databricks = { server: 'd', type: 'databricks', catalog: 'main', schema: 'shop' };
    expect(ddl(orders, { dialect: 'databricks', server: databricks }).text).toContain(
      'CREATE TABLE main.shop.orders (',
    );
    const bigquery = { server: 'b', type: 'bigquery', project: 'my-project', dataset: 'shop' };
    expect(ddl(orders, { dialect: 'bigquery', server: bigquery }).text).toContain(
      'CREATE TABLE `my-project`.shop.orders (',
    );
    const postgres = { server: 'p', type: 'postgres', schema: 'shop' };
    expect(ddl(orders, { server: postgres }).text).toContain('CREATE TABLE shop.orders (');
    expect(ddl(orders, { server: databricks }).text).toContain('CREATE TABLE orders (');
  });

  it('takes a text for no number that no number is', () => {
    const properties = [{ name: 'n', logicalType: 'integer', enum: [{ value: '1e999' }] }];
    const { text, notes } = ddl(contractOf([{ name: 'a', properties }]));
    expect(text).toContain('n integer');
    expect(notes).toEqual(['a.n: allowed values are not checked.']);
  });

  it('says what is odd about the beginning of a relationship', () => {
    const id = { name: 'id', logicalType: 'integer', primaryKey: true };
    const contract = contractOf([
      { name: 'a', properties: [id] },
      {
        name: 'b',
        physicalName: 'sch.T able',
        properties: [
          { ...id, relationships: [{ from: 'a.id', to: 'a.id' }] },
          { name: 'x', logicalType: 'integer', relationships: [{ from: 'b.x', to: 'a.id' }] },
        ],
        relationships: [
          { from: 'b.nothing', to: 'a.id' },
          { from: 'a.id', to: 'a.id' },
        ],
      },
    ]);
    const { text, notes } = ddl(contract);
    expect(text.match(/FOREIGN KEY/g)?.length).toBe(2);
    expect(notes).toEqual([
      'b: sch.T able is one name here, with its point.',
      'b.id: its relationship begins here, not with a.id.',
      'b: no foreign key to a.id, as it begins with b.nothing, not with columns of b.',
      'b: no foreign key to a.id, as it begins with a.id, not with columns of b.',
    ]);
  });

  it('says why a foreign key is missing', () => {
    const { text, notes } = ddl(
      contractOf([
        {
          name: 'a',
          properties: [
            { name: 'x', logicalType: 'integer', primaryKey: true },
            { name: 'y', logicalType: 'integer' },
            {
              name: 'z',
              logicalType: 'string',
              relationships: [{ to: 'a.x' }, { to: 'a.y' }, { to: 'b.q' }],
            },
            { name: 'parent', logicalType: 'integer', relationships: [{ to: 'a.x' }] },
          ],
        },
      ]),
    );
    expect(text).toContain('ALTER TABLE a ADD FOREIGN KEY (parent) REFERENCES a (x);');
    expect(text.match(/FOREIGN KEY/g)?.length).toBe(1);
    expect(notes).toEqual([
      'a.z: no foreign key to a.y, as the target is not declared as a key.',
      'a.z: no foreign key to b.q, as it is no column of this contract.',
      'a.z: no foreign key to a, as the types differ: text and integer.',
    ]);
  });

  it('keeps keys of BigQuery to what it takes', () => {
    const { text, notes } = ddl(
      contractOf([
        {
          name: 'a',
          properties: [
            { name: 'x', logicalType: 'integer', primaryKey: true },
            { name: 'parent', logicalType: 'integer', relationships: [{ to: 'a.x' }] },
          ],
        },
        { name: 'b', properties: [{ name: 'y', physicalType: 'float64', primaryKey: true }] },
      ]),
      { dialect: 'bigquery' },
    );
    expect(text.match(/KEY/g)).toEqual(['KEY']);
    expect(notes).toEqual([
      'b: a column of type FLOAT64 cannot be a key here.',
      'a.parent: no foreign key to a.x, as a table cannot refer to itself.',
      'a: its keys are declared, but the platform does not enforce them.',
    ]);
  });

  it('shortens names that are too long, so that they stay apart', () => {
    const long = 'x'.repeat(100);
    const { text, notes } = ddl(
      contractOf([
        {
          name: 't',
          properties: [`${long}1`, `${long}2`].map((name) => ({ name, logicalType: 'date' })),
        },
      ]),
    );
    const names = [...text.matchAll(/ {2}(x+_[0-9a-f]{8}) date/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(2);
    expect(names.every((name) => name?.length === 63)).toBe(true);
    expect(notes).toHaveLength(1);
  });

  it('keeps rows and keys of MySQL short', () => {
    const texts = Array.from({ length: 80 }, (_, index) => ({
      name: `c${index}`,
      physicalType: 'varchar(255)',
    }));
    const { text, notes } = ddl(
      contractOf([
        {
          name: 't',
          properties: [{ name: 'id', physicalType: 'text', primaryKey: true }, ...texts],
        },
      ]),
      { dialect: 'mysql' },
    );
    expect(text).toContain('  id varchar(255) NOT NULL,');
    expect(text.match(/ varchar\(255\)/g)?.length).toBeLessThan(64);
    expect(notes.some((note) => note.startsWith('t: a row holds 65000 bytes'))).toBe(true);
    expect(notes).toContain('t.id: is varchar(255) instead of text, as it is part of a key.');
  });

  it('moves partitions of Athena behind the columns and asks for a place', () => {
    const server = { server: 's', type: 'athena', location: 's3://lake/orders' };
    const contract = contractOf([
      {
        name: 't',
        properties: [
          { name: 'a', logicalType: 'integer' },
          { name: 'day', logicalType: 'date', partitioned: true },
        ],
      },
    ]);
    const { text, notes } = ddl(contract, { dialect: 'athena', server });
    expect(text).toContain(
      "(\n  a int\n)\nPARTITIONED BY (day date)\nSTORED AS PARQUET\nLOCATION 's3://lake/orders/';",
    );
    expect(notes).toEqual([]);
  });

  it('compares moments in their zone, and says where there is none', () => {
    const of = (logicalTypeOptions: object) =>
      contractOf([
        { name: 't', properties: [{ name: 'a', logicalType: 'timestamp', logicalTypeOptions }] },
      ]);
    const zoned = of({ timezone: true, minimum: '2020-01-01T00:00:00Z' });
    expect(ddl(zoned).text).toContain("CHECK (a >= TIMESTAMPTZ '2020-01-01 00:00:00+00')");
    expect(ddl(zoned).notes).toEqual([]);
    expect(ddl(zoned, { dialect: 'sqlserver' }).text).toContain("'2020-01-01T00:00:00+00:00'");
    const local = of({ timezone: false, minimum: '2020-01-01T02:00:00+02:00' });
    expect(ddl(local).text).toContain("CHECK (a >= TIMESTAMP '2020-01-01 00:00:00')");
    expect(ddl(local).notes).toEqual([
      't.a: moments that it is checked against are compared in UTC, as the column has no zone.',
    ]);
  });

  it.each(sqlDdl.dialects)('takes time that grows with the columns for %s', (dialect) => {
    const tableOf = (columns: number): ContractModel => {
      const properties = Array.from({ length: columns }, (_, index) => ({
        name: `column_${index}`,
        description: 'x'.repeat(50),
        logicalType: ['string', 'integer', 'number', 'timestamp', 'object'][index % 5],
        required: index % 2 === 0,
        logicalTypeOptions: { maxLength: 20 },
        ...(index % 5 === 4 && { properties: [{ name: 'a', logicalType: 'string' }] }),
        relationships: [{ to: 't.column_0' }],
        tags: ['a'],
      }));
      return contractOf([{ name: 't', properties }]);
    };
    const [long, short] = [tableOf(4_000), tableOf(500)];
    const write = (table: ContractModel) => () => ddl(table, { dialect });
    // Eight times the columns; quadratic would be 64 times.
    expect(processorGrowth(write(short), write(long), 30)).toBeLessThan(30);
    expect(ddl(short, { dialect }).text).toBe(ddl(short, { dialect }).text);
  });

  it('never throws, whatever the contract and the dialect', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...sqlDdl.dialects), (value, dialect) => {
        const contract = normaliseContract({
          id: 'x',
          schema: [value, { name: 'a', properties: [value, { name: 'b', items: value }] }],
        });
        ddl(contract, { dialect });
        sqlSelect.generate(contract, options({ dialect }));
      }),
      { numRuns: 300 },
    );
  });
});
