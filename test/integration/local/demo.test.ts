import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { Client } from 'pg';

import { createTestDatabase } from '../../support/servers/database.ts';
import { cloneTree, killClones, readFaults, startClone } from '../../support/demo-start.ts';
import type { DemoStart } from '../../support/demo-start.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { expectAsPrinted, readSteps } from '../../support/readme-steps.ts';
import { until } from '../../support/until.ts';

const home = makeTestFolder();
const clone = path.join(home, 'clone');
const dataDir = makeTestFolder();
const faults = readFaults();
const demoFolder = path.join(dataDir, 'demo');

jest.setTimeout(180_000);

beforeAll(() => cloneTree(clone));

afterAll(() => {
  killClones();
  [dataDir, home].forEach(removeTestFolder);
});

const start = async (words: string[], env: NodeJS.ProcessEnv = {}): Promise<DemoStart> =>
  startClone(clone, words, { DATA_DIR: dataDir, ...env });

/** What the loader could have changed, whole, but for the times that requests and the clock note. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await until('all events are in the feed', async () => {
      const { rows } = await client.query('select 1 from events where seq is null and public');
      return rows.length === 0;
    });
    const content: Record<string, string[]> = {};
    const tables = ['documents', 'document_revisions', 'events', 'api_keys', 'access', 'costs'];
    tables.push('follows', 'saved_searches', 'data_product_stars', 'messages', 'contact_tokens');
    for (const table of [...tables, 'test_runs', 'test_results', 'test_checks', 'schedules']) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - '{last_used_at,next_due_at,last_fired_at}'::text[])::text as row from ${table} t order by 1`,
      );
      content[table] = rows.map(({ row }) => row);
    }
    return content;
  } finally {
    await client.end();
  }
}

function privateDatabase(): string {
  const read = (name: string): string => fs.readFileSync(path.join(dataDir, name), 'utf8').trim();
  return `postgres://postgres:${read('postgres-password')}@127.0.0.1:${read('postgres-port')}/concordat`;
}

function digests(): Record<string, string> {
  const folder = path.join(demoFolder, 'files');
  return Object.fromEntries(
    fs.readdirSync(folder).map((name) => {
      const bytes = fs.readFileSync(path.join(folder, name));
      return [name, createHash('sha256').update(bytes).digest('hex')];
    }),
  );
}

const kept = (name: string): string => fs.readFileSync(path.join(demoFolder, name), 'utf8').trim();

async function get<T>(address: string, place: string, init: RequestInit = {}): Promise<T> {
  const headers = { 'x-api-key': kept('api-key'), ...(init.headers as Record<string, string>) };
  const response = await fetch(`${address}${place}`, { ...init, headers });
  expect([place, response.status]).toEqual([place, 200]);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

type Check = {
  type: string;
  model: string;
  field?: string;
  result: string;
  totalNumber?: number;
  failedNumber?: number;
};

/** Faults that a stored result tells of, in the words of the README. */
async function foundFaults(address: string, contract: string, server: string): Promise<string[]> {
  const place = `/api/test-results?dataContractId=${contract}&server=${server}&size=1`;
  const [head] = await get<{ id: string }[]>(address, place);
  const { checks } = await get<{ checks: Check[] }>(address, `/api/test-results/${head?.id ?? ''}`);
  const models = new Set(checks.map(({ model }) => model).filter(Boolean));
  return checks
    .filter(({ result }) => result !== 'passed' && result !== 'unknown')
    .map(({ type, model, field, failedNumber, totalNumber }) => {
      const hits = type === 'row_count' ? totalNumber : failedNumber;
      const place = models.size === 1 ? (field ?? model) : [model, field].filter(Boolean).join('.');
      return `${place} ${type} ${hits ?? Number.NaN}`;
    })
    .sort();
}

