import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { access } from '../support/builders/access.ts';
import { contract, product, team } from '../support/builders/contracts.ts';
import { integrations, registerStubSource } from '../support/fakes/stub-source.ts';
import { installPython, run } from '../support/foreign/python-programs.ts';
import type { Ran } from '../support/foreign/python-programs.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { startWorkers } from '../support/servers/worker.ts';
import type { TestWorkers } from '../support/servers/worker.ts';
import { until } from '../support/until.ts';

const programs = installPython(['entropy-data==0.3.24']);
const [tests, why] = 'missing' in programs ? [describe.skip, programs.missing] : [describe, 'real'];

registerStubSource();
let api: TestApi;
let workers: TestWorkers;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api, { allowedDataDirs: [os.tmpdir()] });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'entropy-data-'));
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Writes a document for `--file`. */
function file(name: string, document: object | string): string {
  const target = path.join(folder, name);
  fs.writeFileSync(target, typeof document === 'string' ? document : JSON.stringify(document));
  return target;
}

async function cli(...words: string[]): Promise<Ran> {
  const program = path.join('folder' in programs ? programs.folder : '', 'entropy-data');
  const connection = ['--host', api.address, '--api-key', api.key];
  // Its settings are below HOME.
  return run(program, [...connection, ...words], { HOME: folder, COLUMNS: '200' });
}

async function ok(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await cli(...words);
  expect([words.join(' '), status, status === 0 ? '' : stdout + stderr]).toEqual([
    words.join(' '),
    0,
    '',
  ]);
  return stdout;
}

const json = async (...words: string[]): Promise<any> =>
  JSON.parse(await ok('--output', 'json', ...words));

const owner = { owner: 'checkout' };

/** Groups of sub-commands that list, get, put and delete one kind of document. */
const collections: [group: string, id: string, document: object][] = [
  ['teams', 'checkout', team('checkout')],
  ['tags', 'pii', { id: 'pii', info: { ...owner, description: 'Personal' } }],
  ['definitions', 'customer_id', { id: 'customer_id', ...owner, title: 'Customer' }],
  ['policies', 'p1', { id: 'p1', name: 'No secrets', status: 'Accepted' }],
  ['sourcesystems', 'kafka-1', { id: 'kafka-1', name: 'Kafka', ...owner, links: {} }],
  ['certifications', 'gold', { id: 'gold', name: 'Gold', tag: 'gold', rank: 1 }],
  ['classifications', 'c1', { externalId: 'c1', name: 'PII', classifications: [] }],
  ['assets', 'a1', { id: 'a1', info: { ...owner, name: 'orders' } }],
  ['datacontracts', 'orders', contract('orders')],
  ['dataproducts', 'shop', product('shop', ['orders'])],
  ['example-data', 'x1', { id: 'x1', dataProductId: 'shop', data: [{ a: 1 }] }],
  ['connectors', 'spark', { id: 'spark', info: { type: 'spark' }, state: {} }],
];

/** Sub-commands that only read. */
const reads = [
  'teams git-credentials list checkout',
  'organization git-credentials list',
  'settings get-scim-mapping',
  'lineage list',
  'usage list',
];
const unconnected = [
  'dataproducts gitconnection get shop',
  'datacontracts gitconnection get orders',
];

