import net from 'node:net';
import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import { until } from '../../../support/until.ts';
import { createPrivateDatabase } from './private-database.ts';
import type { PrivateDatabase } from './private-database.ts';
import { runContract, troubles } from '../run-contract.ts';

let database: PrivateDatabase;

beforeAll(async () => {
  database = await createPrivateDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.reset());

/** Part of every statement on the view `slow`. */
const slowScan = 'from "public"."slow"';

type Options = Partial<Parameters<typeof runContract>[0]>;

const run = (schema: unknown[], options: Options = {}): Promise<ContractTestOutcome> =>
  runContract({ schema, server: database.server, access: database.access, ...options });

describe('an aborted run', () => {
  it('rejects with the reason and cancels what the server runs', async () => {
    await database.run('create view slow as select 1 as id from pg_sleep(60)');
    const controller = new AbortController();
    const outcome = run([{ name: 'slow', properties: [{ name: 'id', required: true }] }], {
      signal: controller.signal,
    });
    const settled = outcome.then(
      () => 'resolved',
      (error: unknown) => error,
    );
    await until('the view is read', async () => (await database.running(slowScan)) > 0);
    const reason = new Error('stop it');
    controller.abort(reason);
    expect(await settled).toBe(reason);
    await until('the server stopped', async () => (await database.running(slowScan)) === 0);
  });

  it('does not even connect when it was aborted before', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(run([{ name: 't' }], { signal })).rejects.toThrow('too late');
  });
});

describe('a connection', () => {
  it('that the server ends in the middle leaves errors, and what was known before', async () => {
    await database.run('create view slow as select 1 as id from pg_sleep(60)');
    const access = { ...database.access, statementTimeoutMs: 2_000 };
    const properties = [{ name: 'id', required: true, unique: true }];
    const outcome = run([{ name: 'slow', properties }], { access });
    await until('the view is read twice', async () => (await database.running(slowScan)) === 2);
    await database.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%"slow"%'`,
    );
    const { result, checks } = await outcome;
    expect(result).toBe('error');
    expect(checks.map((check) => check.result)).toEqual(['passed', 'error', 'error']);
  });

  it('to a server that says nothing ends when the run is aborted', async () => {
    const sockets: net.Socket[] = [];
    const silent = net.createServer(
      (socket) => void sockets.push(socket.on('error', () => undefined)),
    );
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as net.AddressInfo;
    const controller = new AbortController();
    const reason = new Error('stop it');
    const access = { ...database.access, allowedHosts: ['127.0.0.1'] };
    const options = {
      access,
      server: { ...database.server, host: '127.0.0.1', port },
      signal: controller.signal,
    };
    const outcome = run([{ name: 't', properties: [{ name: 'a' }] }], options).catch(
      (error: unknown) => error,
    );
    await until('somebody connects', () => sockets.length > 0);
    controller.abort(reason);
    expect(await outcome).toBe(reason);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('reads a wide table in batches', async () => {
    const names = Array.from({ length: 300 }, (_each, index) => `c${index}`);
    await database.run(
      `create table wide (${names.map((name) => `${name} int`).join(', ')}); insert into wide (c0) values (1)`,
    );
    const properties = names.map((name) => ({
      name,
      required: name === 'c0',
      logicalTypeOptions: { minimum: 0, maximum: 5 },
    }));
    const outcome = await run([{ name: 'wide', properties }]);
    expect(outcome.checks).toHaveLength(901);
    expect(troubles(outcome)).toEqual({});
  });
});

describe('a server that cannot be used', () => {
  const schema = [{ name: 't', properties: [{ name: 'a', required: true }] }];

  async function reasonOf(options: Options): Promise<string> {
    const outcome = await run(schema, options);
    expect(outcome.result).toBe('error');
    expect(outcome.checks.map((check) => check.result)).toEqual(['error', 'error']);
    expect(outcome.logs.filter((line) => line.level === 'ERROR')).toHaveLength(1);
    return outcome.checks[0]?.reason ?? '';
  }

  it('is named with host, port and database', async () => {
    const { host, port } = database;
    expect(await reasonOf({ server: { ...database.server, database: 'nowhere' } })).toBe(
      `Could not connect to postgres ${host}:${port}/nowhere: database "nowhere" does not exist`,
    );
    const access = { ...database.access, allowedHosts: [host] };
    expect(await reasonOf({ access, server: { ...database.server, port: 1 } })).toMatch(
      new RegExp(`^Could not connect to postgres ${host}:1/.*ECONNREFUSED`),
    );
  });

  it('is not contacted unless its host is on the list', async () => {
    const access = { ...database.access, allowedHosts: ['elsewhere', `${database.host}:1`] };
    expect(await reasonOf({ access })).toContain(
      'is not allowed; an operator can add it to ALLOWED_HOSTS',
    );
  });

  it.each([
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '0.0.0.0',
    '/var/run/postgresql',
    '2852039166',
  ])('is refused at %s even when the list names it', async (host) => {
    const access = { ...database.access, allowedHosts: [host] };
    expect(await reasonOf({ access, server: { ...database.server, host } })).toMatch(
      /never contacted|Could not resolve/,
    );
  });

  it('needs credentials, a host and a database', async () => {
    const access = { ...database.access, credentials: {} };
    const outcome = await run(schema, { access });
    const reason = 'Required configuration DATACONTRACT_POSTGRES_USERNAME is not set';
    expect(outcome.result).toBe('error');
    // As in the reference, the connection has a check of its own.
    expect(outcome.checks.map(({ key, result }) => [key, result])).toEqual([
      ['postgres-connection', 'failed'],
      [expect.any(String), 'error'],
      [expect.any(String), 'error'],
    ]);
    expect(outcome.checks.map((check) => check.reason)).toEqual([reason, reason, reason]);
    expect(await reasonOf({ server: { type: 'postgres' } })).toContain('needs host and database');
    expect(await reasonOf({ server: { type: 'paper' } })).toContain(
      'supported: postgres, postgresql',
    );
  });

  it('does not get a password into the reason, whatever it answers', async () => {
    const listener = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        if (data.length === 8) return void socket.write('N');
        if (data[0] !== 0x70) return void socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
        const said = Buffer.from(`SFATAL\0C28P01\0Mwrong password hunter2-secret\0\0`);
        const head = Buffer.alloc(5);
        head.write('E');
        head.writeInt32BE(said.length + 4, 1);
        socket.end(Buffer.concat([head, said]));
      });
    });
    await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as net.AddressInfo;
    const credentials = {
      DATACONTRACT_POSTGRES_USERNAME: 'u',
      DATACONTRACT_POSTGRES_PASSWORD: 'hunter2-secret',
    };
    const access = { ...database.access, allowedHosts: ['127.0.0.1'], credentials };
    const reason = await reasonOf({
      access,
      server: { ...database.server, host: '127.0.0.1', port },
    });
    listener.close();
    expect(reason).toContain('wrong password ***');
    expect(reason).not.toContain('hunter2');
  });
});
