import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import {
  satisfiesLogicalType,
  logicalTypeOf,
} from '../../../domain/dialects/types/column-types.ts';
import { matchesPhysicalType } from '../../../domain/dialects/types/physical-type.ts';
import { sqlTypeOf } from '../../../domain/dialects/types/sql-type.ts';
import { typeSystems } from '../../../domain/dialects/types/type-systems.ts';
import { normaliseProperties } from '../../../domain/standards/odcs/normalise-property.ts';

function typeOf(dialect: TypeDialect, declared: object) {
  const [property] = normaliseProperties([{ name: 'c', ...declared }]).properties;
  if (!property) throw new Error('there is no property');
  return sqlTypeOf(dialect, property);
}

const dialects = Object.keys(typeSystems) as TypeDialect[];

it.each(dialects)(
  'what %s declares satisfies the contract, or says that it does not',
  (dialect) => {
    const silent = typeSystems[dialect].types.flatMap(({ names: [physicalType] }) => {
      const { type, note } = typeOf(dialect, { physicalType });
      const isSame = matchesPhysicalType(dialect, physicalType, type) !== false;
      return isSame || note !== undefined ? [] : [`${physicalType} is ${type}`];
    });
    expect(silent).toEqual([]);
    const first = typeSystems[dialect].types[0]?.names[0];
    expect(typeOf(dialect, { physicalType: first, logicalType: 'integer' }).note).toBeUndefined();
    for (const logicalType of ['string', 'integer', 'number', 'date', 'timestamp'] as const) {
      const { type } = typeOf(dialect, { logicalType });
      const actual = logicalTypeOf(dialect, type);
      expect([type, actual && satisfiesLogicalType(logicalType, actual, type)]).toEqual([
        type,
        true,
      ]);
    }
  },
);

it('writes a type of another platform as what it means', () => {
  expect(typeOf('postgres', { physicalType: 'INT64' })).toEqual({ type: 'bigint' });
  expect(typeOf('postgres', { physicalType: 'STRING(40)' }).type).toBe('text');
  expect(typeOf('bigquery', { physicalType: 'decimal(38,20)' }).type).toBe('BIGNUMERIC(38,20)');
  expect(typeOf('databricks', { physicalType: 'struct<a:array<int64>, `b c`:text>' })).toEqual({
    type: 'STRUCT<a: ARRAY<BIGINT>, `b c`: STRING>',
  });
  expect(typeOf('mysql', { physicalType: 'varchar(20000)' })).toEqual({
    type: 'mediumtext',
    note: 'MySQL and MariaDB ends at varchar(16383); written as mediumtext',
  });
  expect(typeOf('postgres', { physicalType: 'geography', logicalType: 'string' }).note).toBe(
    'no geography in PostgreSQL; written as text',
  );
});

it.each<[object, string, string, string, string]>([
  [{}, 'integer', 'int', 'INT64', 'NUMBER'],
  [
    { logicalTypeOptions: { exclusiveMaximum: 2_147_483_648 } },
    'integer',
    'int',
    'INT64',
    'NUMBER',
  ],
  [{ logicalTypeOptions: { minimum: 3_000_000_000 } }, 'bigint', 'bigint', 'INT64', 'NUMBER'],
  [{ logicalTypeOptions: { minimum: -3_000_000_000 } }, 'bigint', 'bigint', 'INT64', 'NUMBER'],
  [{ enum: [{ value: 1 }, { value: 5_000_000_000 }] }, 'bigint', 'bigint', 'INT64', 'NUMBER'],
  [
    { quality: [{ rule: 'validValues', validValues: [5_000_000_000] }] },
    'bigint',
    'bigint',
    'INT64',
    'NUMBER',
  ],
  [
    { logicalTypeOptions: { maximum: 1e19 } },
    'numeric(20,0)',
    'decimal(20,0)',
    'NUMERIC(20,0)',
    'NUMBER',
  ],
])('an integer is as large as its values %j', (more, ...expected) => {
  const types = (['postgres', 'mysql', 'bigquery', 'snowflake'] as const).map(
    (dialect) => typeOf(dialect, { logicalType: 'integer', ...more }).type,
  );
  expect(types).toEqual(expected);
});

it.each<[TypeDialect, string, string, string | undefined]>([
  ['sqlserver', 'decimal(100,50)', 'decimal(38,0)', 'has more digits than can be kept'],
  ['sqlserver', 'decimal(50,20)', 'decimal(38,8)', 'has more digits than can be kept'],
  ['snowflake', 'decimal(38,38)', 'NUMBER(37,37)', 'has more digits than can be kept'],
  ['sqlserver', 'decimal(38,38)', 'decimal(38,38)', undefined],
  ['postgres', 'decimal(2,5)', 'numeric(5,5)', 'has more digits than can be kept'],
  ['postgres', 'decimal(5,-2)', 'numeric(7,0)', 'the rounding of'],
  ['oracle', 'number(38,-2)', 'NUMBER(38,0)', 'has more digits than can be kept'],
])('%s keeps of %s first what is before the point', (dialect, physicalType, type, note) => {
  const written = typeOf(dialect, { logicalType: 'number', physicalType });
  expect(written.type).toBe(type);
  expect(note === undefined ? written.note : written.note?.includes(note)).toBe(
    note === undefined ? undefined : true,
  );
});

it('takes what the contract says beside the type', () => {
  const array = { logicalType: 'array', physicalType: 'ARRAY', items: { logicalType: 'integer' } };
  expect(typeOf('postgres', array)).toEqual({ type: 'integer[]' });
  expect(typeOf('duckdb', { physicalType: 'enum', enum: [{ value: "a'b" }] })).toEqual({
    type: "ENUM('a''b')",
  });
  expect(typeOf('mysql', { physicalType: "enum('\\', 'b')" }).type).toBe("enum('\\\\', 'b')");
  const decimal = {
    logicalType: 'number',
    customProperties: [
      { property: 'precision', value: 10 },
      { property: 'scale', value: '2' },
    ],
  };
  expect(typeOf('postgres', decimal)).toEqual({ type: 'numeric(10,2)' });
  expect(
    typeOf('trino', { logicalType: 'integer', logicalTypeOptions: { format: 'u64' } }),
  ).toEqual({ type: 'decimal(20,0)' });
});

it('takes the type for one platform first, if it is one', () => {
  const own = (value: string) => ({
    physicalType: 'text',
    customProperties: [{ property: 'postgresType', value }],
  });
  expect(typeOf('postgres', own('my_schema.mood'))).toEqual({ type: 'my_schema.mood' });
  expect(typeOf('mysql', own('my_schema.mood'))).toEqual({ type: 'text' });
  expect(typeOf('postgres', own('int8'))).toEqual({ type: 'bigint' });
  expect(typeOf('postgres', own('text); drop table x; --')).type).toBe('text');
});
