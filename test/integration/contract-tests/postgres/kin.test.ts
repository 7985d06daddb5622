import type { Source, SourceAccess } from '../../../../connectors/connector.ts';
import { startReplacingProxy } from '../../../support/servers/replacing-proxy.ts';
import type { ReplacingProxy } from '../../../support/servers/replacing-proxy.ts';
import { until } from '../../../support/until.ts';
import { closeTestSources, countSessions, failureOf, openTestSource } from '../open-test-source.ts';
import { createPrivateDatabase } from './private-database.ts';
import type { PrivateDatabase } from './private-database.ts';

/** What Redshift does not know (PostgreSQL 8.0 knew none of it), each as something that Postgres does not know. */
const redshiftLacks = [
  ['lock_timeout', 'lock_tim_out'],
  ['idle_in_transaction_session_timeout', 'idle_in_transaction_session_tim_out'],
  ['savepoint', 'save_oint'],
  ['pg_export_snapshot', 'pg_exp_rt_snapshot'],
  ['discard all', 'disc_rd all'],
] as const;

/** What CockroachDB does not know. */
const cockroachLacks = [
  ['pg_export_snapshot', 'pg_exp_rt_snapshot'],
  ['pg_cancel_backend', 'pg_canc_l_backend'],
  ['pg_catalog.pg_inherits', 'pg_catalog.pg_inher_ts'],
] as const;

let database: PrivateDatabase;
let proxies: ReplacingProxy[];

beforeAll(async () => {
  database = await createPrivateDatabase();
  const { host, port } = database;
  proxies = await Promise.all(
    [redshiftLacks, cockroachLacks].map((lacks) => startReplacingProxy({ host, port }, lacks)),
  );
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await database.drop();
});
beforeEach(() => database.reset());
afterEach(closeTestSources);

function accessWith(prefix: string): SourceAccess {
  const { access } = database;
  const known = Object.values(access.credentials);
  const names = [`DATACONTRACT_${prefix}_USERNAME`, `DATACONTRACT_${prefix}_PASSWORD`];
  const credentials = Object.fromEntries(names.map((name, index) => [name, known[index] ?? '']));
  return { ...access, allowedHosts: ['127.0.0.1'], credentials };
}

function open(type: string, prefix: string, signal?: AbortSignal): Promise<Source> {
  const [redshift, cockroach] = proxies;
  const proxy = type === 'redshift' ? redshift : cockroach;
  const server = { type, host: '127.0.0.1', port: proxy?.port, database: database.database };
  return openTestSource(server, accessWith(prefix), signal);
}

describe.each([
  ['redshift', 'REDSHIFT', 'redshift'],
  ['cockroach', 'COCKROACH', 'postgres'],
  ['cockroachdb', 'POSTGRES', 'postgres'],
] as const)('a server of type %s with DATACONTRACT_%s_*', (type, prefix, dialect) => {
  it('is read as far as it goes, read-only, in several sessions', async () => {
    await database.run('create table t (id int primary key); insert into t values (1), (2)');
    const source = await open(type, prefix);
    expect(source.dialect).toBe(dialect);
    const statement = 'select count(*) as n, pg_backend_pid() as id from t, pg_sleep(0.05)';
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => source.query(statement)));
    expect(answers.flat().map((row) => row['n'])).toEqual([2, 2, 2, 2, 2, 2]);
    expect(await countSessions(source, statement, { expected: 3 })).toBe(3);
    await expect(source.query('delete from t')).rejects.toThrow('read-only transaction');
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('keeps rules apart', async () => {
    await database.run('create table t (id int primary key); insert into t values (1), (2)');
    const source = await open(type, prefix);
    await source.queryRule("select set_config('work_mem', '99MB', false)", 1);
    const rule = "select current_setting('work_mem') as m from t";
    expect(await source.queryRule(rule, 1)).not.toEqual([{ m: '99MB' }]);
    await expect(source.queryRule('delete from t', 1)).rejects.toThrow('one SELECT statement');
    expect(await source.queryRule('select count(*) as n from t', 1)).toEqual([{ n: 2 }]);
  });

  it('proves nothing of its tables', async () => {
    await database.run(
      'create table t (id int primary key, name varchar(20), price numeric(8, 2))',
    );
    const table = (await (await open(type, prefix)).describe(['T'])).get('T');
    expect(table).toMatchObject({ relation: '"public"."t"', cells: 'typed' });
    expect(table?.columns).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'name', type: 'character varying(20)' },
      { name: 'price', type: expect.stringMatching(/^numeric\(8,2\)$/) },
    ]);
    expect(table?.uniqueKeys ?? []).toEqual([]);
  });

  it('stops what it runs when the run is aborted', async () => {
    const controller = new AbortController();
    const source = await open(type, prefix, controller.signal);
    const work = failureOf(source.query('select pg_sleep(75)'));
    await until('it runs', async () => (await database.running('pg_sleep(75)')) === 1);
    controller.abort(new Error('stop it'));
    expect((await work).message).toBe('stop it');
    await until('it is gone', async () => (await database.running('pg_sleep(75)')) === 0);
  });

  it('says which of its variables is missing', async () => {
    const access = { ...accessWith(prefix), credentials: {} };
    const server = { type, host: '127.0.0.1', database: 'd' };
    const first = type === 'redshift' ? 'REDSHIFT' : 'COCKROACH';
    await expect(openTestSource(server, access)).rejects.toThrow(
      `Required configuration DATACONTRACT_${first}_USERNAME is not set`,
    );
  });
});

describe('Redshift', () => {
  it('tells of external tables and late-binding views where it has its own list of columns', async () => {
    await database.run(`create view svv_columns as select 'public' as table_schema, 'lake' as table_name, 'doc' as column_name,
      1 as ordinal_position, 'super' as data_type, null::int as character_maximum_length, null::int as numeric_precision,
      null::int as numeric_scale`);
    const source = await open('redshift', 'REDSHIFT');
    expect((await source.describe(['lake'])).get('lake')?.columns).toEqual([
      { name: 'doc', type: 'super' },
    ]);
  });
});
