import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fillForAccess } from '../../support/builders/access.ts';
import { contract } from '../../support/builders/contracts.ts';
import { kinds } from '../../../cli/documents/kinds.ts';
import { runCli } from '../../support/cli/run-cli.ts';
import type { CliOptions } from '../../support/cli/run-cli.ts';
import { integrations, registerStubSource, table } from '../../support/fakes/stub-source.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let workers: TestWorkers;
const platform = registerStubSource();
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  await fillForAccess(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const call = async (words: string, { env = {}, ...options }: CliOptions = {}) => {
  const split = words.match(/"[^"]*"|\S+/g) ?? [];
  return runCli(
    split.map((word) => word.replaceAll('"', '')),
    { ...options, env: { CONCORDAT_URL: api.address, CONCORDAT_API_KEY: api.key, ...env } },
  );
};
const jsonOf = async (words: string) => {
  const { code, out, error } = await call(`${words} --output json`);
  if (code !== 0) throw new Error(error);
  return JSON.parse(out);
};

it('requests access, decides and ends it', async () => {
  const asked = await call(
    'access request shop port-0 --team marketing --purpose "Prices of the shop"',
  );
  expect(asked.out).toMatch(/^Access \S+ is requested\.\n$/);
  const [, id = ''] = /Access (\S+)/.exec(asked.out) ?? [];
  const listed = await call('access list --lifecycle requested');
  expect(listed.out).toMatch(new RegExp(`^${id} +shop +port-0 +marketing +requested`, 'm'));

  expect((await call(`access approve ${id} --dry-run`)).out).toContain('AccessApprovedEvent');
  expect((await jsonOf(`access show ${id}`)).lifecycle).toBe('requested');
  const approved = await call(`access approve ${id} --note welcome`);
  expect(approved).toEqual({ code: 0, out: `Access ${id} is approved.\n`, error: '' });
  expect((await jsonOf(`access show ${id}`)).info.decisionNote).toBe('welcome');
  const again = await call(`access reject ${id}`);
  expect(again.code).toBe(1);
  expect((await call(`access cancel ${id} --end tomorrow`)).code).toBe(64);
  expect((await call(`access cancel ${id}`)).code).toBe(0);
  expect(await jsonOf('access list --lifecycle active')).toEqual([]);
});

it('quotes the terms of use before it requests access, and asks who has not accepted them', async () => {
  await api.send('PUT', '/api/datacontracts/orders', {
    body: contract('orders', { description: { limitations: 'No resale.' } }),
  });
  const ask = 'access request shop port-0 --team marketing --purpose "Offers of the shop"';
  const quoted = 'Terms of use of orders:\n  limitations: No resale.\n';
  expect(await call(ask)).toEqual({
    code: 64,
    out: '',
    error: `${quoted}Do you accept these terms? There is no terminal for the answer: add --accept-terms.\n`,
  });
  expect(await jsonOf('access list --lifecycle requested')).toEqual([]);
  expect(await jsonOf('access list --mine --lifecycle requested')).toEqual([]);
  const accepted = await call(`${ask} --accept-terms`);
  expect([accepted.out, accepted.error]).toEqual([
    expect.stringMatching(/^Access \S+ is requested\.\n$/),
    quoted,
  ]);
  const again = await call(`${ask} --accept-terms`);
  expect([again.code, again.out]).toEqual([1, '']);
  expect(again.error).toContain('request');
  expect(await jsonOf('access list --lifecycle requested')).toHaveLength(1);
  // Another consumer may ask although this one waits.
  const other = await call(
    `${ask} --accept-terms`.replace('--team marketing', '--user ada@example.com'),
  );
  expect([other.code, other.error]).toEqual([0, quoted]);
});

it('waits for a run of an integration, and shows its log', async () => {
  const { put } = integrations(api);
  await put('warehouse');
  platform.assets = [table('orders'), table('customers')];
  const run = await call('runs start warehouse --wait');
  expect(run).toMatchObject({ code: 0 });
  expect(run.out).toMatch(/SUCCESS .* 2 +2 +0 +0/);
  expect((await call('runs list warehouse')).out).toContain('SUCCESS');
  const log = await call('runs logs warehouse --follow');
  expect(log.out.trim().split('\n').length).toBeGreaterThan(1);
  expect(log.out).toMatch(/^\S+Z info /m);

  platform.beforePage = () => Promise.reject(new Error('the platform is away'));
  const failed = await call('runs start warehouse --wait');
  platform.beforePage = () => Promise.resolve();
  expect(failed.code).toBe(1);
  expect(failed.out).toContain('FAILED');
});

it('follows the feed from its end until Ctrl-C, one line for each event', async () => {
  const interrupted = new AbortController();
  let seen = '';
  const following = call('events --follow --types Team* --output ndjson', {
    signal: interrupted.signal,
    onOut: (text) => (seen += text),
  });
  // The first request for new events may come after a change, which then is no new one.
  let n = 0;
  await until('an event is seen', async () => {
    n += 1;
    await call('put team -f -', { stdin: `{"id":"followed","name":"Name ${n}","type":"Team"}` });
    return seen !== '';
  });
  interrupted.abort();
  expect(await following).toMatchObject({ code: 130 });
  for (const line of seen.trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ subject: 'followed' });

  const all = await call('events --from-start --limit 2 --output ndjson');
  const [first, second] = all.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([first.subject, second.subject]).toEqual(['checkout', 'marketing']);
  const next = await call(`events --after ${first.id} --limit 1 --output ndjson`);
  expect(JSON.parse(next.out).id).toBe(second.id);
});