/** What people have done in the demo: a page of the web UI shows each of these. */
async function expectActivity(address: string): Promise<void> {
  type Access = { lifecycle: string; provisioning?: { status: string; diagnostics?: string } };
  const accesses = await get<Access[]>(address, '/api/access');
  const states = accesses.map(({ lifecycle }) => lifecycle);
  expect([...new Set(states)].sort()).toEqual(
    ['active', 'expired', 'rejected', 'requested', 'upcoming'].sort(),
  );
  const statuses = accesses.map(({ provisioning }) => provisioning?.status);
  for (const status of ['provisioning', 'provisioned', 'provisioning-failed', 'deprovisioned']) {
    expect(statuses).toContain(status);
  }
  const failed = accesses.find(({ provisioning }) => provisioning?.diagnostics);
  expect(failed?.provisioning?.diagnostics).toContain('| --- | --- |');
  for (const [contract, server] of faults.map((fault) => [fault.contract, fault.server])) {
    const place = `/api/datacontracts/${contract}/test-results/trend?server=${server}&days=31`;
    expect(await get<object[]>(address, place)).toHaveLength(31);
  }
  const branch = '/api/semantics/experimental/namespaces/demo-sales/branches/credit';
  expect(await get(address, branch)).toMatchObject({ status: 'conflicted', conflict_count: 2 });
  const [run] = await get<{ status: string; message: string }[]>(
    address,
    '/api/integrations/demo-barn-files/runs',
  );
  expect(run).toMatchObject({ status: 'FAILED' });
  expect(run?.message).toMatch(/^Nothing was removed: 4 of 8 assets/);
  const drift = await get<object[]>(address, '/api/dataproducts/demo-shop-data/drift');
  expect(drift).toMatchObject([
    {
      outputPortId: 'web-orders',
      differences: [
        { kind: 'type_changed', field: 'ordered_at', expected: 'timestamp', actual: 'VARCHAR' },
      ],
    },
  ]);
  type Revision = { principalName: string; deleted: boolean };
  const contracts = '/api/datacontracts';
  const revisions = await get<Revision[]>(address, `${contracts}/demo-shop-database/versions`);
  const authors = revisions.map(({ principalName }) => principalName);
  expect(authors).toEqual(['Lotte Vermeer', 'Lotte Vermeer', 'Noor Hakvoort']);
  const [last] = await get<Revision[]>(address, `${contracts}/demo-fax-orders/versions`);
  expect(last).toMatchObject({ principalName: 'Noor Hakvoort', deleted: true });
  const costs = await get<object[]>(address, '/api/costs?dataProductId=demo-shop-data');
  expect(costs).toHaveLength(6);
  const keys = await get<{ scope: string; state: string }[]>(address, '/api/api-keys');
  const ofPeople = keys.filter(({ scope }) => scope === 'user').map(({ state }) => state);
  expect([...new Set(ofPeople)]).toEqual(['revoked']);
}

/** No part of the page of a team is empty, and something waits for a decision. */
async function expectParts(address: string): Promise<void> {
  const keys = await get<{ teamId: string | null; state: string }[]>(address, '/api/api-keys');
  for (const team of ['demo-shop', 'demo-commerce', 'demo-logistics']) {
    for (const part of ['notification-channels', 'connections']) {
      const found = await get<object[]>(address, `/api/teams/${team}/${part}`);
      expect({ team, part, found: found.length > 0 }).toEqual({ team, part, found: true });
    }
    const { members } = await get<{ members: object[] }>(address, `/api/teams/${team}`);
    expect({ team, members: members.length > 0 }).toEqual({ team, members: true });
    const own = keys.filter(({ teamId, state }) => teamId === team && state === 'working');
    expect({ team, keys: own.length > 0 }).toEqual({ team, keys: true });
  }
  const open = await get<object[]>(address, '/api/change-requests?status=open');
  expect(open).toHaveLength(2);
  type Findings = { documentCount: number };
  const path = '/api/policies/demo-personal-data/findings';
  await until('the documents are judged by the policy', async () => {
    const { documentCount } = await get<Findings>(address, path);
    return documentCount > 0;
  });
  const schedule = '/api/datacontracts/demo-shop-database/test-schedule';
  expect(await get(address, schedule)).toMatchObject({ source: 'contract', cron: '30 4 * * 1' });
}

/** Lines of the printed table as cells. */
function printedRows(stdout: string): string[][] {
  return stdout
    .split('\n')
    .filter((line) => /^demo-\S+ {2,}\S/.test(line))
    .map((line) => line.split(/ {2,}/));
}

