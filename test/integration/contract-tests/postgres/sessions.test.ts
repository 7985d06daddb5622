import type { Source, SourceAccess } from '../../../../connectors/connector.ts';
import { until } from '../../../support/until.ts';
import { closeTestSources, countSessions, failureOf, openTestSource } from '../open-test-source.ts';
import { createPrivateDatabase } from './private-database.ts';
import type { PrivateDatabase } from './private-database.ts';
import { runContract, troubles } from '../run-contract.ts';

let database: PrivateDatabase;

beforeAll(async () => {
  database = await createPrivateDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.reset());
afterEach(closeTestSources);

const open = (access: Partial<SourceAccess> = {}, signal?: AbortSignal): Promise<Source> =>
  openTestSource(database.server, { ...database.access, ...access }, signal);

/** Access as a role of its own, which may hold so many connections. */
async function accessOf(role: string, connections: number): Promise<Partial<SourceAccess>> {
  await database.run(`drop role if exists ${role}`);
  await database.run(`create role ${role} login password 'p' connection limit ${connections}`);
  const credentials = {
    DATACONTRACT_POSTGRES_USERNAME: role,
    DATACONTRACT_POSTGRES_PASSWORD: 'p',
  };
  return { credentials };
}

const pid = 'select pg_backend_pid() as id from pg_sleep(0.05)';

describe('the sessions of a source', () => {
  it('are three for statements side by side, opened when they are needed', async () => {
    const source = await open();
    expect(source.concurrency).toBe(3);
    for (let turn = 0; turn < 5; turn += 1) await source.query('select 1 as lazily');
    expect(await countSessions(source, pid, { expected: 1, batch: 1 })).toBe(1);
    expect(await countSessions(source, pid, { expected: 3 })).toBe(3);
    expect(await source.queryRule(pid, 1)).not.toEqual([]);
  });

  it('are as many as the role may have', async () => {
    const source = await open(await accessOf('two_sessions', 2));
    expect(await countSessions(source, pid, { expected: 2 })).toBe(2);
    await source.close();
    const alone = await open(await accessOf('one_session', 1));
    expect(await countSessions(alone, pid, { expected: 1 })).toBe(1);
  });

  it('see the same moment, also after a failure', async () => {
    await database.run('create table t (n int); insert into t values (1)');
    const source = await open();
    const count = 'select count(*) as n from t, pg_sleep(0.05)';
    await source.query(count);
    await database.run('insert into t values (2)');
    await expect(source.query('select no_such_column from t')).rejects.toThrow('does not exist');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => source.query(count)));
    expect(answers.flat()).toEqual([1, 2, 3, 4, 5].map(() => ({ n: 1 })));
    expect(await source.queryRule('select count(*) as n from t', 1)).toEqual([{ n: 1 }]);
    expect(await (await open()).query('select count(*) as n from t')).toEqual([{ n: 2 }]);
  });

  it('are all cancelled when the run is aborted', async () => {
    const controller = new AbortController();
    const source = await open({}, controller.signal);
    const work = [1, 2, 3, 4].map(() => failureOf(source.query('select pg_sleep(71)')));
    const rule = failureOf(source.queryRule('select pg_sleep(71)', 1));
    await until('they run', async () => (await database.running('pg_sleep(71)')) === 4);
    const reason = new Error('stop it');
    controller.abort(reason);
    for (const failure of await Promise.all([...work, rule])) expect(failure).toBe(reason);
    await until('they are gone', async () => (await database.running('pg_sleep(71)')) === 0);
  });

  it('go on without those that the server ends', async () => {
    const source = await open();
    await countSessions(source, pid, { expected: 3 });
    const doomed = failureOf(source.query('select pg_sleep(72)'));
    await until('it runs', async () => (await database.running('pg_sleep(72)')) === 1);
    await database.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%(72)'`,
    );
    expect((await doomed).message).toContain('terminating connection');
    expect(await countSessions(source, pid, { expected: 2 })).toBe(2);
    const endAll = (): Promise<void> =>
      database.run(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and datname = current_database() and application_name = 'concordat'`,
      );
    const answer = (): Promise<string> =>
      source.query('select 1').then(
        () => 'an answer',
        ({ message }: Error) => message,
      );
    await endAll();
    await until('one has begun again', async () => (await answer()) === 'an answer');
    expect(await countSessions(source, pid, { expected: 1 })).toBe(1);
    await endAll();
    await until('it is over', async () => (await answer()) === 'the server closed the connection');
  });

  it('are closed together, and answer nothing afterwards', async () => {
    const source = await open();
    await countSessions(source, pid, { expected: 3 });
    await source.queryRule('select 1', 1);
    await source.close();
    await until('all are gone', async () => (await database.sessions()) === 0);
    await expect(source.query('select 1')).rejects.toThrow('closed');
  });

  it('say that a table stays locked, and go on', async () => {
    await database.run('create table locked (n int)');
    const source = await open();
    await database.whileLocked('locked', async () => {
      expect(await failureOf(source.query('select n from locked'))).toMatchObject({
        name: 'TimeoutError',
        message: 'the table stayed locked for more than 5000 ms',
      });
    });
    expect(await source.query('select n from locked')).toEqual([]);
  });

  it('give integers beyond 2^53 as bigint', async () => {
    const source = await open();
    const [row] = await source.query('select 9007199254740993 as large, 7::bigint as small');
    expect(row).toEqual({ large: 9_007_199_254_740_993n, small: 7 });
  });
});

describe('where a contract leaves something out', () => {
  it('the variables say it; what the contract says counts more', async () => {
    const { host, port, database: name, access } = database;
    await database.run('create schema other; create table other.t (n int)');
    const credentials = {
      ...access.credentials,
      DATACONTRACT_POSTGRES_HOST: host,
      DATACONTRACT_POSTGRES_PORT: String(port),
      DATACONTRACT_POSTGRES_DATABASE: name,
      DATACONTRACT_POSTGRES_SCHEMA: 'other',
    };
    const source = await openTestSource({ type: 'postgresql' }, { ...access, credentials });
    expect((await source.describe(['t'])).get('t')?.relation).toBe('"other"."t"');
    const written = await openTestSource(
      { type: 'postgresql', schema: 'public' },
      { ...access, credentials },
    );
    expect(await written.describe(['t'])).toEqual(new Map());
    expect(written.absence).toBe('it does not exist');
  });

  it('a schema that is not there is named', async () => {
    const source = await openTestSource({ ...database.server, schema: 'nowhere' }, database.access);
    await source.describe(['t']);
    expect(source.absence).toBe("there is no schema 'nowhere'");
  });

  it('a mode of TLS and a port have to be some', async () => {
    const { credentials } = database.access;
    const often = { ...credentials, DATACONTRACT_POSTGRES_SSLMODE: 'often' };
    await expect(open({ credentials: often })).rejects.toThrow(
      'DATACONTRACT_POSTGRES_SSLMODE must be one of disable, prefer, require, verify-full',
    );
    await expect(
      openTestSource({ ...database.server, port: 'x1' }, database.access),
    ).rejects.toThrow('has no valid port: "x1"');
  });
});

describe('a role without the right to read', () => {
  it('a table or a schema has errors for what is in there, and for nothing else', async () => {
    const access = { ...database.access, ...(await accessOf('guest', 9)) };
    await database.run(`create table open (a int not null, b int); create table closed (a int, b int);
      create schema shut; create table shut.t (a int); grant select on open, shut.t to guest; grant usage on schema public to guest`);
    const properties = [
      { name: 'a', required: true },
      { name: 'b', required: true, unique: true },
    ];
    const schema = [
      { name: 'open', properties },
      { name: 'closed', properties },
    ];
    const denied = 'error: Error evaluating check: permission denied for table closed';
    expect(troubles(await runContract({ schema, server: database.server, access }))).toEqual({
      closed__a__field_required: denied,
      closed__b__field_required: denied,
      closed__b__field_unique: denied,
    });
    const shut = [{ name: 't', properties: [{ name: 'a', required: true }] }];
    const inside = { ...database.server, schema: 'shut' };
    expect(troubles(await runContract({ schema: shut, server: inside, access }))).toEqual({
      t__a__field_required: 'error: Error evaluating check: permission denied for schema shut',
    });
    await database.run('drop owned by guest; drop role guest');
  });
});
