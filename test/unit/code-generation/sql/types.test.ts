import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { scriptOf, tableOf } from './contract.ts';

/** The declaration of a column and what is said of it. */
function columnOf(dialect: TypeDialect, property: object): [string, readonly string[]] {
  const { text, notes } = scriptOf(tableOf({ name: 'a', ...property }), dialect);
  const own = notes.filter((note) => note.startsWith('t.a: '));
  return [/^ {2}a (.*?),?$/m.exec(text)?.[1] ?? '', own];
}

it.each<[TypeDialect, string]>([
  ['mysql', 'double'],
  ['snowflake', 'FLOAT'],
  ['databricks', 'DOUBLE'],
  ['athena', 'double'],
  ['clickhouse', 'Nullable(Float64)'],
  ['redshift', 'double precision'],
  ['sqlserver', 'float'],
  ['trino', 'double'],
  ['duckdb', 'DOUBLE'],
  ['postgres', 'numeric'],
  ['oracle', 'NUMBER'],
  ['bigquery', 'NUMERIC'],
])('a number keeps digits behind the point in %s', (dialect, type) => {
  expect(columnOf(dialect, { logicalType: 'number' })).toEqual([type, []]);
});

it.each<[TypeDialect, string]>([
  ['mysql', 'decimal(38,9)'],
  ['sqlserver', 'decimal(38,9)'],
  ['redshift', 'numeric(38,9)'],
  ['snowflake', 'NUMBER(38,9)'],
  ['databricks', 'DECIMAL(38,9)'],
  ['trino', 'decimal(38,9)'],
  ['athena', 'decimal(38,9)'],
  ['duckdb', 'DECIMAL(38,9)'],
  ['clickhouse', 'Nullable(Decimal(38,9))'],
])('a decimal without digits keeps some behind the point in %s', (dialect, type) => {
  const note = type.replace('Nullable(', '').replace('))', ')');
  expect(columnOf(dialect, { logicalType: 'number', physicalType: 'decimal' })).toEqual([
    type,
    [`t.a: 9 digits behind the point are assumed for 'decimal'; written as ${note}.`],
  ]);
});

it('a decimal that is whole, or that keeps all its digits, is given none', () => {
  expect(columnOf('snowflake', { logicalType: 'integer', physicalType: 'NUMBER' })).toEqual([
    'NUMBER',
    [],
  ]);
  expect(columnOf('postgres', { logicalType: 'number', physicalType: 'decimal' })).toEqual([
    'numeric',
    [],
  ]);
});

it('keeps parts of a second in MySQL, and says that there is no zone', () => {
  expect(columnOf('mysql', { logicalType: 'timestamp' })).toEqual([
    'datetime(6)',
    ['t.a: moments have no zone in MySQL and MariaDB; written as datetime(6).'],
  ]);
  const local = { logicalType: 'timestamp', logicalTypeOptions: { timezone: false } };
  expect(columnOf('mysql', local)).toEqual(['datetime(6)', []]);
  expect(columnOf('mysql', { physicalType: 'timestamp' })).toEqual([
    'timestamp(6) NULL',
    ['t.a: moments of 2038 and later do not fit; written as timestamp(6).'],
  ]);
});

it('lets nested values of ClickHouse be null', () => {
  const object = {
    logicalType: 'object',
    properties: [
      { name: 'x', logicalType: 'string' },
      { name: 'y', logicalType: 'date', required: true },
      { name: 'z', logicalType: 'array', items: { logicalType: 'integer' } },
    ],
  };
  expect(columnOf('clickhouse', object)).toEqual([
    'Tuple(x Nullable(String), y Date32, z Array(Nullable(Int32)))',
    [
      't.a: what is nested inside of it is never null; written as Tuple(x Nullable(String), y Date32, z Array(Nullable(Int32))….',
      't.a: is empty instead of null.',
    ],
  ]);
  const items = { logicalType: 'array', items: { logicalType: 'string', required: true } };
  expect(columnOf('clickhouse', { ...items, required: true })).toEqual(['Array(String)', []]);
  expect(columnOf('clickhouse', { physicalType: 'Date' })[1]).toEqual([
    't.a: days before 1970 do not fit; written as Date.',
  ]);
});

