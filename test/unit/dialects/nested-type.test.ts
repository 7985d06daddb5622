import { compareNestedType } from '../../../domain/dialects/types/nested-type.ts';
import type { NestedDeclaration, NestedShape } from '../../../domain/dialects/types/nested-type.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';

const leaf = (type?: string): NestedShape => ({ type, members: [], items: undefined });
const arrayOf = (items: NestedShape, type?: string): NestedShape => ({ type, members: [], items });
const objectOf = (members: Record<string, NestedShape>, type?: string): NestedShape => ({
  type,
  members: Object.entries(members).map(([name, shape]) => ({ name, shape })),
  items: undefined,
});

function compare(
  dialect: TypeDialect,
  shape: NestedShape,
  nativeType: string,
  types: NestedDeclaration['types'] = 'logical',
): ReturnType<typeof compareNestedType> {
  return compareNestedType(dialect, { column: { name: 'x' }, shape, types }, nativeType);
}

const unverifiable = (field: string, type: string, declared: string): string =>
  `${field}: has type '${type}', but the contract specifies '${declared}'. A '${type}' value has no verifiable ` +
  `logical type. If this is intentional, specify \`physicalType: ${type}\`.`;

describe('nested logical types', () => {
  it('name the items that are of another type', () => {
    expect(compare('postgres', arrayOf(leaf('integer'), 'array'), 'text[]')).toEqual({
      errors: ["field 'x[]': expected type 'integer' but got 'string'"],
      expected: 'array(integer)',
      actual: 'array<string>',
    });
    expect(compare('postgres', arrayOf(leaf('integer'), 'array'), 'integer[]').errors).toEqual([]);
    expect(compare('trino', arrayOf(leaf('string')), 'array(varchar)').errors).toEqual([]);
  });

  it('name members that are missing or of another type, in any depth', () => {
    const shape = objectOf({
      code: leaf('string'),
      lines: arrayOf(objectOf({ sku: leaf('string'), count: leaf('integer') }), 'array'),
      gone: leaf('date'),
    });
    expect(
      compare(
        'bigquery',
        shape,
        'STRUCT<CODE STRING, lines ARRAY<STRUCT<sku INT64, count INT64>>>',
      ),
    ).toEqual({
      errors: [
        "field 'x.lines[].sku': expected type 'string' but got 'integer'",
        "field 'x.gone' is missing",
      ],
      expected: 'object(code string, lines array(object(sku string, count integer)), gone date)',
      actual: 'object<CODE string, lines array<object<sku integer, count integer>>>',
    });
  });

  it('read names with blanks', () => {
    const shape = objectOf({ 'b c': leaf('string'), a: leaf('integer') });
    expect(compare('trino', shape, 'row(a integer, "b c" varchar)').errors).toEqual([]);
    expect(compare('duckdb', shape, 'STRUCT(a INTEGER, "b c" VARCHAR)').errors).toEqual([]);
    expect(compare('trino', shape, 'row(a integer, b varchar)').errors).toEqual([
      "field 'x.b c' is missing",
    ]);
  });

  it('say when a type says nothing of its values', () => {
    expect(
      compare('duckdb', objectOf({ blob: leaf('string') }), 'STRUCT(blob BLOB)').errors,
    ).toEqual([unverifiable("field 'x.blob'", 'BLOB', 'string')]);
    expect(compare('postgres', arrayOf(leaf('number')), 'json[]').errors).toEqual([
      unverifiable("field 'x[]'", 'json', 'number'),
    ]);
  });

  it.each([
    ['postgres', 'jsonb'],
    ['snowflake', 'VARIANT'],
    ['snowflake', 'OBJECT'],
    ['bigquery', 'JSON'],
    ['databricks', 'map<string,string>'],
    ['mysql', 'longtext'],
  ] as const)('leave what %s %s holds to the checks of its values', (dialect, type) => {
    const shape = objectOf({ a: objectOf({ b: leaf('integer') }) }, 'object');
    expect(compare(dialect, shape, type).errors).toEqual([]);
  });

  it('leave untyped arrays and JSON inside of objects to the checks of their values', () => {
    expect(compare('snowflake', arrayOf(leaf('integer')), 'ARRAY').errors).toEqual([]);
    const shape = objectOf({ extra: objectOf({ a: leaf('string') }) });
    expect(compare('snowflake', shape, 'OBJECT(extra VARIANT)').errors).toEqual([]);
  });

  it('fail for a column that contains nothing, and for the wrong container', () => {
    expect(compare('postgres', arrayOf(leaf('integer')), 'text').errors).toEqual([
      "column: expected type 'array' but got 'string'",
    ]);
    expect(compare('bigquery', objectOf({ a: leaf() }), 'ARRAY<STRING>').errors).toEqual([
      "column: expected type 'object' but got 'array'",
    ]);
    expect(compare('bigquery', arrayOf(leaf('integer')), 'STRUCT<a INT64>').errors).toEqual([
      "column: expected type 'array' but got 'object'",
    ]);
    expect(compare('duckdb', arrayOf(leaf('integer')), 'STRUCT(').errors).toEqual([
      "column: has type 'STRUCT(', whose structure can't be verified",
    ]);
  });

  it('ask nothing of what is declared without a type', () => {
    expect(compare('duckdb', objectOf({ a: leaf() }), 'STRUCT(a BLOB)').errors).toEqual([]);
  });
});

describe('nested physical types', () => {
  it('compare items with their parameters', () => {
    const shape = arrayOf(leaf('varchar(10)'), 'array');
    expect(compare('postgres', shape, 'character varying(20)[]', 'physical')).toEqual({
      errors: ["field 'x[]': expected type 'varchar(10)' but got 'character varying(20)'"],
      expected: 'array(varchar(10))',
      actual: 'character varying(20)[]',
    });
    expect(compare('postgres', arrayOf(leaf('int4')), 'integer[]', 'physical').errors).toEqual([]);
  });

  it('compare members, and containers inside', () => {
    const shape = objectOf(
      {
        code: leaf('VARCHAR(10)'),
        description: leaf('VARCHAR'),
        tags: arrayOf(leaf('NUMBER'), 'ARRAY'),
      },
      'OBJECT',
    );
    const type = 'OBJECT(code VARCHAR(12), description VARCHAR, tags OBJECT(a INT))';
    expect(compare('snowflake', shape, type, 'physical')).toEqual({
      errors: [
        "field 'x.code': expected type 'VARCHAR(10)' but got 'VARCHAR(12)'",
        "field 'x.tags': expected type 'ARRAY' but got 'OBJECT(a INT)'",
      ],
      expected: 'OBJECT(code VARCHAR(10), description VARCHAR, tags ARRAY(NUMBER))',
      actual: type,
    });
  });

  it('leave the type of the column itself to its own check, but not its structure', () => {
    const shape = arrayOf(leaf('integer'), 'integer[]');
    expect(compare('duckdb', shape, 'BIGINT[]', 'physical')).toMatchObject({
      errors: ["field 'x[]': expected type 'integer' but got 'BIGINT'"],
      expected: 'array(integer)',
    });
    expect(compare('duckdb', shape, 'BIGINT', 'physical').errors).toEqual([
      "column: expected type 'array' but got 'BIGINT'",
    ]);
  });

  it('skip declared types that are none', () => {
    expect(compare('duckdb', arrayOf(leaf('mystery')), 'BIGINT[]', 'physical').errors).toEqual([]);
  });
});
