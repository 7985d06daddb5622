import { NotExpressible } from '../../../../jobs/contract-tests/sql/sql-dialect.ts';
import { cell, onDuckdb, onPostgres, typed } from './bind-values.ts';

const integer = typed('integer', 'integer');
const text = typed('text', 'string');

describe('the rows of Postgres that break a rule', () => {
  it.each([
    [{ kind: 'not-missing' }, integer, '"c" is null'],
    [
      { kind: 'not-missing-values', values: ['', "N'A", 0] },
      integer,
      `"c" is null or cast("c" as varchar) in ('', 'N''A', '0')`,
    ],
    [{ kind: 'min-length', length: 2 }, text, 'length("c") < 2'],
    [{ kind: 'max-length', length: 2 }, integer, 'length(cast("c" as varchar)) > 2'],
    [{ kind: 'pattern', pattern: "a'; drop --" }, text, `not "c" ~ 'a''; drop --'`],
    [{ kind: 'minimum', bound: -1.5 }, integer, '"c" < -1.5'],
    [{ kind: 'minimum', bound: 3 }, text, '"c" < 3'],
    [{ kind: 'maximum', bound: "1' or true" }, integer, `not ("c" <= '1'' or true')`],
    [{ kind: 'maximum', bound: '2026-01-01' }, typed('date'), `not ("c" <= '2026-01-01')`],
    [{ kind: 'not-equal', value: 4 }, integer, '"c" = 4'],
    [{ kind: 'one-of', values: ["o'k", 5, true] }, text, `"c" not in ('o''k', '5', 'true')`],
    [{ kind: 'one-of', values: [1, 2] }, integer, '"c" not in (1, 2)'],
    [{ kind: 'valid', values: ['a'], pattern: '^a' }, text, `"c" not in ('a') or not "c" ~ '^a'`],
    [
      { kind: 'multiple-of', divisor: 0.1 },
      typed('double precision'),
      'not mod(cast("c" as numeric), 0.1) = 0',
    ],
    [{ kind: 'min-items', count: 1 }, typed('text[]'), 'cardinality("c") < 1'],
    [{ kind: 'date-format', format: 'dd.MM.yyyy' }, typed('date'), '1 = 0'],
    [{ kind: 'castable', logicalType: 'integer' }, integer, '1 = 0'],
    [{ kind: 'format', format: 'binary' }, text, '1 = 0'],
  ] as const)('%j of %j', (rule, column, expected) => {
    expect(onPostgres(column, rule)).toBe(expected);
  });

  it('looks for missing members only in objects that are there', () => {
    const city = { member: "ci'ty", logicalType: 'string' } as const;
    const expected = `nullif(("c" -> 'ci''ty'), 'null')`;
    expect(onPostgres(typed('jsonb'), { kind: 'not-missing' }, city)).toBe(
      `not ("c" is null) and ${expected} is null`,
    );
  });

  it('tells the items of arrays in arrays apart', () => {
    const items = { items: true, logicalType: 'integer' } as const;
    const sql = onPostgres(typed('jsonb'), { kind: 'minimum', bound: 3 }, items, items);
    expect(sql).toContain('as item_1(value) where exists');
    expect(sql).toMatch(/as item_2\(value\) where .*item_2\.value/);
  });

  it('goes through arrays, composite values and JSON in turn', () => {
    const items = { items: true, logicalType: 'object' } as const;
    const member = { member: 'a"b', logicalType: 'string' } as const;
    const sql = onPostgres(typed('address[]'), { kind: 'min-length', length: 1 }, items, member);
    expect(sql).toBe(
      'exists (select 1 from (select unnest("c") as value) as item_1 where ' +
        'length(cast((item_1.value)."a""b" as varchar)) < 1)',
    );
  });

  it('cannot be written for numbers that SQL has no literal for', () => {
    const rule = { kind: 'minimum', bound: Number.NaN } as const;
    expect(() => onPostgres(integer, rule)).toThrow(NotExpressible);
  });
});