test('bin/start --demo shows planted faults truthfully, and a second time changes nothing', async () => {
  const first = await start(['--demo']);
  expect(first.stderr.split('\n').filter((line) => line.startsWith('demo: '))).toHaveLength(4);
  const rows = printedRows(first.stdout);
  expect(rows.length).toBeGreaterThanOrEqual(6);
  for (const line of first.stdout
    .split('What its tests found')[1]
    ?.split('Try next')[0]
    ?.split('\n') ?? [])
    expect(line.length).toBeLessThanOrEqual(100);
  for (const [contract = '', server = '', , failed, , words = ''] of rows) {
    const planted = faults.filter((each) => each.contract === contract && each.server === server);
    const found = await foundFaults(first.address, contract, server);
    expect(found).toEqual(
      planted.map(({ field, check, hits }) => `${field} ${check} ${hits}`).sort(),
    );
    const isWarning = words.startsWith('warning: ');
    expect(Number(failed)).toBe(isWarning ? 0 : planted.length);
    if (planted.length === 0) expect(words).toBe('–');
    else {
      const [, field = '', count = ''] = /^(?:warning: )?(\S+): ([\d,]+) /.exec(words) ?? [];
      const hits = Number(count.replaceAll(',', ''));
      expect(planted).toContainEqual(expect.objectContaining({ field, hits }));
    }
  }
  // Times differ from run to run.
  const withoutTime = (cells: readonly string[]): string[] => cells.toSpliced(4, 1);
  const shown = printedRows(fs.readFileSync('README.md', 'utf8'));
  expect(rows.map(withoutTime)).toEqual(shown.map(withoutTime));

  await expectParts(first.address);
  await expectActivity(first.address);

  const failed = faults.filter(({ contract }) => contract !== 'demo-catalogue').length;
  expect(first.stdout).toContain(`${failed} failed, 1 warning; 2 tests without a fault.`);

  type Product = { id: string; inputPorts?: Port[]; outputPorts: Port[] };
  type Port = { contractId: string };
  const products = await get<Product[]>(first.address, '/api/dataproducts?teamId=demo-shop');
  const offered = products.flatMap(({ outputPorts }) => outputPorts).map((port) => port.contractId);
  const deliveries = await get<Product>(first.address, '/api/dataproducts/demo-deliveries');
  expect(offered).toContain(deliveries.inputPorts?.[0]?.contractId);

  const commands = first.stdout.split('\n').filter((line) => line.startsWith('KEY='));
  expect(commands).toHaveLength(3);
  const [contract, listed, events] = commands.map((command) =>
    execFileSync('sh', ['-c', command], { encoding: 'utf8' }),
  );
  expect(contract).toContain('id: demo-web-orders\n');
  expect(contract).toContain('# Orders of the web shop, exported every night');
  expect(listed?.trim().split('\n')).toHaveLength(7);
  expect(listed).toContain('order_id: 25 values more than once (field_primary_key_unique)');
  expect(events).toMatch(/Z DataContractCreatedEvent demo-web-orders\n/);

  const steps = readSteps('docs/tour.md', 'Test a table and a Parquet file').map((step) => ({
    ...step,
    command: step.command.replace('.data/demo/api-key', path.join(demoFolder, 'api-key')),
  }));
  expect(steps).toHaveLength(2);
  await expectAsPrinted(steps, { CONCORDAT: first.address });

  const [, ingest = ''] =
    /## Ingest a platform\n[^]*?```sh\n([^]*?)```/.exec(fs.readFileSync('docs/tour.md', 'utf8')) ??
    [];
  const ingested = execFileSync('sh', ['-ec', ingest], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
  });
  expect(ingested.match(/: SUCCESS/g)).toHaveLength(2);
  type Asset = { info: { name: string; description?: string }; columns?: object[] };
  const assets = await get<Asset[]>(first.address, '/api/assets?size=50');
  const asset = (name: string) => assets.find(({ info }) => info.name === name);
  for (const name of ['customers', 'orders', 'plants.csv', 'sales.parquet']) {
    expect([name, asset(name) !== undefined]).toEqual([name, true]);
  }
  expect(asset('demo_shop')?.info.description).toMatch(/^Customers and orders of the web shop/);

  const before = await contentOf(privateDatabase());
  const files = digests();
  const key = kept('api-key');
  await first.stop();

  const second = await start(['--demo']);
  expect(await contentOf(privateDatabase())).toEqual(before);
  expect(digests()).toEqual(files);
  expect(kept('api-key')).toBe(key);
  const again = printedRows(second.stdout);
  expect(again.map(withoutTime)).toEqual(rows.map(withoutTime));
  expect(again.every((cells) => cells[4]?.endsWith('*'))).toBe(true);
  expect(second.stdout).toContain('* stored result of an earlier test');
  expect(`${first.stdout}${second.stdout}${first.stderr}`).not.toContain(kept('postgres-password'));

  // A word of the operator's own under an id of the demo, for the starts to come.
  const body = JSON.stringify({ id: 'demo-logistics', name: 'Ours', type: 'Team' });
  const headers = { 'content-type': 'application/json' };
  await get(second.address, '/api/teams/demo-logistics', { method: 'PUT', headers, body });
  await second.stop();
});

test('without --demo its contracts stay testable, and its secrets are no data', async () => {
  const plain = await start([]);
  const test = '/api/datacontracts/demo-shop-database/test';
  const { result } = await get<{ result: string }>(plain.address, test, { method: 'POST' });
  expect(result).toBe('failed');
  for (const name of ['api-key', 'postgres-password', 'notes.json']) {
    expect(fs.statSync(path.join(demoFolder, name)).mode & 0o777).toBe(0o600);
  }
  const place = '/api/datacontracts/demo-web-orders';
  const contract = await get<{ servers: { path: string }[] }>(plain.address, place);
  const body = JSON.stringify({
    ...contract,
    id: 'probe',
    servers: [
      { server: 'key', type: 'local', format: 'csv', path: path.join(demoFolder, 'api-key') },
    ],
  });
  const headers = { 'content-type': 'application/json' };
  await get(plain.address, '/api/datacontracts/probe', { method: 'PUT', headers, body });
  const probe = await get<{ result: string; logs: { message: string }[] }>(
    plain.address,
    '/api/datacontracts/probe/test',
    { method: 'POST' },
  );
  expect(probe.result).toBe('error');
  expect(JSON.stringify(probe.logs)).toContain('outside the folders that may be read');
  await plain.stop();
});

