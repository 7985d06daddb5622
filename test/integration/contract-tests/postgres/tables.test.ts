import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import { createPrivateDatabase } from './private-database.ts';
import type { PrivateDatabase } from './private-database.ts';
import { checkOf, runContract, troubles } from '../run-contract.ts';

let database: PrivateDatabase;

beforeAll(async () => {
  database = await createPrivateDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.reset());

type Options = Partial<Parameters<typeof runContract>[0]>;

const run = (schema: unknown[], options: Options = {}): Promise<ContractTestOutcome> =>
  runContract({ schema, server: database.server, access: database.access, ...options });

describe('a table on Postgres', () => {
  it('passes when it keeps what the contract says', async () => {
    await database.run(`create table t (id bigint, name varchar(20), day date);
      insert into t values (1, 'ab', '2024-01-01'), (2, 'cd', '2024-01-02')`);
    const properties = [
      {
        name: 'id',
        logicalType: 'integer',
        physicalType: 'bigint',
        primaryKey: true,
        logicalTypeOptions: { minimum: 1 },
      },
      {
        name: 'name',
        physicalType: 'varchar',
        required: true,
        logicalTypeOptions: { pattern: '^[a-d]+$', maxLength: 2 },
      },
      {
        name: 'day',
        logicalType: 'date',
        logicalTypeOptions: { exclusiveMinimum: '2023-12-31', maximum: '2024-01-02' },
      },
    ];
    const outcome = await run([
      { name: 't', properties, quality: [{ metric: 'rowCount', mustBeBetween: [2, 2] }] },
    ]);
    expect(troubles(outcome)).toEqual({});
    expect(outcome.result).toBe('passed');
    expect(outcome.checks.every((check) => check.engine === 'concordat')).toBe(true);
  });

  it('is called by rules as it is called, and so are its columns', async () => {
    await database.run(`create table "Two" ("Amount" int, amount int, "a.b" int, "x""y" int, plain int);
      insert into "Two" values (1, -1, -2, -3, -4); create table two (amount int)`);
    const rule = (mustBe: number): unknown[] => [
      { type: 'sql', query: 'select count(*) from {table} where {column} < 0', mustBe },
      { type: 'sql', query: `select count(*) from "{table}" where '{column}' = ''`, mustBe: 0 },
    ];
    const properties = [
      { name: 'Amount', quality: rule(0) },
      { name: 'amount', quality: rule(1) },
      { name: 'a.b', quality: rule(1) },
      { name: 'x"y', quality: rule(1) },
      { name: 'PLAIN', quality: rule(1) },
    ];
    const outcome = await run([{ name: 'Two', properties }]);
    expect(outcome.checks.filter(({ category }) => category === 'quality')).toHaveLength(10);
    expect(troubles(outcome)).toEqual({});
  });

  it('may be named with its schema, that of the server or another', async () => {
    await database.run(`create schema sales; create table sales.orders (id int not null, "Amount" int);
      create table customers (id int not null); create table "sales.odd" (id int not null);
      insert into sales.orders values (7, 8); insert into customers values (9)`);
    const quality = (mustBe: number, column = 'id'): unknown => [
      { type: 'sql', query: `select max(${column}) from {model}`, mustBe },
    ];
    const id = { name: 'id', required: true };
    const schema = [
      { name: 'a', physicalName: 'public.customers', properties: [id], quality: quality(9) },
      {
        name: 'b',
        physicalName: 'sales.Orders',
        properties: [{ ...id, relationships: [{ to: 'a.id' }] }],
        quality: quality(8, '"Amount"'),
      },
      { name: 'c', physicalName: 'sales.odd', properties: [id] },
      { name: 'd', physicalName: 'nowhere.orders', properties: [id] },
      { name: 'e', physicalName: 'x.sales.orders', properties: [id] },
    ];
    const found = troubles(await run(schema));
    const absent = (name: string): string =>
      `Could not read model '${name}': it does not exist on server 'under-test'`;
    expect(found).toEqual({
      'sales.Orders__id__field_foreign_key': 'failed: Actual orphan_count(id) was 1, expected = 0',
      'nowhere.orders__id__field_is_present': `failed: ${absent('nowhere.orders')}`,
      'nowhere.orders__id__field_required': `unknown: ${absent('nowhere.orders')}`,
      'x.sales.orders__id__field_is_present': `failed: ${absent('x.sales.orders')}`,
      'x.sales.orders__id__field_required': `unknown: ${absent('x.sales.orders')}`,
    });
  });

  it('says of each broken rule how many rows break it', async () => {
    await database.run(`create table t (id int, name text, day date);
      insert into t values (1, '', '2024-01-01'), (1, 'long', '2025-01-01'), (null, null, null), (null, 'ok', null), (7, 'x', null)`);
    const properties = [
      {
        name: 'id',
        physicalType: 'bigint',
        unique: true,
        required: true,
        logicalTypeOptions: { maximum: 6 },
      },
      {
        name: 'name',
        logicalTypeOptions: { minLength: 1, maxLength: 3, pattern: '^[a-z]*$' },
        enum: ['ok', 'x'],
      },
      {
        name: 'day',
        logicalType: 'timestamp',
        logicalTypeOptions: { exclusiveMaximum: '2025-01-01' },
      },
      { name: 'gone', required: true },
    ];
    const quality = [{ metric: 'rowCount', mustBeGreaterThan: 9, severity: 'low' }];
    const outcome = await run([{ name: 't', properties, quality }]);
    expect(troubles(outcome)).toEqual({
      t__id__field_physical_type:
        "failed: expected physical type 'bigint' but the column is 'integer'",
      t__id__field_required: 'failed: Actual missing_count(id) was 2, expected = 0',
      t__id__field_unique: 'failed: Actual duplicate_count(id) was 2, expected = 0',
      t__id__field_maximum: 'failed: Actual invalid_count(id) was 1, expected = 0',
      t__name__field_min_length: 'failed: Actual invalid_count(name) was 1, expected = 0',
      t__name__field_max_length: 'failed: Actual invalid_count(name) was 1, expected = 0',
      t__name__field_enum: 'failed: Actual invalid_count(name) was 2, expected = 0',
      t__day__field_type: "failed: column: expected type 'timestamp' but got 'date'",
      t__day__field_not_equal: 'failed: Actual invalid_count(day) was 1, expected = 0',
      t__gone__field_is_present: "failed: Required column 'gone' is missing",
      t__gone__field_required: "failed: Column 'gone' not found",
      t__row_count: 'warning: Actual row_count(t) was 5, expected > 9',
    });
    expect(checkOf(outcome, 't__id__field_required')).toMatchObject({
      details: '2 of 5 rows',
      totalNumber: 5,
      failedNumber: 2,
    });
    expect(outcome.result).toBe('failed');
  });

  it('passes everything but the row count while it is empty', async () => {
    await database.run('create table t (id int, name text)');
    const properties = [
      { name: 'id', primaryKey: true, logicalTypeOptions: { minimum: 5 } },
      { name: 'name', required: true },
    ];
    const outcome = await run([
      { name: 't', properties, quality: [{ rule: 'rowCount', mustBeGreaterThan: 0 }] },
    ]);
    expect(Object.keys(troubles(outcome))).toEqual(['t__row_count']);
  });

  it('may have any name, and its columns any case', async () => {
    await database.run(`create table "Wëird "" ta'ble; --" ("Sel""ect" int, "ÄÖ" text, "MIXED" int);
      insert into "Wëird "" ta'ble; --" values (1, 'ß', 3)`);
    const properties = [
      { name: 'Sel"ect', required: true, unique: true },
      { name: 'ÄÖ', enum: ["it's", 'ß'] },
      { name: 'mixed', logicalTypeOptions: { minimum: 3 } },
    ];
    const outcome = await run([{ name: 'x', physicalName: `Wëird " ta'ble; --`, properties }]);
    expect(troubles(outcome)).toEqual({});
    await database.run('create table "Orders" (id int)');
    expect(troubles(await run([{ name: 'orders', properties: [{ name: 'ID' }] }]))).toEqual({});
  });

  it('that is missing fails its presence and leaves the rest unknown', async () => {
    const schema = [
      {
        name: 'gone',
        properties: [{ name: 'a', required: true }],
        quality: [{ metric: 'rowCount', mustBe: 1 }],
      },
      { name: 'void' },
    ];
    const outcome = await run(schema);
    const reason = "Could not read model 'gone': it does not exist on server 'under-test'";
    expect(troubles(outcome)).toEqual({
      gone__a__field_is_present: `failed: ${reason}`,
      gone__a__field_required: `unknown: ${reason}`,
      gone__row_count: `unknown: ${reason}`,
      void__model_is_present:
        "failed: Could not read model 'void': it does not exist on server 'under-test'",
    });
    expect(outcome.result).toBe('failed');
    expect((await run([{ name: 'nul\0', properties: [{ name: 'a' }] }])).result).toBe('failed');
  });

  it('may be a view or hold enums, domains and arrays', async () => {
    await database.run(`create type mood as enum ('sad', 'ok'); create domain positive as int check (value > 0);
      create table base (m mood, p positive, l text[], j jsonb); insert into base values ('ok', 3, '{a}', '{}');
      create view v as select * from base`);
    const properties = [
      {
        name: 'm',
        physicalType: 'mood',
        enum: ['ok', 'sad'],
        logicalTypeOptions: { minLength: 2 },
      },
      { name: 'p', logicalType: 'integer', logicalTypeOptions: { minimum: 1 } },
      { name: 'l', logicalType: 'array' },
      { name: 'j', logicalType: 'object' },
    ];
    expect(troubles(await run([{ name: 'v', properties }]))).toEqual({});
  });

  it('counts NaN as greater than every number', async () => {
    await database.run(`create table t (id int, n double precision, m numeric);
      insert into t values (1, 'NaN', 'NaN'), (2, '-Infinity', 0), (3, 5, 5), (4, null, null)`);
    const options = { minimum: -1, maximum: 4, multipleOf: 5 };
    const properties = [
      { name: 'n', logicalTypeOptions: options },
      { name: 'm', logicalTypeOptions: options },
    ];
    const outcome = await run([{ name: 't', properties }]);
    const counts = outcome.checks.map(({ key, failedNumber }) => [key, failedNumber]);
    expect(Object.fromEntries(counts)).toMatchObject({
      t__n__field_minimum: 1,
      t__n__field_maximum: 2,
      t__n__field_multiple_of: expect.any(Number),
      t__m__field_minimum: 0,
      t__m__field_maximum: 2,
      t__m__field_multiple_of: 1,
    });
    expect(outcome.checks.filter(({ result }) => result === 'error')).toEqual([]);
  });

  it('whose minimum is above the maximum is an error of the contract', async () => {
    await database.run('create table t (n int)');
    const properties = [{ name: 'n', logicalTypeOptions: { minimum: 10, maximum: 1 } }];
    const { checks } = await run([{ name: 't', properties }]);
    expect(checks.map(({ type, result }) => `${type}: ${result}`)).toContain(
      'field_minimum: error',
    );
  });
});

describe('a rule that Postgres cannot evaluate', () => {
  it('is an error of its own and spoils no other', async () => {
    await database.run(
      `create table t (a text, b int, c text); insert into t values ('x', 1, 'y'), (null, 2, 'z')`,
    );
    const properties = [
      { name: 'a', required: true, logicalTypeOptions: { pattern: '([' } },
      { name: 'b', logicalTypeOptions: { minimum: 'no number', maximum: 1 }, required: true },
      { name: 'c', logicalTypeOptions: { minimum: 3 }, unique: true },
    ];
    const outcome = await run([
      { name: 't', properties, quality: [{ metric: 'rowCount', mustBe: 2 }] },
    ]);
    expect(troubles(outcome)).toEqual({
      t__a__field_required: 'failed: Actual missing_count(a) was 1, expected = 0',
      t__a__field_regex: expect.stringMatching(
        /^error: Error evaluating check: invalid regular expression/,
      ),
      t__b__field_minimum: expect.stringMatching(
        /^error: Error evaluating check: invalid input syntax/,
      ),
      t__b__field_maximum: 'failed: Actual invalid_count(b) was 1, expected = 0',
      t__c__field_minimum: expect.stringMatching(
        /^error: Error evaluating check: operator does not exist/,
      ),
    });
    expect(outcome.result).toBe('error');
  });

  it('may hold any text', async () => {
    await database.run(`create table t (a text); insert into t values ('x')`);
    const texts = ['a\0b', "'; drop table t; --", '\\', '\ud800', '$$', '%s', 'x'.repeat(100_000)];
    for (const text of texts) {
      const options = { pattern: text, minimum: text };
      const properties = [
        { name: 'a', required: true, enum: ['x', text], logicalTypeOptions: options },
      ];
      const outcome = await run([{ name: 't', properties }]);
      expect(checkOf(outcome, 't__a__field_required').result).toBe('passed');
      expect(['error', 'passed']).toContain(checkOf(outcome, 't__a__field_enum').result);
    }
  });

  it('cannot write, not even through a function of a view', async () => {
    await database.run(`create table log (n int); create table t (id int); insert into t values (1);
      create function note() returns int language plpgsql as 'begin insert into log values (1); return 1; end';
      create view v as select note() as id from t`);
    const outcome = await run([{ name: 'v', properties: [{ name: 'id', required: true }] }]);
    expect(checkOf(outcome, 'v__id__field_required')).toMatchObject({
      result: 'error',
      reason: 'Error evaluating check: cannot execute INSERT in a read-only transaction',
    });
    await database.run(
      `do $$ begin if exists (select from log) then raise 'written'; end if; end $$`,
    );
  });

  it('is stopped after the time that one statement may take', async () => {
    await database.run('create view slow as select 1 as id, 2 as other from pg_sleep(3600)');
    const access = { ...database.access, statementTimeoutMs: 200 };
    const properties = [
      { name: 'id', required: true },
      { name: 'other', required: true, unique: true },
    ];
    const outcome = await run([{ name: 'slow', properties }], { access });
    expect(checkOf(outcome, 'slow__id__field_required')).toMatchObject({
      result: 'error',
      reason: 'Error evaluating check: the statement took longer than 200 ms',
    });
  });
});
