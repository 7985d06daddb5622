import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { access, fillForAccess } from '../../support/builders/access.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { chaosSeed, seededRandom } from '../../support/chaos/seeded-random.ts';
import { ensureBuilt } from '../../support/chaos/dist.ts';
import { openTcpProxy } from '../../support/chaos/tcp-proxy.ts';
import type { TcpProxy } from '../../support/chaos/tcp-proxy.ts';
import { product } from '../../support/builders/contracts.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

const folder = makeTestFolder();
let api: TestApi;
let workers: TestWorkers;
let proxy: TcpProxy;

beforeAll(() => ensureBuilt());
beforeEach(async () => {
  api = await startApi();
  workers = startWorkers(api);
  await fillForAccess(api);
  proxy = await openTcpProxy(api.address);
});
afterEach(async () => {
  await proxy.close();
  await workers.stop();
  await api.stop();
});
afterAll(() => removeTestFolder(folder));

type Line = { step: string; accessId?: string; platform?: string; detail?: string };
type Ended = { code: number | null; lines: Line[]; err: string };
type Simulator = {
  lines: () => Line[];
  kill: (signal: NodeJS.Signals) => void;
  end: Promise<Ended>;
};

function start(words: string, env: Record<string, string> = {}, host = api.address): Simulator {
  const call = ['dist/local/cli/run.js', 'simulate-provisioner', '--json', '--host', host];
  const child = spawn(process.execPath, [...call, ...words.split(' ').filter(Boolean)], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, CONCORDAT_KEY: api.key, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  // What was cut off in its middle by a kill is no line.
  const lines = () =>
    out
      .slice(0, out.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line.startsWith('{"time"'))
      .map((line) => JSON.parse(line) as Line);
  const end = new Promise<Ended>((resolve) =>
    child.once('close', (code) => resolve({ code, lines: lines(), err: err || out })),
  );
  return { lines, kill: (signal) => void child.kill(signal), end };
}

let states = 0;
const newState = () => `--state ${path.join(folder, `state-${states++}.json`)}`;
const run = (words: string, ...rest: [Record<string, string>?, string?]) =>
  start(words, ...rest).end;
const stepsOf = ({ lines }: { lines: Line[] }) =>
  lines.map(({ step, accessId }) => (accessId === undefined ? step : `${accessId} ${step}`));

async function agree(id: string, change = {}): Promise<void> {
  const body = access(id, { status: 'approved' }, change);
  const answer = await api.send('PUT', `/api/access/${id}`, { body });
  if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${answer.text}`);
}

const cancel = (id: string) => api.send('POST', `/api/access/${id}/cancel`);

async function told(count: number): Promise<void> {
  await until(`${count} beginnings and ends are in the feed`, async () => {
    const types = 'AccessActivatedEvent,AccessDeactivatedEvent';
    return (await api.send('GET', `/api/events?types=${types}`)).json.length === count;
  });
}

async function statusOf(id: string): Promise<string | undefined> {
  return (await api.send('GET', `/api/access/${id}/provisioning`)).json.status;
}

/** The reported statuses of an access, oldest first. */
async function reportsOf(id: string): Promise<string[]> {
  const { json } = await api.send('GET', `/api/access/${id}/provisioning/reports`);
  return (json as { status: string }[]).map(({ status }) => status).toReversed();
}

test('killed at any moment, it provisions what is active, takes back what has ended, and reports nothing twice', async () => {
  const random = seededRandom(chaosSeed());
  const state = newState();
  const ids = Array.from({ length: 14 }, (_, index) => `a${index}`);
  const toEnd = ids.filter((_, index) => index % 2 === 0);
  const events = (async () => {
    for (const id of ids) await agree(id);
    for (const id of toEnd) expect((await cancel(id)).status).toBe(200);
  })();
  const isOver = async (): Promise<boolean> => {
    const { json } = await api.send('GET', '/api/access?pageSize=100');
    const statuses = new Map(json.map((each: any) => [each.id, each.provisioning?.status]));
    return ids.every(
      (id) => statuses.get(id) === (toEnd.includes(id) ? 'deprovisioned' : 'provisioned'),
    );
  };
  let kills = 0;
  await until(
    'everything is as it was agreed',
    async () => {
      const simulator = start(`${state} --delay 15`);
      const wanted = random.between(0, 4);
      const isEnough = async () => simulator.lines().length >= wanted || (await isOver());
      await until('it has done something', isEnough);
      simulator.kill('SIGKILL');
      await simulator.end;
      kills += 1;
      return isOver();
    },
    100_000,
  );
  await events;
  process.stderr.write(`simulator: ${kills} kills\n`);
  expect(kills).toBeGreaterThan(5);
  for (const id of ids) {
    const reports = await reportsOf(id);
    expect(new Set(reports).size).toBe(reports.length);
    const end = toEnd.includes(id) ? ['deprovisioning', 'deprovisioned'] : ['provisioned'];
    expect(reports.slice(-end.length)).toEqual(end);
  }
  await told(ids.length + toEnd.length);
  expect(
    stepsOf(await run(`${state} --once`)).filter((step) => !/skipped|ended/.test(step)),
  ).toEqual([]);
});

test('goes on when the API is away for a while, and ends in order when it is told to', async () => {
  const simulator = start(newState(), {}, new URL(proxy.through(api.address)).origin);
  await agree('first');
  await until('it has begun', async () => (await statusOf('first')) === 'provisioned');
  await proxy.cut();
  await until('it notices', () => simulator.lines().some(({ step }) => step === 'waiting'));
  await agree('second');
  await proxy.mend();
  await until('it goes on', async () => (await statusOf('second')) === 'provisioned');
  // The catalog knows it before the simulator has its answer.
  await until('it has said so', () =>
    simulator
      .lines()
      .some(({ accessId, step }) => accessId === 'second' && step.endsWith('succeeded')),
  );
  simulator.kill('SIGTERM');
  const { code, lines } = await simulator.end;
  expect([code, lines.at(-1)]).toEqual([
    0,
    expect.objectContaining({ step: 'ended', detail: '2 handled, 0 refused' }),
  ]);
});

test('says each step, heeds the platform, and skips what is gone or has ended meanwhile', async () => {
  const ports = [{ name: 'port-0', version: '1.0.0', type: 'Snowflake' }];
  const body = product('lake', [], { outputPorts: ports });
  await api.send('PUT', '/api/dataproducts/lake', { body });
  await agree('ours');
  await agree('theirs', { provider: { dataProductId: 'lake', outputPortId: 'port-0' } });
  await agree('ended');
  await cancel('ended');
  await agree('gone');
  await api.send('DELETE', '/api/access/gone');
  await told(6);
  const only = await run(`${newState()} --once --platform postgres`);
  expect(only.code).toBe(0);
  expect(
    only.lines.map(({ step, accessId, platform, detail }) => [step, accessId, platform, detail]),
  ).toEqual([
    ['provisioning-started', 'ours', 'postgres', undefined],
    ['provisioning-succeeded', 'ours', 'postgres', undefined],
    ['skipped', 'theirs', 'Snowflake', 'not on postgres'],
    ['skipped', 'ended', 'postgres', 'it is no longer active'],
    ['deprovisioning-started', 'ended', 'postgres', undefined],
    ['deprovisioning-succeeded', 'ended', 'postgres', undefined],
    ['skipped', 'gone', 'postgres', 'it is no longer active'],
    ['grant-removed', 'gone', 'postgres', 'it was deleted'],
    ['ended', undefined, undefined, '6 handled, 0 refused'],
  ]);
  const { json: record } = await api.send('GET', '/api/access/ours/provisioning');
  expect(record).toMatchObject({
    platform: 'postgres',
    executor: 'simulator',
    reference: 'simulated-grant-ours',
  });
  const rest = await run(`${newState()} --once --platform snowflake`);
  expect(stepsOf(rest)).toContain('theirs provisioning-succeeded');
});

test('fails as told, the same way each time, and tries again what failed when it reconciles', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const id of ids) await agree(id);
  await told(ids.length);
  const mixed = await run(`${newState()} --once --outcome mixed`);
  const failed = mixed.lines.filter(({ step }) => step === 'provisioning-failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThan(ids.length);
  const failedIds = failed.map(({ accessId }) => accessId);
  const { json: record } = await api.send('GET', `/api/access/${failedIds[0]}/provisioning`);
  expect(record).toMatchObject({ status: 'provisioning-failed', diagnostics: expect.any(String) });

  // From the start again: what was answered is not answered again.
  const again = await run(`${newState()} --once --outcome mixed`);
  expect(again.lines.map(({ step }) => step)).toEqual([...ids.map(() => 'skipped'), 'ended']);
  const mended = await run(`${newState()} --once --reconcile`);
  const tried = mended.lines.filter(({ step }) => step === 'provisioning-succeeded');
  expect(tried.map(({ accessId }) => accessId)).toEqual(failedIds);
  for (const id of ids) expect(await statusOf(id)).toBe('provisioned');
});

test('reconciles without the feed: what ended while its events were lost is taken back', async () => {
  for (const id of ['stays', 'ends']) await agree(id);
  await told(2);
  const state = newState();
  await run(`${state} --once`);
  await cancel('ends');
  await agree('new');
  await told(4);
  const { json: events } = await api.send('GET', '/api/events');
  const place = { host: api.address, lastEventId: events.at(-1).id };
  fs.writeFileSync(state.split(' ')[1] ?? '', JSON.stringify(place));
  expect(stepsOf(await run(`${state} --once --reconcile`))).toEqual([
    'new provisioning-started',
    'new provisioning-succeeded',
    'ends deprovisioning-started',
    'ends deprovisioning-succeeded',
    'ended',
  ]);
});

test('keeps its place in the catalog when it is a connector there', async () => {
  await agree('one');
  await told(1);
  const first = await run('--connector simulator --once');
  expect(stepsOf(first)).toEqual([
    'one provisioning-started',
    'one provisioning-succeeded',
    'ended',
  ]);
  const { json: connector } = await api.send('GET', '/api/connectors/simulator');
  expect(connector.state.lastEventId).toMatch(/^[0-9a-f-]{36}$/);
  expect(stepsOf(await run('--connector simulator --once'))).toEqual(['ended']);
  expect(fs.existsSync(path.join(folder, 'simulate-provisioner.json'))).toBe(false);
});

test('says what it may not do, and goes on behind it', async () => {
  await agree('one');
  await agree('two');
  await told(2);
  const { text: key } = await api.newKey('organization_read');
  const { code, lines } = await run(`${newState()} --once`, { CONCORDAT_KEY: key });
  expect([code, lines.map(({ step }) => step)]).toEqual([1, ['refused', 'refused', 'ended']]);
  expect(lines[0]?.detail).toMatch(/\(403\)$/);
});

test.each([
  ['--once', { CONCORDAT_KEY: '' }, 2, '--key <key> is missing'],
  ['--once --delay soon', {}, 2, '--delay soon is not a number of milliseconds'],
  ['--once --outcome maybe', {}, 2, 'use one of succeed, fail, mixed'],
  ['--once --host ftp://x', {}, 2, '--host is given more than once'],
  ['--once --state package.json', {}, 1, 'is not a state file of the simulator'],
  ['--once', { CONCORDAT_KEY: 'wrong' }, 1, 'The feed cannot be read: The API key was not found'],
])('with %s %j ends with %i and says why', async (words, env, code, reason) => {
  const ended = await run(words, env);
  expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(reason)]);
});

test('does not take the place in the feed of another catalog for its own', async () => {
  const file = path.join(folder, 'other.json');
  fs.writeFileSync(file, JSON.stringify({ host: 'http://elsewhere', lastEventId: 'x' }));
  const { code, err } = await run(`--once --state ${file}`);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('has the position in the feed of http://elsewhere'),
  ]);
});
