import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { satisfiesLogicalType, logicalTypeOf } from '../../../domain/dialects/column-types.ts';
import { matchesPhysicalType } from '../../../domain/dialects/physical-type.ts';
import { sqlTypeOf } from '../../../domain/dialects/sql-type.ts';
import { typeSystems } from '../../../domain/dialects/type-systems.ts';
import { normaliseProperties } from '../../../domain/standards/odcs/normalise-property.ts';

function typeOf(dialect: TypeDialect, declared: object) {
  const [property] = normaliseProperties([{ name: 'c', ...declared }]);
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
    expect(
      typeOf(dialect, { physicalType: typeSystems[dialect].types[0]?.names[0] }).note,
    ).toBeUndefined();
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