tests(`entropy-data 0.3.24 (${why})`, () => {
  it.each(collections)('%s: put, get, list', async (group, id, document) => {
    await ok(group, 'put', id, '--file', file(`${group}.json`, document));
    expect(await json(group, 'get', id)).toMatchObject(document);
    const listed = (await json(group, 'list')) as Record<string, unknown>[];
    expect(listed.map((each) => each['id'] ?? each['externalId'])).toContain(id);
  });

  it('connection: add, test, set-default, list, get, remove', async () => {
    await ok('connection', 'add', 'local', '--api-key', api.key, '--host', api.address);
    await ok('connection', 'test');
    await ok('connection', 'set-default', 'local');
    expect(await ok('connection', 'list')).toContain('local');
    expect(await ok('connection', 'get', 'local')).not.toContain(api.key);
    await ok('connection', 'remove', 'local');
  });

  it('datacontracts: yaml, generate, test; test-results: publish, list, get, delete', async () => {
    const data = path.join(folder, 'orders.csv');
    fs.writeFileSync(data, 'order_id,status\n1,new\n2,paid\n');
    const servers = [{ server: 'files', type: 'local', path: data, format: 'csv' }];
    await ok(
      'datacontracts',
      'put',
      'orders',
      '--file',
      file('orders.json', contract('orders', { servers })),
    );
    expect(await ok('datacontracts', 'yaml', 'orders')).toContain('apiVersion: v3.1.0');
    expect(await ok('datacontracts', 'generate', 'orders', '--type', 'sql-ddl')).toContain(
      'order_id',
    );
    expect(await ok('datacontracts', 'test', 'orders')).toContain('passed');
    const results = {
      id: 'run-1',
      dataContractId: 'orders',
      dataContractVersion: '1.0.0',
      timestampStart: '2026-01-01T00:00:00Z',
      timestampEnd: '2026-01-01T00:00:01Z',
      result: 'passed',
      checks: [],
    };
    await ok('test-results', 'publish', '--file', file('results.json', results));
    const listed = (await json('test-results', 'list', '--data-contract-id', 'orders')) as {
      id: string;
    }[];
    expect(listed).toHaveLength(2);
    for (const { id } of listed) {
      await ok('test-results', 'get', id);
      await ok('test-results', 'delete', id);
    }
  });

  it('access: put, request, list, get, approve, reject, cancel, delete', async () => {
    await ok('teams', 'put', 'marketing', '--file', file('team.json', team('marketing')));
    await ok('access', 'put', 'wanted', '--file', file('access.json', access('wanted')));
    await ok('access', 'approve', 'wanted');
    await ok('access', 'cancel', 'wanted');
    const purpose = ['--purpose', 'Forecasts', '--consumer-team', 'marketing', '--id', 'asked'];
    await ok('access', 'request', 'shop', 'port-0', ...purpose);
    await ok('access', 'reject', 'asked');
    const listed = (await json('access', 'list')) as { id: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual(['asked', 'wanted']);
    expect(await json('access', 'get', 'asked')).toMatchObject({ info: { status: 'rejected' } });
    for (const id of ['wanted', 'asked']) await ok('access', 'delete', id);
  });

  it('dataproducts: star, star-status, stargazers, unstar, with the key of a person', async () => {
    const { text } = await api.newKey('user', { email: 'ada@example.com' });
    const asAda = (...words: string[]) => ok('--api-key', text, ...words);
    await asAda('dataproducts', 'star', 'shop');
    await asAda('dataproducts', 'star-status', 'shop');
    await ok('dataproducts', 'stargazers', 'shop');
    await asAda('dataproducts', 'unstar', 'shop');
  });

  it('assets tags: add, list, remove; costs: add, list, delete', async () => {
    await ok('assets', 'tags', 'add', 'a1', 'pii');
    expect(await json('assets', 'tags', 'list', 'a1')).toEqual(['pii']);
    await ok('assets', 'tags', 'remove', 'a1', 'pii');
    const costs = { name: 'Storage', dataProductId: 'shop', amount: 12.5, currency: 'EUR' };
    await ok('costs', 'add', '--file', file('costs.json', costs));
    const [cost] = (await json('costs', 'list', '--data-product-id', 'shop')) as { id: string }[];
    await ok('costs', 'delete', cost?.id ?? '');
  });

  it('api-keys: create, delete', async () => {
    const made = await json('api-keys', 'create', '--scope', 'team', '--team-id', 'checkout');
    await ok('api-keys', 'delete', made.organizationApiKeyId);
  });

  it('organization, settings, events, schemas, search', async () => {
    await ok('organization', 'get');
    await ok('organization', 'members', 'list');
    const settings = await json('settings', 'get-customization');
    await ok('settings', 'put-customization', '--file', file('customization.json', settings));
    const roles = await json('settings', 'team-roles', 'get');
    await ok('settings', 'team-roles', 'put', '--file', file('roles.json', roles));
    await until('events are in the feed', async () => {
      const { stdout } = await cli('--output', 'json', 'events', 'poll');
      return stdout.includes('TeamCreatedEvent');
    });
    await ok('schemas', 'get', 'odcs');
    expect(await ok('search', 'query', 'orders')).toContain('orders');
  });

  it('semantics: namespaces, concepts, relationships, search', async () => {
    const namespace = { namespace: 'sales', name: 'Sales' };
    await ok('semantics', 'namespaces', 'put', 'sales', '--file', file('ns.json', namespace));
    expect(await json('semantics', 'namespaces', 'get', 'sales')).toMatchObject({ name: 'Sales' });
    await ok('semantics', 'namespaces', 'list');
    for (const [id, kind] of [
      ['order', 'entity'],
      ['customer', 'entity'],
    ] as const) {
      const concept = { external_id: id, kind, name: id, description: `About ${id}` };
      await ok('semantics', 'concepts', 'put', 'sales', id, '--file', file('c.json', concept));
    }
    expect(await json('semantics', 'concepts', 'get', 'sales', 'order')).toMatchObject({
      name: 'order',
    });
    expect(await ok('semantics', 'concepts', 'list', 'sales')).toContain('customer');
    expect(await ok('semantics', 'search', 'sales', 'order')).toContain('order');
    await ok('semantics', 'relationships', 'list', 'sales');
  });

  it('semantics branches: create, list, get, yaml, put, changes, rebase, merge, delete', async () => {
    const branch = (word: string, ...more: string[]) =>
      ok('semantics', 'branches', word, 'sales', ...more);
    for (const name of ['draft', 'other']) await branch('create', name);
    expect(await branch('list')).toContain('draft');
    await branch('get', 'draft');
    const text = await branch('yaml', 'draft');
    await branch(
      'put',
      'draft',
      '--file',
      file('draft.yaml', text.replace('About order', 'A confirmed purchase')),
    );
    await branch('changes', 'draft');
    await branch('rebase', 'draft');
    await branch('merge', 'draft');
    await branch('delete', 'other');
  });

  it('settings: email-templates get and put; the written file customizes nothing', async () => {
    const templates = await ok('--output', 'yaml', 'settings', 'email-templates', 'get');
    const written = file('templates.yaml', templates);
    const saved = await ok('settings', 'email-templates', 'put', '--file', written);
    expect(saved).toContain('0 customized, 0 disabled');
    expect(await ok('settings', 'email-templates', 'get')).toContain('team-invitation');
  });

  it('datacontracts branches: create, list, get, yaml, put, changes, test-results, rebase, merge, delete', async () => {
    const text = `# Ours
apiVersion: v3.1.0
kind: DataContract
id: branched
version: 1.0.0
status: active
team: {name: checkout}
schema:
  - name: orders
    properties:
      - name: order_id
`;
    const fileName = 'branched.yaml';
    await api.send('PUT', '/api/datacontracts/branched', {
      headers: { 'content-type': 'application/yaml' },
      body: text,
    });
    await api.send('PUT', '/api/dataproducts/mart', { body: product('mart', ['branched']) });
    const branch = (word: string, ...more: string[]) =>
      ok('datacontracts', 'branches', word, 'branched', ...more);
    for (const name of ['draft', 'feature%2Fother']) await branch('create', name);
    const listed = await json('datacontracts', 'branches', 'list', 'branched');
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['draft', 'feature/other']);
    expect(await ok('datacontracts', 'branches', 'list', 'branched')).toContain('unchanged');
    expect(await branch('yaml', 'draft')).toBe(`${text}\n`);
    const written = `${text}      - name: status\n`;
    await branch('put', 'draft', '--file', file(fileName, written));
    const got = await json('datacontracts', 'branches', 'get', 'branched', 'draft');
    expect(got).toMatchObject({ version_state: 'needsBump', suggested_version: '1.1.0' });
    expect(await branch('changes', 'draft')).toContain('property:orders/status');
    const published = {
      id: 'of-draft',
      dataContractId: 'branched',
      dataContractVersion: '1.0.0',
      server: null,
      timestampStart: '2026-01-01T00:00:00Z',
      timestampEnd: '2026-01-01T00:00:01Z',
      result: 'passed',
      checks: [],
    };
    const of = ['--data-contract-id', 'branched', '--branch', 'draft'];
    await ok('test-results', 'publish', '--file', file('of-draft.json', published), ...of);
    const results = await json('test-results', 'list', ...of);
    expect(results.map(({ id }: { id: string }) => id)).toEqual(['of-draft']);
    expect(await json('test-results', 'list', '--data-contract-id', 'branched')).toEqual([]);
    await branch('rebase', 'draft');
    const merging = ['datacontracts', 'branches', 'merge', 'branched', 'draft'];
    const still = await cli(...merging);
    expect([still.status, still.stdout + still.stderr]).toEqual([
      1,
      expect.stringContaining("Branch 'draft' is still at version '1.0.0'"),
    ]);
    const pulled = await cli(...merging, '--version', '1.1.0', '--route', 'pull_request');
    expect(pulled.stdout + pulled.stderr).toContain('no Git connection');
    expect(await ok(...merging, '--version', '1.1.0', '--update-ports')).toContain('merged into');
    const landed = await api.send('GET', '/api/datacontracts/branched/datacontract.yaml');
    expect(landed.text).toBe(written.replace('1.0.0', '1.1.0'));
    const { json: mart } = await api.send('GET', '/api/dataproducts/mart');
    expect(mart.outputPorts[0].version).toBe('1.1.0');
    await branch('delete', 'feature%2Fother');
    await api.send('DELETE', '/api/dataproducts/mart');
    await api.send('DELETE', '/api/datacontracts/branched');
  });

  it('integrations: list, get, run, runs, runs-get, runs-latest, cancel', async () => {
    await integrations(api).put('scan', { source: 'stub', configuration: {} });
    expect(await ok('integrations', 'list')).toContain('scan');
    await ok('integrations', 'get', 'scan');
    await ok('integrations', 'run', 'scan', '--wait', '--poll-interval', '1');
    const [scan] = (await json('integrations', 'runs', 'scan')) as { ingestionRunId: string }[];
    await ok('integrations', 'runs-get', 'scan', scan?.ingestionRunId ?? '');
    await ok('integrations', 'runs-latest', 'scan');
    await ok('integrations', 'cancel', 'scan');
  });

  it('export, apply and sync to another organization, which then has the same', async () => {
    const tree = path.join(folder, 'tree');
    const kinds = 'teams,tags,definitions,policies,sourcesystems,datacontracts,dataproducts';
    await ok('export', 'dir', tree, '--include', kinds);
    expect(fs.readdirSync(tree)).toContain('datacontracts');
    await ok('apply', 'dir', tree, '--yes', '--include', kinds);
    const organizationId = await api.newOrganization('copy');
    const { text } = await api.newKey('organization', { organizationId });
    await ok('connection', 'add', 'from', '--api-key', api.key, '--host', api.address);
    await ok('connection', 'add', 'to', '--api-key', text, '--host', api.address);
    await ok('sync', '--source', 'from', '--target', 'to', '--include', kinds, '--yes');
    const { json: copied } = await api.send('GET', '/api/dataproducts/shop', { key: text });
    expect(copied).toMatchObject(product('shop', ['orders']));
  });

  it.each(reads)('%s is answered', async (words) => {
    expect(await ok(...words.split(' '))).toEqual(expect.any(String));
  });

  it.each(unconnected)('%s: not connected', async (words) => {
    const { status, stdout, stderr } = await cli(...words.split(' '));
    expect([words, status]).toEqual([words, 1]);
    expect(stdout + stderr).toContain('HTTP 404');
  });

  it.each(collections.toReversed())('%s: delete', async (group, id) => {
    await ok(group, 'delete', id);
    expect((await cli(group, 'get', id)).stderr).toContain('HTTP 404');
  });
});