it('searches by the names of kinds that list has, and says why each was found', async () => {
  const all = (await call('search shop')).out;
  expect(all).toMatch(/^KIND +ID +NAME +WHY +OWNER/);
  expect(all).toMatch(/^product +shop +Product shop +name /m);
  for (const type of ['product', 'products', 'dataproducts', 'data-product', 'DATA_PRODUCT']) {
    const { out } = await call(`search shop --type ${type}`);
    expect(out).toMatch(/^product +shop /m);
    expect(out).not.toMatch(/^asset /m);
  }
  expect(await call('search shop --type concept')).toMatchObject({ code: 0, out: '' });
  for (const { name, searched } of kinds) {
    const { code, error } = await call(`search shop --type ${name}`);
    if (searched === undefined)
      expect([code, error]).toEqual([
        64,
        expect.stringContaining(`finds no ${name}; it finds team,`),
      ]);
    else expect([name, code]).toEqual([name, 0]);
  }
});

it('searches, and says what it did not find', async () => {
  const found = await call('search product shop');
  expect(found.out).toMatch(/^product +shop +Product shop/m);
  const nothing = await call('search xyzzy');
  expect(nothing).toMatchObject({ code: 0, out: '' });
  expect(nothing.error).toContain('Nothing was found.');
  const graph = await jsonOf('lineage product shop');
  expect(graph.nodes).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'shop' })]));
  expect((await call('lineage team checkout')).error).toContain('A team has no lineage');
  expect((await call('lineage dataproducts shop')).out).toMatch(/ 0 +data-product +shop/);
});

it('prints a generated file, or writes files into a folder', async () => {
  const workingDir = mkdtempSync(path.join(os.tmpdir(), 'concordat-generate-'));
  const sql = await call('generate orders sql-ddl --dialect postgres');
  expect(sql.out).toContain('CREATE TABLE');
  const several = await call('generate orders dbt-models');
  expect(several.code).toBe(1);
  expect(several.error).toContain('--dir');
  const written = await call('generate orders dbt-models --dir models', { workingDir });
  for (const name of written.out.trim().split('\n'))
    expect(existsSync(path.join(workingDir, name))).toBe(true);
  const files = await jsonOf('generate orders sql-ddl --dialect postgres');
  expect(files[0].content).toBe(sql.out);
  expect(readFileSync(path.join(workingDir, written.out.split('\n')[0] ?? ''), 'utf8')).not.toBe(
    '',
  );
});

it('shows and steers background work', async () => {
  const status = await call('ops status');
  expect(status.out).toMatch(/^Status: /);
  expect((await call('ops pause ingestion')).code).toBe(0);
  expect((await call('ops kinds')).out).toMatch(/^ingestion .*paused$/m);
  expect((await call('ops resume ingestion')).code).toBe(0);
  const [work] = await jsonOf('ops work --kind ingestion');
  expect(work).toMatchObject({ kind: 'ingestion', state: 'FAILED' });
  expect((await call('ops retry 01890a5d-ac96-774b-bcce-b302099a8057')).error).toMatch(
    /404 not_found/,
  );
});

it('calls operations by their names, with parameters, bodies and all pages', async () => {
  const teams = await jsonOf('api listTeams --q marketing');
  expect(teams.map(({ id }: any) => id)).toEqual(['marketing']);
  expect(await jsonOf('api listTeams --size 1')).toHaveLength(1);
  expect((await jsonOf('api listTeams --size 1 --all')).length).toBeGreaterThan(2);
  const body = '{"id":"by-api","name":"By API","type":"Team"}';
  const put = await runCli(['api', 'putTeam', 'by-api', '--data', body, '--dry-run'], {
    env: { CONCORDAT_URL: api.address, CONCORDAT_API_KEY: api.key },
  });
  expect(JSON.parse(put.out).effects).toHaveLength(1);
  expect((await call('api putTeam by-api')).code).toBe(64);
  expect((await call('api getTeam checkout --if-none-match "*"')).code).toBe(0);
  expect((await call('api noSuchOperation')).code).toBe(64);
  expect((await call('api getDataContractAsYaml orders')).code).toBe(0);
});
