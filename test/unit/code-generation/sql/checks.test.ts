import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { scriptOf, sqlContract, tableOf } from './contract.ts';

const withPattern = (pattern: string) =>
  tableOf({ name: 'a', logicalType: 'string', logicalTypeOptions: { pattern } });

it.each<[TypeDialect, string]>([
  ['postgres', String.raw`a ~ '^[0-9]+[^\n\r]$'`],
  ['mysql', String.raw`a REGEXP '^[0-9]+.\\z'`],
  ['oracle', `REGEXP_LIKE(a, '^[0-9]+.$')`],
  ['clickhouse', String.raw`match(a, '(?-s)^\\d+.$')`],
  ['databricks', String.raw`a RLIKE '^\\d+.\\z'`],
  ['duckdb', String.raw`regexp_matches(a, '^\d+.$')`],
])('patterns are checked in %s', (dialect, sql) => {
  expect(scriptOf(withPattern(String.raw`^\d+.$`), dialect).text).toContain(sql);
});

it('does not check what a platform reads otherwise', () => {
  const { text, notes } = scriptOf(withPattern(String.raw`^[\.-]+$`), 'oracle');
  expect(text).not.toContain('REGEXP_LIKE');
  expect(notes).toContain('t.a: pattern not checked.');
});

it('takes digits and letters of ASCII only, as ECMA-262 does', () => {
  const pattern = String.raw`^\w[\w-]\W[^\d]\[\d$`;
  const ascii = String.raw`^[A-Za-z0-9_][A-Za-z0-9_-][^A-Za-z0-9_][^0-9]\[[0-9]$`;
  expect(scriptOf(withPattern(pattern), 'postgres').text).toContain(`a ~ '${ascii}'`);
});

const steps = (type: object, multipleOf: number) =>
  tableOf({ name: 'a', ...type, logicalTypeOptions: { multipleOf } });
const decimal = { logicalType: 'number', physicalType: 'decimal(10,2)' };

it.each<[TypeDialect, string]>([
  ['postgres', 'mod(a, 0.5) = 0'],
  ['mysql', 'mod(abs(a), 0.5) = 0'],
  ['duckdb', 'mod(a, 0.5) = 0'],
  ['oracle', 'mod(a, 0.5) = 0'],
  ['sqlserver', 'a % 0.5 = 0'],
  ['databricks', 'mod(a, 0.5) = 0'],
])('steps are checked in %s', (dialect, sql) => {
  expect(scriptOf(steps(decimal, 0.5), dialect).text).toContain(`CHECK (${sql})`);
});

it('does not check steps of floating numbers where they are rounded', () => {
  const double = { logicalType: 'number', physicalType: 'double precision' };
  expect(scriptOf(steps(double, 0.1), 'postgres').text).toContain('mod(CAST(a AS numeric), 0.1)');
  expect(scriptOf(steps(double, 0.1), 'mysql').notes).toEqual(['t.a: multipleOf not checked.']);
  expect(scriptOf(steps(double, 2), 'mysql').text).toContain('mod(abs(a), 2) = 0');
  expect(scriptOf(steps(double, 2), 'sqlserver').notes).toEqual(['t.a: multipleOf not checked.']);
});

it.each<[TypeDialect, string]>([
  ['postgres', 'cardinality(a)'],
  ['duckdb', 'len(a)'],
  ['databricks', 'array_size(a)'],
  ['clickhouse', 'length(a)'],
])('numbers of items are checked in %s', (dialect, count) => {
  const { text } = scriptOf(
    tableOf({
      name: 'a',
      logicalType: 'array',
      required: true,
      items: { logicalType: 'string', required: true },
      logicalTypeOptions: { minItems: 1, maxItems: 3 },
    }),
    dialect,
  );
  expect(text).toContain(`CONSTRAINT t_a_min_items CHECK (${count} >= 1)`);
  expect(text).toContain(`CONSTRAINT t_a_max_items CHECK (${count} <= 3)`);
});

it('checks the values of a physical enum', () => {
  const { text } = scriptOf(tableOf({ name: 'a', physicalType: "enum('x', 'it''s')" }), 'postgres');
  expect(text).toContain("CONSTRAINT t_a_values CHECK (a IN ('x', 'it''s'))");
});

