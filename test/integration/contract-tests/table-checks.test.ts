import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import type { Expectation } from '../../../jobs/contract-tests/plan/planned-check.ts';
import { createPrivateDatabase } from './postgres/private-database.ts';
import type { PrivateDatabase } from './postgres/private-database.ts';
import { checkOf } from './run-contract.ts';
import { runPlanned } from './run-planned.ts';
import type { Wish } from './run-planned.ts';

let database: PrivateDatabase;

beforeAll(async () => {
  database = await createPrivateDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.reset());

type Schema = Parameters<typeof runPlanned>[0]['schema'];

const run = (schema: Schema, wishes: readonly Wish[]): Promise<ContractTestOutcome> =>
  runPlanned({ schema, server: database.server, access: database.access }, wishes);

const column = (name: string) => ({ name, logicalType: undefined });

/** Result, value and reason of each check. */
const told = ({ checks }: ContractTestOutcome): Record<string, string> =>
  Object.fromEntries(
    checks.map(({ key, result, reason }) => [
      key,
      `${result}${reason === undefined ? '' : `: ${reason}`}`,
    ]),
  );

const unique = (...names: string[]): Expectation => ({
  kind: 'unique',
  columns: names.map(column),
});

describe('uniqueness', () => {
  it('counts groups, the nulls as one, and parts of all rows', async () => {
    await database.run(`create table t (a int, b text); insert into t values
      (1, 'x'), (1, 'x'), (1, 'y'), (2, 'x'), (null, null), (null, null), (3, null), (3, null), (4, 'z'), (5, 'z')`);
    const percent = { threshold: { operator: '<=', value: 30 }, unit: 'percent' } as const;
    const outcome = await run(
      [{ name: 't', properties: [{ name: 'a' }, { name: 'b' }] }],
      [
        { key: 'a', field: 'a', expectation: unique('a') },
        { key: 'both', expectation: unique('a', 'b') },
        { key: 'part', expectation: { kind: 'unique', columns: [column('a')], limit: percent } },
        { key: 'gone', expectation: unique('a', 'gone') },
      ],
    );
    expect(told(outcome)).toEqual({
      a: 'failed: Actual duplicate_count(a) was 3, expected = 0',
      both: 'failed: Actual duplicate_count(t) was 3, expected = 0',
      part: 'passed',
      gone: "failed: Column 'gone' not found",
    });
    expect(checkOf(outcome, 'part')).toMatchObject({
      totalNumber: 10,
      failedNumber: 3,
      diagnostics: { percent: 30, row_count: 10 },
    });
    expect(checkOf(outcome, 'both')).toMatchObject({ diagnostics: { columns: ['a', 'b'] } });
    expect(checkOf(outcome, 'a').failedSamples?.[0]).toEqual({ a: 1, duplicate_count: 3 });
    expect(checkOf(outcome, 'a').failedSamples).toContainEqual({ a: null, duplicate_count: 2 });
  });

  it('of values without an equality of their own goes by their text', async () => {
    await database.run(`create table t (j json, p point, x xml);
      insert into t values ('{"a": 1, "b": 2}', '(1,2)', '<a/>'), ('{"b":2,"a":1}', '(1,2)', '<b/>')`);
    const outcome = await run(
      [{ name: 't', properties: [{ name: 'j' }] }],
      ['j', 'p', 'x'].map((name) => ({ key: name, expectation: unique(name) })),
    );
    expect(Object.values(told(outcome)).map((text) => text.slice(0, 6))).toEqual([
      'failed',
      'failed',
      'passed',
    ]);
    expect(checkOf(outcome, 'j').failedSamples).toHaveLength(1);
  });
});

describe('a foreign key', () => {
  const key = (columns: string[], target: string[]): Expectation => ({
    kind: 'foreign-key',
    columns: columns.map(column),
    target: { tableIndex: 1, columns: target.map(column) },
  });

  it('counts rows whose complete combination is not in the other table', async () => {
    await database.run(`create table parent (id int, "Key 0" text); insert into parent values (1, 'a'), (2, 'b'), (null, 'c');
      create table child (id int primary key, parent_id int, key_0 text);
      insert into child values (1, 1, 'a'), (2, 1, 'b'), (3, null, 'zz'), (4, 9, null), (5, 2, 'b'), (6, 7, 'q')`);
    const properties = [
      { name: 'id', primaryKey: true },
      { name: 'parent_id' },
      { name: 'key_0', classification: 'secret' },
    ];
    const outcome = await run(
      [{ name: 'child', properties }, { name: 'parent' }, { name: 'nothing' }],
      [
        { key: 'one', field: 'parent_id', expectation: key(['parent_id'], ['id']) },
        { key: 'two', expectation: key(['parent_id', 'key_0'], ['id', 'key 0']) },
        { key: 'kept', expectation: key(['id'], ['id']), table: 1 },
        { key: 'gone', expectation: key(['parent_id'], ['nope']) },
        {
          key: 'nowhere',
          expectation: {
            kind: 'foreign-key',
            columns: [column('id')],
            target: { tableIndex: 2, columns: [column('id')] },
          },
        },
      ],
    );
    expect(told(outcome)).toEqual({
      one: 'failed: Actual orphan_count(parent_id) was 2, expected = 0',
      two: 'failed: Actual orphan_count(child) was 2, expected = 0',
      kept: 'passed',
      gone: "failed: Column 'nope' not found",
      nowhere: "unknown: The referenced model 'nothing' could not be read",
    });
    expect(checkOf(outcome, 'one').failedSamples).toEqual([
      { id: 4, parent_id: 9 },
      { id: 6, parent_id: 7 },
    ]);
    expect(checkOf(outcome, 'two').failedSamples).toEqual([
      { id: 2, parent_id: 1, key_0: '***' },
      { id: 6, parent_id: 7, key_0: '***' },
    ]);
  });
});

describe('service levels', () => {
  const level = (
    kind: 'freshness' | 'retention' | 'frequency',
    name: string,
    seconds: number,
  ): Expectation => ({
    kind,
    column: column(name),
    seconds,
  });

  it('go by the newest, the oldest and the longest time between', async () => {
    await database.run(`create table t (at timestamptz, naive timestamp, day date, txt text, none timestamptz, n int);
      insert into t select now() - i * interval '1 hour', (now() at time zone 'UTC') - i * interval '1 hour', current_date,
        'x', null, i from generate_series(3, 10) i where i <> 6;
      insert into t values (null, null, null, null, null, null)`);
    const wishes: [string, Expectation][] = [
      ['fresh', level('freshness', 'at', 3 * 3600 + 60)],
      ['stale', level('freshness', 'at', 3600)],
      ['naive', level('freshness', 'naive', 3 * 3600 + 60)],
      ['day', level('freshness', 'day', 2 * 86_400)],
      ['none', level('freshness', 'none', 1)],
      ['kept', level('retention', 'at', 10 * 3600 + 60)],
      ['old', level('retention', 'at', 9 * 3600)],
      ['often', level('frequency', 'at', 3 * 3600 + 60)],
      ['gap', level('frequency', 'at', 3600)],
      ['never', level('frequency', 'none', 3600)],
      ['text', level('freshness', 'txt', 1)],
      ['number', level('freshness', 'n', 1)],
    ];
    const outcome = await run(
      [{ name: 't' }],
      wishes.map(([key, expectation]) => ({ key, expectation })),
    );
    expect(told(outcome)).toEqual({
      fresh: 'passed',
      stale: expect.stringMatching(
        /^failed: Freshness is 1080\ds, which exceeds the threshold of 3600s$/,
      ),
      naive: 'passed',
      day: 'passed',
      none: "failed: No timestamp value found in 'none'",
      kept: 'passed',
      old: expect.stringMatching(/^failed: Retention is 3600\ds, which exceeds/),
      often: 'passed',
      gap: expect.stringMatching(/^failed: Time since the newest value is 1080\ds, which exceeds/),
      never: "failed: No timestamp value found in 'none'",
      text: expect.stringMatching(/^error: /),
      number: expect.stringMatching(/^error: /),
    });
    expect(checkOf(outcome, 'gap').diagnostics).toMatchObject({ largest_gap_seconds: 7200 });
    expect(checkOf(outcome, 'fresh').diagnostics).toMatchObject({
      metric: 'freshness',
      threshold_seconds: 10_860,
      latest_timestamp: expect.stringMatching(/^20\d\d-.*\+00:00$/),
    });
  });

  it('fail on an empty table, whose other rules are kept', async () => {
    await database.run('create table t (at timestamptz)');
    const rule = { kind: 'rows', column: column('at'), rule: { kind: 'not-missing' } } as const;
    const outcome = await run(
      [{ name: 't' }],
      [
        { key: 'fresh', expectation: level('freshness', 'at', 1) },
        { key: 'often', expectation: level('frequency', 'at', 1) },
        { key: 'there', expectation: rule },
        { key: 'unique', expectation: unique('at') },
      ],
    );
    expect(outcome.checks.map(({ result }) => result)).toEqual([
      'failed',
      'failed',
      'passed',
      'passed',
    ]);
  });
});

describe('a rule in SQL', () => {
  it('is judged by its first cell', async () => {
    await database.run(`create table t (a int, s text); insert into t values (1, 'x'), (2, 'y')`);
    const rule = (key: string, query: string, threshold: object): Wish => ({
      key,
      expectation: { kind: 'sql', query, threshold } as Expectation,
    });
    const is = (value: unknown): object => ({ operator: '=', value });
    const outcome = await run(
      [{ name: 't' }],
      [
        rule('count', 'select count(*), 7 from t', is(2)),
        rule('decimal', 'select avg(a) from t', is(1.5)),
        rule('first', 'select a from t order by a desc', is(2)),
        rule('text', 'select max(s) from t', is('y')),
        rule('boolean', 'select true', is(true)),
        rule('other text', 'select max(s) from t', is(5)),
        rule('not', 'select 3', { operator: '!=', value: 3 }),
        rule('between', 'select 3', { operator: 'between', low: 1, high: 3 }),
        rule('null', 'select null::int', { operator: '>=', value: 0 }),
        rule('nothing', 'select a from t where false', is(0)),
        rule('no number', 'select max(s) from t', { operator: '>', value: 1 }),
        rule('broken', 'select nope from t', is(0)),
        rule('writes', 'with x as (delete from t returning 1) select count(*) from x', is(2)),
        rule('two', 'select 1; select 2', is(1)),
      ],
    );
    expect(told(outcome)).toMatchObject({
      count: 'passed',
      decimal: 'passed',
      first: 'passed',
      text: 'passed',
      boolean: 'passed',
      'other text': 'failed: Actual custom_sql(t) was y, expected = 5',
      not: 'failed: Actual custom_sql(t) was 3, expected != 3',
      between: 'passed',
      null: 'failed: Actual custom_sql(t) was None, expected >= 0',
      nothing: 'failed: Actual custom_sql(t) was None, expected = 0',
      'no number': "failed: The query returned 'y', which is not a number to compare with > 1",
      broken: 'error: Error evaluating check: column "nope" does not exist',
      writes: expect.stringMatching(/^error: /),
      two: expect.stringMatching(/^error: /),
    });
    await database.run(
      'do $$ begin if (select count(*) from t) <> 2 then raise $x$deleted$x$; end if; end $$',
    );
  });
});
