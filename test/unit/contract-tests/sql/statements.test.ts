import { sqlDialects } from '../../../../jobs/contract-tests/sql/dialects.ts';
import { duckdb } from '../../../../jobs/contract-tests/sql/duckdb/dialect.ts';
import { postgres } from '../../../../jobs/contract-tests/sql/postgres/dialect.ts';
import {
  duplicateSamplesStatement,
  duplicatesStatement,
  frequencyStatement,
  orphanSamplesStatement,
  orphansStatement,
} from '../../../../jobs/contract-tests/sql/statements.ts';
import { cell, typed } from './bind-values.ts';

const keys = ['"a"', '"b"'];

describe('the statements of a table', () => {
  it('read it once for all that can be counted', () => {
    const expressions = [
      { name: 'row_count', aggregate: 'count(*)' },
      { name: 'value_0', countWhere: '"a" is null' },
    ];
    expect(postgres.aggregate('"s"."t"', expressions)).toBe(
      'select count(*) as "row_count",\n' +
        '  count(*) filter (where "a" is null) as "value_0"\n' +
        'from "s"."t"',
    );
  });

  it('count groups of equal values, and all rows only when asked', () => {
    expect(duplicatesStatement(postgres, 't', { keys, withRowCount: false })).toBe(
      'select count(*) as "duplicate_count"\nfrom (select count(*) as "group_size"\nfrom t\n' +
        'group by "a", "b"\nhaving count(*) > 1) duplicate_groups',
    );
    expect(duplicatesStatement(postgres, 't', { keys, withRowCount: true })).toBe(
      'select sum(case when "group_size" > 1 then 1 else 0 end) as "duplicate_count", ' +
        'sum("group_size") as "row_count"\n' +
        'from (select count(*) as "group_size"\nfrom t\ngroup by "a", "b") all_groups',
    );
  });

  it('show what occurs most often', () => {
    const shown = [{ name: 'a', sql: 'left("a", 9)' }];
    expect(duplicateSamplesStatement(duckdb, 't', { keys, shown, limit: 5 })).toBe(
      'select left("a", 9) as "a", count(*) as "duplicate_count"\nfrom t\ngroup by "a", "b"\n' +
        'having count(*) > 1\norder by count(*) desc\nlimit 5',
    );
  });

  it('look for rows without a match by their complete combination', () => {
    const sides = {
      child: { relation: 'child', keys },
      parent: { relation: 'parent', keys: ['"x"', '"y"'] },
    };
    const rows =
      'where not exists (select 1 from (select "x" as "key_0", "y" as "key_1"\nfrom parent) parent_rows ' +
      'where parent_rows."key_0" = child_rows."key_0" and parent_rows."key_1" = child_rows."key_1")';
    expect(orphansStatement(postgres, sides)).toBe(
      'select count(*) as "orphan_count"\nfrom (select "a" as "key_0", "b" as "key_1"\nfrom child\n' +
        `where "a" is not null and "b" is not null) child_rows\n${rows}`,
    );
    const shown = [{ name: 'key_0', sql: '"key_0"' }];
    expect(orphanSamplesStatement(postgres, sides, { shown, limit: 5 })).toBe(
      'select child_rows."shown_0" as "key_0"\n' +
        'from (select "a" as "key_0", "b" as "key_1", "key_0" as "shown_0"\nfrom child\n' +
        `where "a" is not null and "b" is not null) child_rows\n${rows}\nlimit 5`,
    );
  });

  it('measure the time between moments', () => {
    expect(frequencyStatement(postgres, 't', postgres.epochSeconds(typed('date')))).toBe(
      'select max("moment") as "newest", max("gap") as "largest_gap"\n' +
        'from (select "moment" as "moment", "moment" - lag("moment") over (order by "moment") as "gap"\n' +
        'from (select extract(epoch from "c") as "moment"\nfrom t\nwhere extract(epoch from "c") is not null\n' +
        'group by extract(epoch from "c")) moments) gaps',
    );
  });

  it('group texts of files that spell the same value', () => {
    expect(duckdb.groupKey(cell('text', 'integer'))).toContain('hugeint');
    expect(duckdb.groupKey(cell('text', 'string'))).toBe('"c"');
    expect(duckdb.groupKey(typed('INTEGER'))).toBe('"c"');
    expect(postgres.groupKey(typed('json'))).toBe('cast("c" as jsonb)');
    expect(postgres.groupKey(typed('point'))).toBe('cast("c" as text)');
  });

  it('are written by the file that bears the name of the dialect', () => {
    for (const [name, dialect] of Object.entries(sqlDialects)) expect(dialect.name).toBe(name);
  });

  it('quote names and texts so that nothing breaks out', () => {
    for (const dialect of Object.values(sqlDialects)) {
      const name = dialect.identifier('a"b`c]d');
      expect(name).toMatch(/^(".*"|`.*`|\[.*\])$/);
      expect(dialect.literal("a'b")).toMatch(/^N?'a(''|\\'|\\x27|\\u0027)b'$/);
    }
  });
});
