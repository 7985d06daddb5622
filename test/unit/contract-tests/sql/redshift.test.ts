import type { RowRule, Step } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { offendingRows } from '../../../../jobs/contract-tests/sql/offending-rows.ts';
import { redshift } from '../../../../jobs/contract-tests/sql/postgres/redshift.ts';
import { NotExpressible } from '../../../../jobs/contract-tests/sql/sql-dialect.ts';
import type { SqlValue } from '../../../../jobs/contract-tests/sql/sql-dialect.ts';
import { duplicatesStatement } from '../../../../jobs/contract-tests/sql/statements.ts';
import { typed } from './bind-values.ts';

const broken = (column: SqlValue, rule: RowRule, ...steps: Step[]): string =>
  offendingRows(redshift, column, { rule, steps });

const text = typed('character varying(20)', 'string');
const integer = typed('integer', 'integer');
const document = typed('super', 'object');

describe('the rows of Redshift that break a rule', () => {
  it.each<[RowRule, SqlValue, string]>([
    [{ kind: 'not-missing' }, text, '"c" is null'],
    [
      { kind: 'not-missing-values', values: ['', 'N\\A'] },
      integer,
      `"c" is null or cast("c" as varchar) in ('', ('N' || chr(92) || 'A'))`,
    ],
    [{ kind: 'max-length', length: 2 }, text, 'length("c") > 2'],
    [{ kind: 'pattern', pattern: String.raw`^'\d$` }, text, `not "c" ~ ('^''' || chr(92) || 'd$')`],
    [{ kind: 'minimum', bound: 3 }, integer, '"c" < 3'],
    [{ kind: 'maximum', bound: '2024-01-01' }, typed('date'), `not ("c" <= '2024-01-01')`],
    [{ kind: 'one-of', values: ['a', 1] }, text, `"c" not in ('a', '1')`],
    [{ kind: 'one-of', values: [true] }, typed('boolean', 'boolean'), '"c" not in (true)'],
    [
      { kind: 'not-missing-values', values: ['true'] },
      typed('boolean'),
      `"c" is null or case when "c" then 'true' when not "c" then 'false' end in ('true')`,
    ],
    [
      { kind: 'multiple-of', divisor: 0.1 },
      typed('double precision'),
      'not (cast(cast("c" as numeric(38, 10)) as double precision) = cast("c" as double precision) and mod(cast("c" as numeric(38, 10)), 0.1) = 0)',
    ],
    [
      { kind: 'min-items', count: 2 },
      document,
      `case when json_typeof("c") = 'array' then get_array_length("c") end < 2`,
    ],
    [
      { kind: 'max-properties', count: 2 },
      document,
      `case when json_typeof("c") = 'object' then get_number_attributes("c") end > 2`,
    ],
    [
      { kind: 'has-member', member: 'a"b' },
      document,
      '"c" is not null and not "c"."a""b" is not null',
    ],
  ])('%j', (rule, column, expected) => {
    expect(broken(column, rule)).toBe(expected);
  });

  it('looks into SUPER by names', () => {
    const step: Step = { member: 'n', logicalType: 'number' };
    expect(broken(document, { kind: 'minimum', bound: 1 }, step)).toBe(
      `case when json_typeof("c"."n") = 'number' then cast("c"."n" as numeric(38, 10)) end < 1`,
    );
    expect(broken(document, { kind: 'castable', logicalType: 'boolean' }, step)).toBe(
      `"c"."n" is not null and case when json_typeof("c"."n") = 'boolean' then 0 else 1 end = 1`,
    );
  });

  it('cannot look at the items of arrays, and says so', () => {
    const items: Step = { items: true, logicalType: 'number' };
    expect(() => broken(document, { kind: 'minimum', bound: 1 }, items)).toThrow(NotExpressible);
    expect(() => broken(document, { kind: 'unique-items' })).toThrow(
      'Distinct items of arrays cannot be checked on redshift',
    );
  });
});

describe('statements for Redshift', () => {
  it('count without FILTER', () => {
    const expressions = [
      { name: 'count_0', countWhere: '"c" is null' },
      { name: 'newest', aggregate: redshift.epochSeconds({ ...typed('date'), sql: 'max("c")' }) },
    ];
    expect(redshift.aggregate('"public"."t"', expressions)).toBe(
      'select count(case when "c" is null then 1 end) as "count_0",\n' +
        '  extract(epoch from max("c")) as "newest"\nfrom "public"."t"',
    );
  });

  it('group documents by their text', () => {
    const keys = [redshift.groupKey(document), redshift.groupKey(text)];
    expect(duplicatesStatement(redshift, 't', { keys, withRowCount: false })).toContain(
      'group by json_serialize("c"), "c"',
    );
  });

  it('read texts as moments', () => {
    expect(redshift.epochSeconds(text)).toBe('extract(epoch from cast("c" as timestamp))');
  });
});