it('gives checks names that no other check or table has', () => {
  const minimum = { logicalType: 'integer', logicalTypeOptions: { minimum: 0 } };
  const { text } = scriptOf(
    sqlContract([
      { name: 't', properties: [{ name: 'a_b', ...minimum }] },
      { name: 't_a', properties: [{ name: 'b', ...minimum }] },
      { name: 't_a_b_minimum', properties: [{ name: 'c', logicalType: 'integer' }] },
    ]),
    'sqlserver',
  );
  const names = [...text.matchAll(/CONSTRAINT (\S+) CHECK/g)].map(([, name]) => name);
  expect(new Set([...names, 't_a_b_minimum']).size).toBe(3);
});

it('lets unique columns of SQL Server hold any number of nulls', () => {
  const unique = { name: 'a', physicalType: 'int', logicalType: 'integer', unique: true };
  expect(scriptOf(tableOf(unique), 'sqlserver').text).toContain(
    'CREATE UNIQUE INDEX t_a_unique ON t (a) WHERE a IS NOT NULL;',
  );
  const child = { name: 'b', logicalType: 'integer', relationships: [{ to: 't.a' }] };
  const script = scriptOf(tableOf(unique, child), 'sqlserver');
  expect(script.text).toContain('UNIQUE (a)');
  expect(script.notes).toEqual(['t.a: unique, so that null can be in one row only.']);
  expect(scriptOf(tableOf({ ...unique, required: true }), 'sqlserver').text).toContain(
    'UNIQUE (a)',
  );
});

it('gives tables of MySQL characters and an order that tell all texts apart', () => {
  expect(scriptOf(tableOf({ name: 'a', logicalType: 'string' }), 'mysql').text).toContain(
    ')\nDEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;',
  );
});

it('keeps SQL*Plus from asking for values', () => {
  const script = (description: string) =>
    scriptOf(tableOf({ name: 'a', logicalType: 'date', description }), 'oracle').text;
  expect(script('R&D').startsWith('SET DEFINE OFF;\n')).toBe(true);
  expect(script('R and D')).not.toContain('DEFINE');
});

it.each<TypeDialect>(['snowflake', 'oracle'])('quotes words of keys in %s', (dialect) => {
  const names = ['primary', 'foreign', 'references'];
  const { text } = scriptOf(
    tableOf(...names.map((name) => ({ name, logicalType: 'date' }))),
    dialect,
  );
  for (const name of names) expect(text).toContain(`  "${name}" DATE`);
});

describe('least numbers of items', () => {
  const list = (more: object, minItems = 1) =>
    tableOf({
      name: 'a',
      logicalType: 'array',
      items: { logicalType: 'string' },
      logicalTypeOptions: { minItems },
      ...more,
    });

  it('are not asked in ClickHouse of what is absent, which is empty there', () => {
    expect(scriptOf(list({}), 'clickhouse').text).toContain('CHECK (empty(a) OR length(a) >= 1)');
    expect(scriptOf(list({ required: true }), 'clickhouse').text).toContain(
      'CHECK (length(a) >= 1)',
    );
    const most = list({ logicalTypeOptions: { maxItems: 3 } });
    expect(scriptOf(most, 'clickhouse').text).toContain('CHECK (length(a) <= 3)');
  });

  it('of zero are no check and no loss', () => {
    for (const dialect of ['postgres', 'clickhouse', 'snowflake'] as const) {
      const { text, notes } = scriptOf(list({}, 0), dialect);
      expect(text).not.toContain('CHECK');
      expect(notes.join()).not.toContain('minItems');
    }
  });
});

const ofRule = (rule: object, more: object = {}) =>
  tableOf({ name: 'a', logicalType: 'string', quality: [rule], ...more });

it.each<[string, object]>([
  ['ODCS 3.1', { metric: 'invalidValues', arguments: { validValues: ['x', 'y'] }, mustBe: 0 }],
  ['ODCS 3.0', { rule: 'validValues', validValues: ['x', 'y'] }],
])('allowed values of quality rules of %s are checked where the platform has checks', (_, rule) => {
  const { text, notes } = scriptOf(ofRule(rule), 'postgres');
  expect(text).toContain("CHECK (a IN ('x', 'y'))");
  expect(notes).toEqual([]);
  expect(scriptOf(ofRule(rule), 'snowflake').notes).toEqual([
    't.a: allowed values are not checked.',
    't: its quality rules are no part of a table.',
  ]);
});

it('counts quality rules that a check says in part only', () => {
  const rule = { metric: 'invalidValues', arguments: { validValues: ['x'] } };
  const few = { ...rule, mustBeLessThan: 5, unit: 'percent' };
  expect(scriptOf(ofRule(few), 'postgres').text).not.toContain('CHECK');
  const shaped = { ...rule, arguments: { validValues: ['x'], pattern: 'x' }, mustBe: 0 };
  for (const one of [few, shaped])
    expect(scriptOf(ofRule(one), 'postgres').notes).toEqual([
      't: its quality rules are no part of a table.',
    ]);
});

