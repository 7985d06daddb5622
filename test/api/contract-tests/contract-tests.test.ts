import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let folder: string;
let source: URL;

const user = 'DATACONTRACT_POSTGRES_USERNAME';
const password = 'DATACONTRACT_POSTGRES_PASSWORD';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'contract-tests-'));
  source = new URL(process.env.TEST_DATABASE_URL ?? '');
  const credentials = {
    [user]: decodeURIComponent(source.username),
    [password]: decodeURIComponent(source.password) || 'none',
  };
  api = await startApi({ sourceCredentials: credentials });
  source.pathname = new URL(api.url).pathname;
  workers = startWorkers(api, {
    allowedDataDirs: [folder],
    allowedHosts: [`127.0.0.1:${source.port}`],
    credentials,
  });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  writeFileSync(path.join(folder, 'good.csv'), 'order_id,status\n1,placed\n2,shipped\n');
  writeFileSync(path.join(folder, 'bad.csv'), 'order_id,status\n1,placed\n1,\n');
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  rmSync(folder, { recursive: true });
});

const file = (name: string) => ({
  server: name,
  type: 'local',
  path: `${name}.csv`,
  format: 'csv',
});
const put = (id: string, change: Record<string, unknown>) =>
  api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id, change) });
const postgres = (change: Record<string, unknown> = {}) => ({
  server: 'db',
  type: 'postgres',
  host: '127.0.0.1',
  port: Number(source.port),
  database: source.pathname.slice(1),
  schema: 'public',
  ...change,
});

