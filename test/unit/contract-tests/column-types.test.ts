import fs from 'node:fs';
import path from 'node:path';
import { logicalTypeOf, satisfiesLogicalType } from '../../../domain/dialects/column-types.ts';
import { matchesPhysicalType } from '../../../domain/dialects/physical-type.ts';

describe('physical types of Postgres', () => {
  it.each([
    ['varchar', 'character varying(20)', true],
    ['varchar(20)', 'character varying(20)', true],
    ['varchar(10)', 'character varying(20)', false],
    ['numeric(10)', 'numeric(10,0)', true],
    ['DECIMAL(10, 2)', 'numeric(10,2)', true],
    ['serial', 'integer', true],
    ['text', 'character varying(20)', false],
    ['timestamptz', 'timestamp without time zone', true],
    ['timestamp(6)', 'timestamp with time zone', true],
    ['timestamp(9)', 'timestamp with time zone', false],
    ['timestamp(3) with time zone', 'timestamp(3) with time zone', true],
    ['integer[]', 'integer[]', true],
    ['array<string>', 'text[]', true],
    ['text[]', 'integer[]', false],
    ['array', 'integer[]', true],
    ['mood', 'mood', true],
    ['public.mood', 'mood', true],
    ['mood', '"Other".mood', true],
    ['citext', 'citext', true],
    ['variant', 'jsonb', false],
    ['uniqueidentifier', 'uuid', undefined],
    ['', 'uuid', undefined],
    ['((((', 'uuid', undefined],
  ])('%s against %s: %s', (declared, actual, expected) => {
    expect(matchesPhysicalType('postgres', declared, actual)).toBe(expected);
  });

  const table = path.resolve(
    process.cwd(),
    '../shared/oracles/types/physical-type-match.generated.json',
  );
  const hasTable = fs.existsSync(table);
  if (!hasTable) console.log(`Skipped: the table of recorded type matches is not at ${table}`);

  (hasTable ? it : it.skip)('agree with the recorded table but for what ours does better', () => {
    const { rows } = JSON.parse(fs.readFileSync(table, 'utf8')) as {
      rows: [string, string, string, boolean | null][];
    };
    // The reference read information_schema, which says neither what an array holds nor the name of a type.
    const comparable = rows.filter(
      ([dialect, , actual]) =>
        dialect === 'postgres' && actual !== 'ARRAY' && actual !== 'USER-DEFINED',
    );
    const agreed = comparable.filter(
      ([, declared, actual, expected]) =>
        (matchesPhysicalType('postgres', declared, actual) ?? null) === expected,
    );
    console.log(`physical types: ${agreed.length} of ${comparable.length} recorded matches agree`);
    expect(agreed.length / comparable.length).toBeGreaterThan(0.99);
  });
});

describe('logical types', () => {
  it.each([
    ['postgres', 'character varying(20)', 'string'],
    ['postgres', 'timestamp(3) with time zone', 'timestamp'],
    ['postgres', 'integer[]', 'array'],
    ['postgres', 'bytea', undefined],
    ['postgres', 'constructor', undefined],
    ['duckdb', 'DECIMAL(10,2)', 'number'],
    ['duckdb', 'STRUCT(a INTEGER, b VARCHAR)', 'object'],
    ['duckdb', 'STRUCT(a INTEGER)[]', 'array'],
    ['duckdb', 'MAP(VARCHAR, INTEGER)', 'map'],
    ['duckdb', 'TIMESTAMP WITH TIME ZONE', 'timestamp'],
    ['duckdb', "ENUM('a', 'b')", 'string'],
    ['duckdb', 'FLOAT[3]', 'array'],
  ] as const)('%s %s is %s', (dialect, type, expected) => {
    expect(logicalTypeOf(dialect, type)).toBe(expected);
  });

  it('know families', () => {
    expect(satisfiesLogicalType('integer', 'number', 'numeric')).toBe(true);
    expect(satisfiesLogicalType('array', 'object', 'jsonb')).toBe(true);
    expect(satisfiesLogicalType('object', 'map', 'MAP(VARCHAR, INTEGER)')).toBe(true);
    expect(satisfiesLogicalType('date', 'timestamp', 'timestamp')).toBe(false);
  });
});