it('checks allowed values as values of the type of the column', () => {
  const contract = tableOf(
    { name: 'a', logicalType: 'integer', enum: [{ value: '1' }, { value: 2 }] },
    { name: 'b', logicalType: 'string', enum: [{ value: 1 }] },
    { name: 'c', logicalType: 'boolean', enum: [{ value: true }] },
  );
  const { text, notes } = scriptOf(contract, 'duckdb');
  for (const sql of ['a IN (1, 2)', "b IN ('1')", 'c IN (true)'])
    expect(text).toContain(`CHECK (${sql})`);
  expect(notes).toEqual([]);
  expect(scriptOf(contract, 'sqlserver').notes).toEqual(['t.c: allowed values are not checked.']);
});

const ofFormat = (format: string, more: object = {}) =>
  tableOf({ name: 'a', logicalType: 'integer', logicalTypeOptions: { format, ...more } });

it.each<[TypeDialect, string, string]>([
  ['postgres', 'u8', 'a >= 0 AND a <= 255'],
  ['postgres', 'i8', 'a >= -128 AND a <= 127'],
  ['postgres', 'u64', 'a >= 0 AND a <= 18446744073709551615'],
  ['sqlserver', 'i8', 'a >= -128 AND a <= 127'],
  ['sqlserver', 'u128', 'a >= 0'],
  ['oracle', 'i16', 'A >= -32768 AND A <= 32767'],
  ['databricks', 'u16', 'a >= 0 AND a <= 65535'],
])('ranges of formats are checked in %s: %s', (dialect, format, sql) => {
  const { text, notes } = scriptOf(ofFormat(format), dialect);
  expect(text.toLowerCase()).toContain(`check (${sql.toLowerCase()})`);
  expect(notes.filter((note) => note.includes('range'))).toEqual([]);
});

it('checks no range that the type or the contract has, and says where none is checked', () => {
  for (const format of ['i16', 'i32', 'i64'])
    expect(scriptOf(ofFormat(format), 'postgres').text).not.toContain('CHECK');
  for (const format of ['u8', 'u16', 'u32', 'u64', 'u128', 'i8'])
    for (const dialect of ['mysql', 'duckdb', 'clickhouse'] as const) {
      const isWide = dialect === 'mysql' && format === 'u128';
      expect(scriptOf(ofFormat(format), dialect).text.includes('CHECK')).toBe(isWide);
    }
  const bounded = scriptOf(ofFormat('u8', { minimum: 1 }), 'postgres').text;
  expect(bounded).toContain('CHECK (a >= 1)');
  expect(bounded).toContain('CHECK (a <= 255)');
  expect(scriptOf(ofFormat('u8'), 'trino').notes).toEqual(['t.a: the range of u8 not checked.']);
});

it.each<[TypeDialect, string]>([
  ['postgres', "CHECK (a >= TIME '09:30')"],
  ['mysql', "CHECK (a >= TIME '09:30')"],
  ['duckdb', "CHECK (a >= TIME '09:30')"],
])('bounds of times are checked in %s', (dialect, sql) => {
  const contract = (minimum: string) =>
    tableOf({ name: 'a', logicalType: 'time', logicalTypeOptions: { minimum } });
  expect(scriptOf(contract('09:30'), dialect).text).toContain(sql);
  expect(scriptOf(contract('noon'), dialect).notes).toEqual(['t.a: minimum not checked.']);
});

describe('integers near the end of 64 bits', () => {
  const of64 = (options: object) =>
    tableOf({ name: 'a', logicalType: 'integer', logicalTypeOptions: options });

  it('keep 64 bits, which hold their bounds', () => {
    const bounds = {
      minimum: Number('-9223372036854775808'),
      maximum: Number('9223372036854775807'),
    };
    for (const dialect of ['postgres', 'mysql', 'duckdb'] as const) {
      const { text } = scriptOf(of64(bounds), dialect);
      expect(text).toMatch(/^ {2}a bigint$/im);
      expect(text).not.toContain('CHECK');
    }
  });

  it('are compared with all digits of a bound', () => {
    const { text } = scriptOf(of64({ maximum: 2 ** 64 }), 'postgres');
    expect(text).toContain('a numeric(20,0)');
    expect(text).toContain('a <= 18446744073709551616');
    expect(scriptOf(of64({ maximum: 2 ** 62 }), 'postgres').text).toContain(
      'a <= 4611686018427387904',
    );
  });
});