describe('POST /api/datacontracts/:id/test', () => {
  it('finds the planted faults in a file and says field, rule and numbers', async () => {
    await put('files', { servers: [file('good'), file('bad')] });
    const answer = await api.send('POST', '/api/datacontracts/files/test?server=bad');
    expect([answer.status, answer.json.result]).toEqual([200, 'failed']);
    const failed = answer.json.checks.filter(
      (check: { result: string }) => check.result === 'failed',
    );
    expect(
      failed.map((check: any) => [check.type, check.field, check.reason, check.details]),
    ).toEqual([
      [
        'field_primary_key_unique',
        'order_id',
        'Actual duplicate_count(order_id) was 1, expected = 0',
        expect.anything(),
      ],
      [
        'field_required',
        'status',
        'Actual missing_count(status) was 1, expected = 0',
        '1 of 2 rows',
      ],
    ]);
    const good = await api.send('POST', '/api/datacontracts/files/test?server=good');
    expect(good.json.result).toBe('passed');
    expect((await api.send('GET', `/api/test-results/${good.json.id}`)).json).toEqual(good.json);
  });

  it('tests a Postgres table', async () => {
    const client = new Client({ connectionString: source.href });
    await client.connect();
    await client.query(
      `create table orders (order_id integer, status text); insert into orders values (1, 'placed'), (2, null), (2, 'x')`,
    );
    await client.end();
    await put('db', { servers: [postgres()] });
    const answer = await api.send('POST', '/api/datacontracts/db/test');
    expect(answer.json.result).toBe('failed');
    const failed = answer.json.checks.filter(
      (check: { result: string }) => check.result === 'failed',
    );
    expect(failed.map((check: any) => `${check.type} ${check.field}`)).toEqual([
      'field_primary_key_unique order_id',
      'field_required status',
    ]);
  });

  it('says in the log how it signed in, and which connections of the team do not fit', async () => {
    const signedIn = async () => {
      const { json } = await api.send('POST', '/api/datacontracts/db/test');
      return json.logs[0].message;
    };
    expect(await signedIn()).toBe('Signed in with the variables of the environment');
    const body = {
      serverType: 'postgres',
      place: 'db.example.com',
      credentials: { USERNAME: 'u', PASSWORD: 'p' },
    };
    await api.send('PUT', '/api/teams/checkout/connections/shop', { body });
    expect(await signedIn()).toBe(
      "Signed in with the variables of the environment: of the connections of team 'checkout', 'shop' (db.example.com), none is for '127.0.0.1'",
    );
    const files = await api.send('POST', '/api/datacontracts/files/test?server=good');
    expect(JSON.stringify(files.json.logs)).not.toContain('Signed in');
  });

  it('takes YAML content types, empty bodies and JSON content types alike', async () => {
    for (const type of ['application/json', 'application/yaml']) {
      const answer = await api.send('POST', '/api/datacontracts/files/test?server=good', {
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(200);
    }
  });

  it.each<[string, () => Promise<unknown>, string, string]>([
    [
      'several servers',
      () => put('several', { servers: [file('good'), file('bad')] }),
      '/api/datacontracts/several/test',
      'server_required',
    ],
    ['no servers', () => put('none', {}), '/api/datacontracts/none/test', 'server_required'],
    [
      'an unknown server',
      () => put('several', { servers: [file('good'), file('bad')] }),
      '/api/datacontracts/several/test?server=x',
      'unknown_server',
    ],
    ['an unknown contract', () => Promise.resolve(), '/api/datacontracts/nope/test', 'not_found'],
    [
      'an untestable type',
      () =>
        put('oracle', {
          servers: [{ server: 'o', type: 'oracle', host: 'h', port: 1, serviceName: 's' }],
        }),
      '/api/datacontracts/oracle/test',
      'tests_not_configured',
    ],
  ])('refuses %s before it starts anything', async (_, prepare, address, code) => {
    await prepare();
    const answer = await api.send('POST', address);
    expect([answer.status, answer.json.code]).toEqual([code === 'not_found' ? 404 : 422, code]);
  });

  it('lists the servers to choose from', async () => {
    const answer = await api.send('POST', '/api/datacontracts/several/test');
    expect(answer.json.detail).toContain("'good', 'bad'");
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a file outside the allowed folders',
      { server: 's', type: 'local', path: '/etc/passwd', format: 'csv' },
      /ALLOWED_DATA_DIRS/,
    ],
    [
      'a path that climbs out',
      { server: 's', type: 'local', path: '../../etc/passwd', format: 'csv' },
      /ALLOWED_DATA_DIRS|does not exist/,
    ],
    [
      'a host that is not allowed',
      {
        server: 's',
        type: 'postgres',
        host: 'db.example.com',
        port: 5432,
        database: 'd',
        schema: 's',
      },
      /ALLOWED_HOSTS/,
    ],
  ])('gives an error result for %s', async (_, server, reason) => {
    await put('refused', { servers: [server] });
    const answer = await api.send('POST', '/api/datacontracts/refused/test');
    expect(answer.status).toBe(200);
    expect(['error', 'failed']).toContain(answer.json.result);
    expect(answer.json.checks[0].reason).toMatch(reason);
  });

  it('gives an error result for a database that refuses, without its password', async () => {
    await put('refuses', { servers: [postgres({ database: 'no_such_database' })] });
    const answer = await api.send('POST', '/api/datacontracts/refuses/test');
    expect([answer.status, answer.json.result]).toEqual([200, 'error']);
    expect(answer.json.checks[0].reason).toContain(`127.0.0.1:${source.port}`);
    if (source.password) expect(answer.text).not.toContain(source.password);
  });

  it('answers 202 with Location for respond-async and for a short wait, and the run can be followed', async () => {
    for (const prefer of ['respond-async', 'wait=0', 'respond-async, wait=10']) {
      const answer = await api.send('POST', '/api/datacontracts/files/test?server=bad', {
        headers: { prefer },
      });
      expect(answer.status).toBe(202);
      const location = answer.headers.get('location') ?? '';
      expect(location).toBe(`/api/test-runs/${answer.json.id}`);
      const run = await until('the run has ended', async () => {
        const { json } = await api.send('GET', location);
        return json.state === 'DONE' && json;
      });
      expect(run).toMatchObject({
        dataContractId: 'files',
        server: 'bad',
        error: null,
        attempt: 1,
      });
      expect((await api.send('GET', `/api/test-results/${run.testResultId}`)).json.result).toBe(
        'failed',
      );
    }
  });

  it('goes on when the client leaves', async () => {
    const before = (await api.database.knex('test_runs').count({ n: '*' }))[0]?.n as number;
    const leave = new AbortController();
    const answer = api
      .send('POST', '/api/datacontracts/files/test?server=good', { signal: leave.signal })
      .catch(() => undefined);
    await until(
      'the run is recorded',
      async () => Number((await api.database.knex('test_runs').count({ n: '*' }))[0]?.n) > before,
    );
    leave.abort();
    await answer;
    await until(
      'the run has ended',
      async () =>
        Number(
          (await api.database.knex('test_runs').whereNull('ended_at').count({ n: '*' }))[0]?.n,
        ) === 0,
    );
    const last = await api.database.knex('test_runs').orderBy('requested_at', 'desc').first();
    expect(last.outcome).toBe('COMPLETED');
  });
});

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'once-1' };

  it('runs a repeated request once and gives the stored answer again', async () => {
    const address = '/api/datacontracts/files/test?server=good';
    const answers = await Promise.all([1, 2, 3].map(() => api.send('POST', address, { headers })));
    const done = answers.filter((answer) => answer.status === 200);
    expect(done.length).toBeGreaterThan(0);
    const again = await api.send('POST', address, { headers });
    expect([again.status, again.json.id]).toEqual([200, done[0]?.json.id]);
    expect(new Set(done.map((answer) => answer.json.id)).size).toBe(1);
    for (const answer of answers)
      if (answer.status !== 200)
        expect([answer.status, answer.json.code]).toEqual([409, 'request_in_progress']);
  });

  it('refuses the key with another request, and keeps keys of different principals apart', async () => {
    const other = await api.send('POST', '/api/datacontracts/files/test?server=bad', { headers });
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
    const key = (await api.newKey('organization')).text;
    expect(
      (await api.send('POST', '/api/datacontracts/files/test?server=bad', { headers, key })).status,
    ).toBe(200);
  });

  it('joins the work that an earlier request waits for', async () => {
    const join = { 'idempotency-key': 'join-1' };
    const first = await api.send('POST', '/api/datacontracts/files/test?server=good', {
      headers: { ...join, prefer: 'respond-async' },
    });
    expect(first.status).toBe(202);
    const second = await api.send('POST', '/api/datacontracts/files/test?server=good', {
      headers: join,
    });
    expect(second.status).toBe(200);
    const run = (await api.send('GET', `/api/test-runs/${first.json.id}`)).json;
    expect(run.testResultId).toBe(second.json.id);
  });

  it('stores refusals, so that the same request gets the same answer', async () => {
    const refused = { 'idempotency-key': 'refused-1' };
    const first = await api.send('POST', '/api/datacontracts/later/test', { headers: refused });
    expect(first.status).toBe(404);
    await put('later', { servers: [file('good')] });
    expect(
      (await api.send('POST', '/api/datacontracts/later/test', { headers: refused })).text,
    ).toBe(first.text);
  });
});