it('makes nested members of Databricks NOT NULL only where no parent is null', () => {
  const member = { name: 'x', logicalType: 'string', required: true };
  const inner = { name: 'y', logicalType: 'object', required: true, properties: [member] };
  const object = { logicalType: 'object', properties: [inner] };
  expect(columnOf('databricks', { ...object, required: true })).toEqual([
    'STRUCT<y: STRUCT<x: STRING NOT NULL> NOT NULL> NOT NULL',
    [],
  ]);
  const note = 't.a: required members inside of what may be null are not checked.';
  expect(columnOf('databricks', object)).toEqual(['STRUCT<y: STRUCT<x: STRING>>', [note]]);
  const list = { logicalType: 'array', required: true, items: inner };
  expect(columnOf('databricks', list)).toEqual(['ARRAY<STRUCT<x: STRING>> NOT NULL', [note]]);
  const map = {
    logicalType: 'map',
    required: true,
    map: { key: { logicalType: 'string' }, value: inner },
  };
  expect(columnOf('databricks', map)[0]).toBe('MAP<STRING, STRUCT<x: STRING>> NOT NULL');
});

it('keeps integers of Oracle whole and its booleans to two signs', () => {
  expect(columnOf('oracle', { logicalType: 'integer' })).toEqual(['NUMBER(38,0)', []]);
  const { text, notes } = scriptOf(tableOf({ name: 'a', logicalType: 'boolean' }), 'oracle');
  expect(text).toContain("a CHAR(1),\n  CONSTRAINT t_a_boolean CHECK (a IN ('0', '1'))");
  expect(notes).toEqual(['t.a: no boolean in Oracle; written as CHAR(1).']);
});

it('says how long texts are at most, and gives MySQL a type without such a limit', () => {
  expect(columnOf('mysql', { logicalType: 'string' })).toEqual(['text', []]);
  expect(columnOf('mysql', { logicalType: 'string', enum: [{ value: 'x' }] })[0]).toBe(
    'varchar(255)',
  );
  expect(columnOf('mysql', { physicalType: 'varchar' })).toEqual([
    'varchar(255)',
    ['t.a: values that are longer than 255 do not fit; written as varchar(255).'],
  ]);
  expect(columnOf('oracle', { logicalType: 'string' })).toEqual([
    'NVARCHAR2(2000)',
    ['t.a: values that are longer than 2000 do not fit; written as NVARCHAR2(2000).'],
  ]);
  expect(columnOf('oracle', { logicalType: 'string', enum: [{ value: 'x' }] })[1]).toEqual([]);
});

it.each<[TypeDialect, string]>([
  ['databricks', 'no time in Databricks; written as STRING'],
  ['clickhouse', 'no time in ClickHouse; written as String'],
  ['athena', 'no time in Amazon Athena; written as string'],
  ['oracle', 'no time in Oracle; written as DATE'],
])('says that %s has no time', (dialect, note) => {
  expect(columnOf(dialect, { logicalType: 'time' })[1]).toEqual([`t.a: ${note}.`]);
});

it('says where the zone of a moment is lost', () => {
  const zoned = { logicalType: 'timestamp', logicalTypeOptions: { timezone: true } };
  expect(columnOf('athena', zoned)[1].length).toBe(1);
});

it('gives moments of ClickHouse a zone, and local ones none', () => {
  const options = (timezone: boolean) => ({
    logicalType: 'timestamp',
    logicalTypeOptions: { timezone },
  });
  const zoned = ["Nullable(DateTime64(6, 'UTC'))", []];
  expect(columnOf('clickhouse', options(true))).toEqual(zoned);
  expect(columnOf('clickhouse', { logicalType: 'timestamp' })).toEqual(zoned);
  expect(columnOf('clickhouse', { physicalType: 'timestamptz' })[0]).toBe(zoned[0]);
  expect(columnOf('clickhouse', options(false))).toEqual(['Nullable(DateTime64(6))', []]);
});

it.each<[TypeDialect, string, string[]]>([
  ['postgres', 'timetz', []],
  ['duckdb', 'TIMETZ', []],
  ['redshift', 'timetz', []],
  ['trino', 'time with time zone', []],
  ['snowflake', 'TIME', ['t.a: no timetz in Snowflake; written as TIME.']],
])('a time with a zone keeps it in %s, or says that it is lost', (dialect, type, notes) => {
  const zoned = { logicalType: 'time', logicalTypeOptions: { timezone: true } };
  expect(columnOf(dialect, zoned)).toEqual([type, notes]);
});

