import type { BoundColumn } from '../../../jobs/contract-tests/sql/bound-column.ts';
import { offendingRows } from '../../../jobs/contract-tests/sql/offending-rows.ts';
import { aggregateQuery, duplicatesQuery } from '../../../jobs/contract-tests/sql/table-queries.ts';

const text: BoundColumn = {
  dialect: 'postgres',
  cells: 'typed',
  name: 'Na"me',
  type: 'text',
  logicalType: 'string',
};
const integer: BoundColumn = { ...text, name: 'n', type: 'integer', logicalType: 'integer' };
const cell: BoundColumn = {
  dialect: 'duckdb',
  cells: 'text',
  name: 'n',
  type: 'VARCHAR',
  logicalType: 'integer',
};

describe('the SQL of a table', () => {
  it('reads the table once for all rules', () => {
    const rules = [
      { rule: { kind: 'not-missing' }, column: text },
      { rule: { kind: 'minimum', bound: -1.5 }, column: integer },
    ] as const;
    expect(aggregateQuery('"s"."t"', rules)).toBe(
      'select count(*) as row_count,\n' +
        '  count(*) filter (where "Na""me" is null) as count_0,\n' +
        '  count(*) filter (where "n" < -1.5) as count_1\n' +
        'from "s"."t"',
    );
  });

  it('counts groups of equal values', () => {
    expect(duplicatesQuery('t', [text, integer])).toBe(
      'select count(*) as duplicate_count from ' +
        '(select 1 from t group by "Na""me", "n" having count(*) > 1) as duplicate_groups',
    );
  });

  it('quotes every text of a contract', () => {
    expect(offendingRows({ kind: 'pattern', pattern: "a'; drop table t; --" }, text)).toBe(
      `"Na""me" !~ 'a''; drop table t; --'`,
    );
    expect(offendingRows({ kind: 'one-of', values: ["o'k", 5, true] }, text)).toBe(
      `"Na""me" not in ('o''k', '5', 'true')`,
    );
    expect(offendingRows({ kind: 'maximum', bound: "1' or true" }, integer)).toBe(
      `"n" > '1'' or true'`,
    );
  });

  it('looks at values that are no text as text only for lengths and patterns', () => {
    expect(offendingRows({ kind: 'min-length', length: 2 }, integer)).toBe(
      'length(cast("n" as varchar)) < 2',
    );
    expect(offendingRows({ kind: 'one-of', values: [1, 2] }, integer)).toBe('"n" not in (1, 2)');
  });

  it('reads cells of files as the declared type without failing on one', () => {
    expect(offendingRows({ kind: 'minimum', bound: 3 }, cell)).toBe('try_cast("n" as double) < 3');
    expect(offendingRows({ kind: 'castable', logicalType: 'date' }, cell)).toBe(
      '"n" is not null and (try_cast("n" as date) is not null) is not true',
    );
    expect(offendingRows({ kind: 'pattern', pattern: 'x' }, cell)).toBe(
      `not regexp_matches("n", 'x')`,
    );
    expect(duplicatesQuery('t', [cell])).toContain('hugeint');
  });
});
