import type { Source, SourceAccess } from '../../../../connectors/connector.ts';
import { until } from '../../../support/until.ts';
import { closeTestSources, failureOf, openTestSource } from '../open-test-source.ts';
import { createPrivateDatabase } from './private-database.ts';
import type { PrivateDatabase } from './private-database.ts';

let database: PrivateDatabase;
let server: Record<string, unknown>;

beforeAll(async () => {
  database = await createPrivateDatabase();
  server = { ...database.server, schema: 'shop' };
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.reset();
  await database.run(`create schema shop; create table shop.t (id int primary key, n int);
    insert into shop.t select i, i from generate_series(1, 10) i; create sequence shop.s;
    create table public.t (other int); create table public.only_public (n int)`);
});
afterEach(closeTestSources);

const open = (access: Partial<SourceAccess> = {}, signal?: AbortSignal): Promise<Source> =>
  openTestSource(server, { ...database.access, ...access }, signal);

/** The server has databases of other tests, too, and shows their locks. */
const heldLocks = `select count(*) from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and d.datname = current_database()`;

const state = `select count(*) as rows, sum(n) as sum, (select last_value from shop.s) as last,
  (select is_called from shop.s) as called, (select count(*) from pg_class where relname = 'made') as made,
  (select count(*) from pg_largeobject_metadata) as objects, (${heldLocks}) as locks,
  current_setting('work_mem') as work_mem, current_setting('transaction_read_only') as read_only from shop.t`;

