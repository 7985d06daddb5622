import { parseNativeType } from '../../../domain/dialects/types/native-type.ts';
import type { NativeType } from '../../../domain/dialects/types/native-type.ts';
import { processorGrowth } from '../../support/spent-time.ts';

/** A type with everything in its place, to compare at a glance. */
function show(type: NativeType | undefined): string {
  if (type === undefined) return '-';
  const parameters = type.parameters.length > 0 ? `{${type.parameters.join('|')}}` : '';
  const items = type.items ? `<${show(type.items)}>` : '';
  const members = type.members?.map(({ name, type: inner }) => `${name}=${show(inner)}`).join('; ');
  return `${type.name}${parameters}${items}${members === undefined ? '' : `[${members}]`}`;
}

it.each([
  ['postgres', 'integer[]', 'array<integer>'],
  ['postgres', 'integer[][]', 'array<integer>'],
  ['postgres', 'timestamp(3) without time zone[]', 'array<timestamp without time zone{3}>'],
  ['postgres', ' Character  Varying ( 20 ) ', 'character varying{20}'],
  ['postgres', '"Other Schema"."My Type"', 'other schema.my type'],
  ['postgres', 'geometry(Point,4326)', 'geometry{point|4326}'],
  [
    'bigquery',
    'ARRAY<STRUCT<a INT64, b ARRAY<STRING>>>',
    'array<struct[a=int64; b=array<string>]>',
  ],
  ['bigquery', 'STRUCT<INT64, STRING>', 'struct[1=int64; 2=string]'],
  [
    'bigquery',
    'STRUCT<a INT64 OPTIONS(description="x, y"), b STRING>',
    'struct[a=int64; b=string]',
  ],
  ['bigquery', 'NUMERIC(10, 2)', 'numeric{10|2}'],
  ['trino', 'row(a integer, "b c" varchar)', 'row[a=integer; b c=varchar]'],
  [
    'trino',
    'row(a row(b timestamp(3) with time zone))',
    'row[a=row[b=timestamp with time zone{3}]]',
  ],
  ['trino', 'map(varchar, array(integer))', 'map[key=varchar; value=array<integer>]'],
  ['databricks', 'struct<a:int,b:map<string,int>>', 'struct[a=int; b=map[key=string; value=int]]'],
  [
    'databricks',
    "struct<`a b`: int NOT NULL COMMENT 'it''s, so', c: string>",
    'struct[a b=int; c=string]',
  ],
  ['databricks', 'struct<>', 'struct[]'],
  ['duckdb', 'STRUCT(a INTEGER, b VARCHAR[])', 'struct[a=integer; b=array<varchar>]'],
  ['duckdb', 'STRUCT("a ""b""" INTEGER)[]', 'array<struct[a "b"=integer]>'],
  ['duckdb', 'MAP(VARCHAR, INTEGER)', 'map[key=varchar; value=integer]'],
  ['duckdb', 'FLOAT[3][]', 'array<array{3}<float>>'],
  ['duckdb', "ENUM('a', 'B, c')", "enum{'a'|'B, c'}"],
  [
    'snowflake',
    'OBJECT(a NUMBER(38,0) NOT NULL, b ARRAY(VARCHAR))',
    'object[a=number{38|0}; b=array<varchar>]',
  ],
  ['snowflake', 'VECTOR(FLOAT, 256)', 'vector{float|256}'],
  ['clickhouse', 'Tuple(a String, b Nullable(Int32))', 'tuple[a=string; b=int32]'],
  [
    'clickhouse',
    'Map(LowCardinality(String), Array(Tuple(Int8, String)))',
    'map[key=string; value=array<tuple[1=int8; 2=string]>]',
  ],
  ['clickhouse', "DateTime64(3, 'Europe/Berlin')", "datetime64{3|'Europe/Berlin'}"],
  ['clickhouse', "Object('json')", "object{'json'}"],
  ['oracle', 'INTERVAL DAY(2) TO SECOND(6)', 'interval day to second{2|6}'],
  ['mysql', 'int(10) unsigned zerofill', 'int unsigned{10}'],
  ['sqlserver', 'int identity(1,1)', 'int'],
] as const)('%s: %s', (dialect, text, expected) => {
  expect(show(parseNativeType(dialect, text))).toBe(expected);
});

it.each([
  '',
  '  ',
  '(',
  ')',
  'varchar(',
  'varchar(10',
  'varchar(10))',
  'array<int',
  'array<>',
  'map<int>',
  'struct<a:>',
  'struct<a:int b:int>',
  'struct<,>',
  'integer[',
  'integer[]]',
  'integer[1,2]',
  '"open',
  "enum('open",
  'int, int',
])('%p is no type', (text) => {
  expect(parseNativeType('duckdb', text)).toBeUndefined();
});

it('keeps the text of every part', () => {
  const type = parseNativeType('bigquery', ' ARRAY<STRUCT<a INT64 NOT NULL, b NUMERIC(10, 2)>>');
  expect(type?.text).toBe('ARRAY<STRUCT<a INT64 NOT NULL, b NUMERIC(10, 2)>>');
  expect(type?.items?.members?.map((member) => member.type.text)).toEqual([
    'INT64',
    'NUMERIC(10, 2)',
  ]);
});

it('gives up on what is nested too deeply', () => {
  const nested = (depth: number): string => 'array<'.repeat(depth) + 'int' + '>'.repeat(depth);
  expect(parseNativeType('databricks', nested(100))).toBeDefined();
  expect(parseNativeType('databricks', nested(101))).toBeUndefined();
  expect(parseNativeType('databricks', nested(200_000))).toBeUndefined();
  expect(parseNativeType('duckdb', `int${'[]'.repeat(10)}`)).toBeDefined();
  expect(parseNativeType('duckdb', `int${'[]'.repeat(11)}`)).toBeUndefined();
});

it('reads long texts in time that grows with their length', () => {
  const texts = (length: number): string[] => [
    '('.repeat(length),
    '"'.repeat(length),
    "'".repeat(length),
    `int${'[]'.repeat(length / 2)}`,
    'a '.repeat(length / 2),
    'a(1) '.repeat(length / 5),
    `a${'(1)'.repeat(length / 3)}`,
    'array<int>'.repeat(length / 10),
    `struct<${'a:int,'.repeat(length / 6)}z:int>`,
    `decimal(${'1,'.repeat(length / 2)}1)`,
    `int not null ${'('.repeat(length)}`,
  ];
  const parse = (length: number) => (): void => {
    for (const text of texts(length)) parseNativeType('duckdb', text);
  };
  // Eight times the text; quadratic would be 64 times.
  expect(processorGrowth(parse(20_000), parse(160_000), 30)).toBeLessThan(30);
});