describe('test runs and results', () => {
  it('cancels a run that waits, and tells a request that waits for it', async () => {
    await workers.stop();
    const started = await api.send('POST', '/api/datacontracts/files/test?server=good', {
      headers: { prefer: 'respond-async' },
    });
    const joined = api.send('POST', '/api/datacontracts/files/test?server=good');
    await until(
      'both are recorded',
      async () =>
        Number(
          (await api.database.knex('work').where({ state: 'QUEUED' }).count({ n: '*' }))[0]?.n,
        ) === 2,
    );
    const cancelled = await api.send('POST', `/api/test-runs/${started.json.id}/cancel`, {
      headers: { 'content-type': 'application/json' },
    });
    expect([cancelled.status, cancelled.json.state]).toEqual([200, 'CANCELLED']);
    const other = await api.database.knex('test_runs').whereNull('ended_at').first('id');
    await api.send('POST', `/api/test-runs/${other.id}/cancel`);
    const waited = await joined;
    expect([waited.status, waited.json.code]).toEqual([409, 'test_run_cancelled']);
    const again = await api.send('POST', `/api/test-runs/${started.json.id}/cancel`);
    expect([again.status, again.json.state]).toEqual([200, 'CANCELLED']);
  });

  it('lets who asked for a run cancel it, and who may edit the contract, and nobody else', async () => {
    await api.send('PUT', '/api/teams/rivals', { body: team('rivals') });
    const { text: rival } = await api.newKey('team', { teamId: 'rivals' });
    const { text: ours } = await api.newKey('team', { teamId: 'checkout' });
    const { text: reader } = await api.newKey('team_read', { teamId: 'checkout' });
    const startAs = async (key: string): Promise<string> => {
      const headers = { prefer: 'respond-async' };
      const address = '/api/datacontracts/files/test?server=good';
      const started = await api.send('POST', address, { headers, key });
      expect(started.status).toBe(202);
      return started.json.id;
    };
    const cancelAs = async (key: string, id: string): Promise<[number, string]> => {
      const { status, json } = await api.send('POST', `/api/test-runs/${id}/cancel`, { key });
      return [status, json.code ?? json.state];
    };
    const run = await startAs(ours);
    expect(await cancelAs(rival, run)).toEqual([403, 'permission_denied']);
    expect(await cancelAs(reader, run)).toEqual([403, 'permission_denied']);
    // A key has the name of its scope here.
    const asked = { state: 'QUEUED', requestedByName: 'team' };
    expect((await api.send('GET', `/api/test-runs/${run}`)).json).toMatchObject(asked);
    const open = '/api/test-runs?dataContractId=files&open=true';
    expect((await api.send('GET', open)).json[0]).toMatchObject({ id: run, ...asked });
    expect(await cancelAs(ours, run)).toEqual([200, 'CANCELLED']);
    expect(await cancelAs(rival, run)).toEqual([403, 'permission_denied']);
    const theirs = await startAs(rival);
    const { text: secondOfRival } = await api.newKey('team', { teamId: 'rivals' });
    expect(await cancelAs(secondOfRival, theirs)).toEqual([403, 'permission_denied']);
    expect(await cancelAs(rival, theirs)).toEqual([200, 'CANCELLED']);
    expect(await cancelAs(ours, await startAs(rival))).toEqual([200, 'CANCELLED']);
  });

  it('answers 404 for runs and results that do not exist', async () => {
    for (const id of ['nope', '01890000-0000-7000-8000-000000000000']) {
      expect((await api.send('GET', `/api/test-runs/${id}`)).status).toBe(404);
      expect((await api.send('GET', `/api/test-results/${id}`)).status).toBe(404);
      expect((await api.send('POST', `/api/test-runs/${id}/cancel`)).status).toBe(404);
    }
  });

  it('counts runs and results on all pages when it is asked to', async () => {
    const count = async (address: string) =>
      (await api.send('GET', address)).headers.get('x-total-count');
    for (const [list, filter] of [
      ['results', 'server=bad&result=failed&from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z'],
      ['runs', 'server=bad&open=false'],
    ]) {
      const address = `/api/test-${list}?dataContractId=files&${filter}`;
      const { json } = await api.send('GET', address);
      expect(json.length).toBeGreaterThan(1);
      expect(await count(`${address}&count=true&size=1`)).toBe(String(json.length));
      expect(await count(`${address}&count=true&p=9`)).toBe(String(json.length));
      expect(await count(address)).toBeNull();
      expect(await count(`/api/test-${list}?server=nope&count=true`)).toBe('0');
    }
    expect(await count('/api/test-results?result=passed&server=bad&count=true')).toBe('0');
    expect(await count('/api/test-results?to=2020-01-01T00:00:00Z&count=true')).toBe('0');
    expect(await count('/api/test-results?from=2100-01-01T00:00:00Z&count=true')).toBe('0');
  });

  it('lists results newest first without checks, pages and filters them', async () => {
    const all = await api.send('GET', '/api/test-results?p=0');
    expect(all.json.length).toBeGreaterThan(5);
    expect(all.json[0]).not.toHaveProperty('checks');
    const times = all.json.map((result: { timestampEnd: string }) => result.timestampEnd);
    expect(times).toEqual([...times].sort().toReversed());
    const bad = await api.send('GET', '/api/test-results?dataContractId=files&server=bad');
    expect(new Set(bad.json.map((r: { result: string }) => r.result))).toEqual(new Set(['failed']));
    const ids: string[] = [];
    for (let address: string | undefined = '/api/test-results?size=2'; address;) {
      const page = await api.send('GET', address);
      ids.push(...page.json.map((result: { id: string }) => result.id));
      address = /<http:\/\/[^/]+([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(ids).toEqual(all.json.map((result: { id: string }) => result.id));
    expect((await api.send('GET', '/api/test-results?from=2100-01-01T00:00:00Z')).text).toBe('[]');
    expect((await api.send('GET', '/api/test-results?from=never')).status).toBe(400);
  });
});