it('lists the columns that a note is about', () => {
  const texts = tableOf(
    { name: 'a', logicalType: 'string' },
    { name: 'b', logicalType: 'string' },
    { name: 'c', logicalType: 'string', required: true, physicalType: 'varchar2(5)' },
  );
  expect(scriptOf(texts, 'oracle').notes).toEqual([
    't.a, t.b: values that are longer than 2000 do not fit; written as NVARCHAR2(2000).',
  ]);
  expect(scriptOf(texts, 'athena').notes).toContain('t.c: required not checked.');
});

const vector = (elementType?: string) =>
  tableOf({
    name: 'a',
    logicalType: 'vector',
    logicalTypeOptions: { dimensions: 3, elementType, distanceMetric: 'cosine' },
  });

it.each<[TypeDialect, string, string, string, string]>([
  ['postgres', 'real[]', 'smallint[]', 'double precision[]', '(cardinality(a) = 3)'],
  ['mysql', 'json', 'json', 'json', '(json_length(a) = 3)'],
  ['duckdb', 'FLOAT[3]', 'TINYINT[3]', 'DOUBLE[3]', ''],
  ['snowflake', 'VECTOR(FLOAT, 3)', 'VECTOR(INT, 3)', 'VECTOR(FLOAT, 3)', ''],
  ['oracle', 'VECTOR(3, FLOAT32)', 'VECTOR(3, INT8)', 'VECTOR(3, FLOAT64)', ''],
  ['sqlserver', 'vector(3)', 'vector(3)', 'vector(3)', ''],
  ['bigquery', 'ARRAY<FLOAT64>', 'ARRAY<INT64>', 'ARRAY<FLOAT64>', ''],
  ['databricks', 'ARRAY<FLOAT>', 'ARRAY<TINYINT>', 'ARRAY<DOUBLE>', '(array_size(a) = 3)'],
  ['trino', 'array(real)', 'array(tinyint)', 'array(double)', ''],
  ['athena', 'array<float>', 'array<tinyint>', 'array<double>', ''],
  ['clickhouse', 'Array(Float32)', 'Array(Int8)', 'Array(Float64)', 'length(a) = 3)'],
])('vectors of %s have elements and dimensions', (dialect, plain, small, double, check) => {
  const types = [undefined, 'int8', 'float64'].map((element) => scriptOf(vector(element), dialect));
  for (const [index, type] of [plain, small, double].entries())
    expect(types[index]?.text).toContain(` ${type}`);
  const isSized = check === '' && /[[(]3|, 3\)/.test(plain);
  const notes = types[0]?.notes.join('\n') ?? '';
  if (check !== '') expect(types[0]?.text).toContain(check);
  expect(/3 dimensions.* not checked/.test(notes)).toBe(check === '' && !isSized);
  expect(notes).toContain('t.a: no place for distance metric cosine.');
});

it('says what a vector has that its type does not', () => {
  const options = { dimensions: 2, elementType: 'float16', embeddingModel: 'm', normalized: true };
  const contract = tableOf({ name: 'a', logicalType: 'vector', logicalTypeOptions: options });
  expect(scriptOf(contract, 'postgres').notes).toContain(
    't.a: no place for elements of float16, embedding model m, normalized.',
  );
  const notesOf = (element: string) => scriptOf(vector(element), 'postgres').notes.join();
  expect(notesOf('float64')).not.toContain('elements');
  expect(notesOf('int8')).toContain('elements of int8');
});

it.each<[TypeDialect, string, string]>([
  ['postgres', 'NUMBER(38,0)', 'bigint'],
  ['duckdb', 'NUMBER', 'BIGINT'],
  ['bigquery', 'NUMBER(18,0)', 'INT64'],
  ['postgres', 'NUMBER(38,2)', 'numeric(38,2)'],
  ['postgres', 'NUMBER(30,0)', 'numeric(30,0)'],
  ['snowflake', 'NUMBER(38,0)', 'NUMBER(38,0)'],
  ['oracle', 'NUMBER(38,0)', 'NUMBER(38,0)'],
])(
  'an integer that Snowflake calls a number has 64 bits in %s: %s',
  (dialect, physicalType, type) => {
    expect(columnOf(dialect, { logicalType: 'integer', physicalType })[0]).toBe(type);
  },
);
