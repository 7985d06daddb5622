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

const run = (properties: unknown[]): Promise<ContractTestOutcome> =>
  runContract({
    schema: [{ name: 't', properties }],
    server: database.server,
    access: database.access,
  });

describe('types of Postgres', () => {
  it('have samples where they are arrays of texts', async () => {
    await database.run(`create table t (id int, tags text[], codes varchar(9)[]);
      insert into t values (1, '{a,b}', '{x,x}'), (2, '{}', '{y}')`);
    const array = (options: object): object => ({
      logicalType: 'array',
      logicalTypeOptions: options,
    });
    const outcome = await run([
      { name: 'id', primaryKey: true },
      {
        name: 'tags',
        ...array({ minItems: 1, maxItems: 1 }),
        items: { logicalType: 'string', enum: ['b'] },
      },
      { name: 'codes', ...array({ uniqueItems: true }) },
    ]);
    const samples = (key: string): unknown => checkOf(outcome, key).failedSamples;
    expect(samples('t__tags__field_min_items')).toEqual([{ id: 2, tags: '{}' }]);
    expect(samples('t__tags__field_max_items')).toEqual([{ id: 1, tags: '{a,b}' }]);
    expect(samples('t__codes__field_unique_items')).toEqual([{ id: 1, codes: '{x,x}' }]);
    expect(samples('t__tags[]__field_enum')).toEqual([{ id: 1, tags: '{a,b}' }]);
    expect(outcome.logs.filter(({ level }) => level === 'WARN')).toEqual([]);
  });

  it('that cannot be shown leave a line in the log, which hides what must not be seen', async () => {
    await database.run(`create function fails(n int) returns text language plpgsql stable as
        $$ begin if n is null then return null; end if; return (1 / (n - 7))::text; end $$;
      create view t as select g as id, g as n, fails(g) as later, fails(g) as ssn from generate_series(6, 7) g`);
    const minimum = { logicalTypeOptions: { minimum: 9 } };
    const outcome = await run([
      { name: 'later', unique: true },
      { name: 'n', ...minimum },
    ]);
    expect(checkOf(outcome, 't__n__field_minimum')).toMatchObject({ result: 'failed' });
    const lines = (of: ContractTestOutcome): string[] =>
      of.logs.filter(({ level }) => level === 'WARN').map(({ message }) => message);
    expect(lines(outcome)).toEqual([
      "No samples for check 't__n__field_minimum': division by zero",
    ]);
    const hidden = await run([
      { name: 'ssn', unique: true, classification: 'restricted' },
      { name: 'n', ...minimum },
    ]);
    expect(lines(hidden)).toEqual([
      "No samples for check 't__n__field_minimum': the source refused the query; its error is not shown",
    ]);
  });

  it('compare money as a number', async () => {
    await database.run(`create table t (price money, n numeric);
      insert into t values (1.50, 1.5), (2.25, 7), (null, null)`);
    const outcome = await run([
      {
        name: 'price',
        logicalType: 'number',
        enum: [1.5],
        logicalTypeOptions: { minimum: 2, maximum: 2.2, multipleOf: 0.5 },
        relationships: [{ to: 't.n' }],
      },
      { name: 'n' },
    ]);
    const failures = Object.entries(troubles(outcome)).map(([key, text]) => [
      key.replace('t__price__field_', ''),
      text,
    ]);
    expect(Object.fromEntries(failures)).toEqual({
      minimum: 'failed: Actual invalid_count(price) was 1, expected = 0',
      maximum: 'failed: Actual invalid_count(price) was 1, expected = 0',
      multiple_of: 'failed: Actual invalid_count(price) was 1, expected = 0',
      enum: 'failed: Actual invalid_count(price) was 1, expected = 0',
      foreign_key: 'failed: Actual orphan_count(price) was 1, expected = 0',
    });
  });

  it('are objects where they are composite, in arrays too', async () => {
    await database.run(`create type mood as enum ('ok', 'sad');
      create type street as (name text, no int);
      create type addr as (zip text, "Is Home" boolean, mood mood, street street);
      create table t (id int, home addr, others addr[], moods mood[]);
      insert into t values (1, row('12345', true, 'ok', row('a', 1)),
        array[row('12345', false, 'ok', null)::addr], '{ok}'),
      (2, row('x', null, null, null), array[row('1', null, null, null)::addr, row('12345', null, null, null)::addr], '{sad}'),
      (3, null, '{}', null)`);
    const zip = { name: 'zip', logicalType: 'string', logicalTypeOptions: { minLength: 5 } };
    const object = (...members: object[]): object => ({
      logicalType: 'object',
      properties: [
        zip,
        { name: 'Is Home', logicalType: 'boolean' },
        { name: 'mood', logicalType: 'string' },
        ...members,
      ],
    });
    const street = {
      name: 'street',
      logicalType: 'object',
      properties: [{ name: 'no', logicalType: 'integer', logicalTypeOptions: { minimum: 1 } }],
    };
    const outcome = await run([
      { name: 'id', primaryKey: true },
      { name: 'home', ...object(street) },
      { name: 'others', logicalType: 'array', items: object() },
      { name: 'moods', logicalType: 'array', items: { logicalType: 'string', enum: ['ok'] } },
    ]);
    expect(troubles(outcome)).toEqual({
      't__home.zip__field_min_length': 'failed: Actual invalid_count(home.zip) was 1, expected = 0',
      't__others[].zip__field_min_length':
        'failed: Actual invalid_count(others[].zip) was 1, expected = 0',
      't__moods[]__field_enum': 'failed: Actual invalid_count(moods[]) was 1, expected = 0',
    });
    expect(checkOf(outcome, 't__others[].zip__field_min_length').failedSamples).toHaveLength(1);
    const wrong = troubles(
      await run([
        { name: 'home', logicalType: 'string' },
        { name: 'others', logicalType: 'array', items: { ...object({ name: 'gone' }) } },
      ]),
    );
    expect(wrong).toMatchObject({
      t__home__field_type: "failed: column: expected type 'string' but got 'object'",
      t__others__field_nested_type: "failed: field 'others[].gone' is missing",
    });
  });

  it('of dates and moments are compared with what people write', async () => {
    await database.run(`create table t (d date, at timestamp, atz timestamptz);
      insert into t values ('2026-01-01', '2026-01-01 10:30:00.5', '2026-01-01 12:00:00+02')`);
    const rule = (mustBe: string): unknown[] => [
      { type: 'sql', query: 'select max({column}) from {table}', mustBe },
    ];
    const properties = [
      { name: 'd', quality: [...rule('2026-01-01'), ...rule('2026-01-01T00:00:00Z')] },
      {
        name: 'at',
        quality: [...rule('2026-01-01 10:30:00.5'), ...rule('2026-01-01T10:30:00.500Z')],
      },
      { name: 'atz', quality: [...rule('2026-01-01T10:00:00Z'), ...rule('2026-01-01 10:00')] },
    ];
    expect(troubles(await run(properties))).toEqual({});
    const wrong = await run([{ name: 'd', quality: rule('2026-01-02') }]);
    expect(troubles(wrong)).toEqual({
      t__d__quality_sql_0: 'failed: Actual custom_sql(d) was 2026-01-01, expected = 2026-01-02',
    });
  });
});