describe('a rule on Postgres', () => {
  it('is one SELECT, whose tables are those of the schema', async () => {
    const source = await open();
    expect(await source.queryRule('select count(*) from t', 5)).toEqual([{ count: 10 }]);
    expect(
      await source.queryRule(' with x as (select n from t) select max(n) from x ;; \n', 5),
    ).toEqual([{ max: 10 }]);
    expect(await source.queryRule('table t -- a comment', 2)).toHaveLength(2);
    expect(await source.queryRule('select n from t order by n desc', 2)).toEqual([
      { n: 10 },
      { n: 9 },
    ]);
    await expect(source.queryRule('select * from only_public', 1)).rejects.toThrow(
      'relation "only_public" does not exist',
    );
  });

  it('keeps the order of its columns, whatever they are called', async () => {
    const source = await open();
    const rows = await source.queryRule(
      'select count(*), 7 as "2", max(n) as count, 8 as "1" from t',
      1,
    );
    expect(Object.values(rows[0] ?? {})).toEqual([10, 7, 10, 8]);
  });

  it.each([
    ['delete from t', 'a rule must be one SELECT statement: syntax error at or near "from"'],
    ['with x as (delete from t returning 1) select count(*) from x', /data-modifying statement/],
    ['with x as (update t set n = 0 returning 1) select 1', /data-modifying statement/],
    ['select 1; delete from t', /one SELECT statement: syntax error at or near ";"/],
    ['select 1) as a; delete from t; select * from (select 1', /one SELECT statement/],
    ['select 1) as a limit 9; drop table t --', /one SELECT statement/],
    ['commit', /one SELECT statement/],
    ['set transaction read write', /one SELECT statement/],
    ['set session characteristics as transaction read write', /one SELECT statement/],
    ["set work_mem = '1MB'", /one SELECT statement/],
    ['create table made (n int)', /one SELECT statement/],
    ['select 1 as n into made', /one SELECT statement|INTO is not allowed/],
    ['truncate t', /one SELECT statement/],
    ['do $$ begin delete from shop.t; end $$', /one SELECT statement/],
    ["copy t to '/tmp/x'", /one SELECT statement/],
    ["select nextval('s')", 'cannot execute nextval() in a read-only transaction'],
    ["select setval('s', 99)", 'cannot execute setval() in a read-only transaction'],
    ["select set_config('transaction_read_only', 'off', true)", /read-write mode/],
    ['select * from t for update', /cannot execute SELECT FOR UPDATE in a read-only transaction/],
    ['select writes()', 'cannot execute DELETE in a read-only transaction'],
    ['select n from t where n = $1', /parameter/],
    ['/*', /unterminated/],
    ['', /one SELECT statement/],
    ['select 1 \0 as x', /zero byte/],
  ])('%s: is refused and changes nothing', async (sql, message) => {
    await database.run(
      "create function shop.writes() returns int language plpgsql as 'begin delete from shop.t; return 1; end'",
    );
    const source = await open();
    const before = await source.query(state);
    const failure = await failureOf(source.queryRule(sql, 5));
    expect(failure.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(await (await open()).query(state)).toEqual(before);
    expect(await source.queryRule('select count(*) from t', 1)).toEqual([{ count: 10 }]);
  });

  it.each([
    "select set_config('work_mem', '99MB', false)",
    "select set_config('search_path', 'public', false)",
    "select set_config('statement_timeout', '0', false)",
    'select pg_advisory_lock(1), pg_advisory_lock_shared(2)',
    "select pg_notify('x', 'y')",
    // Refused since version 16; before, undone.
    "select lo_create(4711), lo_from_bytea(4712, 'x')",
  ])('%s: leaves nothing behind', async (sql) => {
    const source = await open();
    const before = await source.query(state);
    await source.queryRule(sql, 5).catch(({ message }: Error) => {
      expect(message).toContain('read-only transaction');
    });
    expect(await (await open()).query(state)).toEqual(before);
    const settings = `select current_setting('work_mem') as m, current_setting('search_path') as p,
      current_setting('statement_timeout') as s, (${heldLocks}) as locks`;
    expect(await source.queryRule(settings, 1)).toEqual([
      { m: before[0]?.['work_mem'], p: 'shop', s: '20s', locks: 0 },
    ]);
  });

  it('is stopped by the server after its time, and by us when it lifted the limit', async () => {
    const source = await open({ statementTimeoutMs: 300 });
    const expected = { name: 'TimeoutError', message: 'the statement took longer than 300 ms' };
    expect(await failureOf(source.queryRule('select pg_sleep(3600)', 1))).toMatchObject(expected);
    // A function may set its own limit; that of the statement then has none.
    await database.run(`create function shop.stubborn() returns int language plpgsql set statement_timeout = 0
      as $$ begin loop begin perform pg_sleep(0.1); exception when query_canceled then null; end; end loop; end $$`);
    expect(await failureOf(source.queryRule('select stubborn()', 1))).toMatchObject(expected);
    expect(await source.queryRule('select 1 as n', 1)).toEqual([{ n: 1 }]);
    await until('it is gone', async () => (await database.running('stubborn()')) === 0);
  });

  it('reads no more rows than asked for, and no answer that fills the memory', async () => {
    const source = await open();
    const before = process.memoryUsage().rss;
    expect(await source.queryRule('select * from generate_series(1, 5000000)', 3)).toHaveLength(3);
    const rows = await source.queryRule(
      'select n from t) as a, (select g from generate_series(1, 2000000) g',
      3,
    );
    expect(rows).toHaveLength(3);
    await expect(
      source.queryRule("select repeat('x', 200000000) from generate_series(1, 9)", 9),
    ).rejects.toThrow('the result of the rule is larger than 64 MB');
    expect(process.memoryUsage().rss - before).toBeLessThan(900 * 1024 * 1024);
    expect(await source.queryRule('select 1 as n', 1)).toEqual([{ n: 1 }]);
  });

  it('has a session of the others for itself where the role may have no further one', async () => {
    await database.run('drop role if exists lonely');
    await database.run(
      `create role lonely login password 'p' connection limit 1; grant usage on schema shop to lonely; grant select on shop.t to lonely`,
    );
    const credentials = {
      DATACONTRACT_POSTGRES_USERNAME: 'lonely',
      DATACONTRACT_POSTGRES_PASSWORD: 'p',
    };
    const source = await open({ credentials });
    const query = 'select count(*) as n from shop.t';
    const answers = await Promise.all([
      source.query(query),
      source.queryRule("select set_config('work_mem', '99MB', false) as n", 1),
      source.query(query),
      source.queryRule('select count(*) as n from t', 1),
      source.query("select current_setting('work_mem') as n"),
    ]);
    const [row] = await (await open()).query("select current_setting('work_mem') as n");
    expect(answers).toEqual([[{ n: 10 }], [{ n: '99MB' }], [{ n: 10 }], [{ n: 10 }], [row]]);
    await source.close();
    await database.run('drop owned by lonely; drop role lonely');
  });

  it('leaves the moment of the others as it is where there is another session than the first', async () => {
    await database.run('drop role if exists paired');
    await database.run(
      `create role paired login password 'p' connection limit 2; grant usage on schema shop to paired; grant select on shop.t to paired`,
    );
    const credentials = {
      DATACONTRACT_POSTGRES_USERNAME: 'paired',
      DATACONTRACT_POSTGRES_PASSWORD: 'p',
    };
    const source = await open({ credentials });
    const count = 'select count(*) as n from shop.t, pg_sleep(0.05)';
    const both = async (): Promise<unknown> =>
      (await Promise.all([source.query(count), source.query(count)])).flat();
    expect(await both()).toEqual([{ n: 10 }, { n: 10 }]);
    await database.run('insert into shop.t values (11, 11)');
    for (let turn = 0; turn < 5; turn += 1) {
      await source.queryRule('select count(*) as n from t', 1);
      expect(await both()).toEqual([{ n: 10 }, { n: 10 }]);
    }
    expect(source.remarks?.()).toEqual([]);
    await source.close();
    await database.run('alter role paired connection limit 1');
    const alone = await open({ credentials });
    await alone.queryRule('select 1', 1);
    expect(alone.remarks?.()).toEqual([expect.stringContaining('later snapshot')]);
    await alone.close();
    await database.run('drop owned by paired; drop role paired');
  });

  it('has a session of its own again after the server refused one', async () => {
    await database.run('drop role if exists refused');
    await database.run(
      `create role refused login password 'p' connection limit 1; grant usage on schema shop to refused; grant select on shop.t to refused`,
    );
    const credentials = {
      DATACONTRACT_POSTGRES_USERNAME: 'refused',
      DATACONTRACT_POSTGRES_PASSWORD: 'p',
    };
    const source = await open({ credentials });
    const pid = 'select pg_backend_pid() as pid';
    const [shared] = await source.query(pid);
    expect(await source.queryRule(pid, 1)).toEqual([shared]);
    await database.run('alter role refused connection limit 5');
    expect(await source.queryRule(pid, 1)).not.toEqual([shared]);
    await source.close();
    await database.run('drop owned by refused; drop role refused');
  });

  it('is cancelled with the run', async () => {
    const controller = new AbortController();
    const source = await open({}, controller.signal);
    const rule = failureOf(source.queryRule('select pg_sleep(74)', 1));
    await until('it runs', async () => (await database.running('pg_sleep(74)')) === 1);
    controller.abort(new Error('stop it'));
    expect((await rule).message).toBe('stop it');
    await until('it is gone', async () => (await database.running('pg_sleep(74)')) === 0);
  });
});