describe('the rows of DuckDB that break a rule', () => {
  const csv = (logicalType?: 'integer' | 'date' | 'string') => cell('text', logicalType);

  it.each([
    [
      { kind: 'minimum', bound: 3 },
      csv(),
      'try_cast("c" as double) < 3 or ("c" is not null and try_cast("c" as double) is null)',
    ],
    [
      { kind: 'not-equal', value: 3 },
      csv('integer'),
      'coalesce(case when cast(try_cast("c" as bigint) as varchar) = "c" then try_cast("c" as bigint) ' +
        String.raw`when regexp_full_match("c", '\s*[+-]?[0-9]+(\.0*)?\s*') then ` +
        'try_cast("c" as hugeint) end = 3, try_cast("c" as double) = 3)',
    ],
    [{ kind: 'not-equal', value: 0.5 }, csv('integer'), 'try_cast("c" as double) = 0.5'],
    [
      { kind: 'minimum', bound: '2026-01-01' },
      csv('date'),
      `try_cast("c" as date) < cast('2026-01-01' as date)`,
    ],
    [
      { kind: 'castable', logicalType: 'date' },
      csv('date'),
      '"c" is not null and case when try_cast("c" as date) is not null then 0 else 1 end = 1',
    ],
    [{ kind: 'pattern', pattern: 'x' }, csv(), `not regexp_matches("c", 'x')`],
    [{ kind: 'pattern', pattern: 'x' }, cell('json'), `not regexp_matches(("c" ->> '$'), 'x')`],
    [
      { kind: 'one-of', values: [1, 2] },
      csv(),
      'try_cast("c" as double) not in (1, 2) or ("c" is not null and try_cast("c" as double) is null)',
    ],
    [{ kind: 'unique-items' }, typed('INTEGER[]'), 'len(list_distinct("c")) < len("c")'],
    [
      { kind: 'min-properties', count: 3 },
      typed('STRUCT(a INTEGER, "b c" VARCHAR)'),
      '(case when "c" is not null then 2 end) < 3',
    ],
    [
      { kind: 'has-member', member: 'B C' },
      typed('STRUCT(a INTEGER, "b c" VARCHAR)'),
      '"c" is not null and not 1 = 1',
    ],
    [
      { kind: 'has-member', member: 'k' },
      typed('MAP(VARCHAR, INTEGER)'),
      `"c" is not null and not map_contains("c", 'k')`,
    ],
  ] as const)('%j of %j', (rule, column, expected) => {
    expect(onDuckdb(column, rule)).toBe(expected);
  });

  it('keeps the types of members of structs in lists', () => {
    const column = typed('STRUCT("a,b" INTEGER, tags VARCHAR[])[]', 'array');
    const items = { items: true, logicalType: 'object' } as const;
    const member = { member: 'A,B', logicalType: 'integer' } as const;
    expect(onDuckdb(column, { kind: 'minimum', bound: 1 }, items, member)).toBe(
      'len(list_filter("c", lambda item_1: (item_1."a,b") < 1)) > 0',
    );
    const tags = { member: 'tags', logicalType: 'array' } as const;
    const tag = { items: true, logicalType: 'string' } as const;
    expect(onDuckdb(column, { kind: 'min-length', length: 1 }, items, tags, tag)).toBe(
      'len(list_filter("c", lambda item_1: len(list_filter((item_1."tags"), lambda item_2: length(item_2) < 1)) > 0)) > 0',
    );
  });

  it('finds members of JSON by any name', () => {
    const member = { member: 'a/b~c', logicalType: undefined } as const;
    expect(onDuckdb(cell('json'), { kind: 'has-member', member: "it's" })).toContain(
      `json_exists("c", '/it''s')`,
    );
    expect(onDuckdb(cell('json'), { kind: 'not-missing' }, member)).toContain(
      `json_extract("c", '/a~1b~0c')`,
    );
  });
});