test('half-made data and a lost key are made again; what others own is left alone and told', async () => {
  const files = digests();
  fs.truncateSync(path.join(demoFolder, 'files', 'sales.parquet'), 1000);
  fs.mkdirSync(path.join(demoFolder, 'files.new'));
  fs.writeFileSync(
    path.join(demoFolder, 'api-key'),
    'ck_o_00000000_00000000000000000000000000000000\n',
  );
  const own = {
    DATACONTRACT_POSTGRES_USERNAME: 'me',
    DATACONTRACT_POSTGRES_PASSWORD: 'hidden-word',
  };
  const third = await start(['--demo'], own);
  expect(digests()).toEqual(files);
  expect(fs.existsSync(path.join(demoFolder, 'files.new'))).toBe(false);
  const row = printedRows(third.stdout).find(([contract]) => contract === 'demo-shop-database');
  expect(row?.slice(2)).toEqual(['–', '–', '–', 'not tested: see below']);
  expect(third.stdout).toContain('DATACONTRACT_POSTGRES_USERNAME, DATACONTRACT_POSTGRES_PASSWORD');
  expect(`${third.stdout}${third.stderr}`).not.toContain('hidden-word');
  expect(third.stdout).toContain('The team demo-logistics was changed outside of the demo');
  expect(await get(third.address, '/api/teams/demo-logistics')).toMatchObject({ name: 'Ours' });
  const keys = (await contentOf(privateDatabase()))['api_keys'];
  expect(keys?.filter((each) => each.includes('"Demo loader"'))).toHaveLength(2);
  await third.stop();
});

test('a demo that cannot be made says so, and Concordat runs', async () => {
  fs.renameSync(demoFolder, `${demoFolder}.aside`);
  fs.writeFileSync(demoFolder, 'in the way');
  const fourth = await start(['--demo']);
  expect(fourth.stderr).toContain('The demo is NOT complete: ');
  expect(fourth.stderr).toContain('it continues where it stopped.');
  expect((await fetch(`${fourth.address}/health/ready`)).status).toBe(200);
  await fourth.stop();
  fs.rmSync(demoFolder);
  fs.renameSync(`${demoFolder}.aside`, demoFolder);
});

test('nothing of the demo is made on a Postgres of the operator', async () => {
  const { url, database, drop } = await createTestDatabase();
  const folder = makeTestFolder();
  const own = { DATA_DIR: folder, DATABASE_URL: url };
  // Files that are complete are not made again.
  fs.cpSync(path.join(demoFolder, 'files'), path.join(folder, 'demo', 'files'), {
    recursive: true,
  });
  let started = await startClone(clone, ['--demo'], own);
  try {
    const row = printedRows(started.stdout).find(([contract]) => contract === 'demo-shop-database');
    expect(row?.[3]).toBe('10');
    const { rows } = await database.knex.raw<{ rows: object[] }>(
      `select nspname from pg_namespace where nspname like 'demo%'
       union all select datname from pg_database where datname like '%demo%'
       union all select rolname from pg_roles where rolname like '%demo%'`,
    );
    expect(rows).toEqual([]);
    await started.stop();
    // A later start runs the demo's own Postgres again, on the same port.
    started = await startClone(clone, [], own);
    const key = fs.readFileSync(path.join(folder, 'demo', 'api-key'), 'utf8').trim();
    const test = `${started.address}/api/datacontracts/demo-shop-database/test`;
    const answer = await fetch(test, { method: 'POST', headers: { 'x-api-key': key } });
    expect(await answer.json()).toMatchObject({ result: 'failed' });
  } finally {
    await started.stop();
    await drop();
    removeTestFolder(folder);
  }
});

describe('words that bin/start does not know', () => {
  const run = (...words: string[]) =>
    spawnSync(path.join(clone, 'bin', 'start'), words, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });

  test.each(['--dmeo', 'demo', '--demo=yes', ''])('"%s" ends with 2 and the right ones', (word) => {
    const { status, stdout, stderr } = run('--demo', word);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`bin/start does not know "${word}"`);
    expect(stderr).toContain('Usage: bin/start [--demo]');
  });

  test('--help prints the usage and starts nothing', () => {
    const { status, stdout, stderr } = run('--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: bin/start [--demo]');
  });
});
