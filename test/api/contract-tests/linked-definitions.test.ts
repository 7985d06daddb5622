import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { linkedSchema, putDefinition } from '../../support/builders/linked-definitions.ts';
import { ontology, semantics } from '../../support/builders/ontologies.ts';
import { untilQuiet } from '../../support/until-quiet.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let folder: string;
let other: Server;
let foreign: string;

const strict = { minLength: 5, pattern: '^[A-Z]' };

/** Another catalog: what it answers by the path. */
const answers: Record<string, { status?: number; body: string }> = {
  '/definitions/odcs': {
    body: JSON.stringify({ name: 'odcs', logicalTypeOptions: strict, url: 'https://x' }),
  },
  '/definitions/page': { body: '<html>a page for people</html>' },
  '/definitions/wrong': { body: JSON.stringify({ logicalTypeOptions: 'strict' }) },
  '/definitions/moved': { status: 302, body: '' },
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'linked-definitions-'));
  writeFileSync(path.join(folder, 'orders.csv'), 'order_id,status\n1,Ab\n2,placed\n');
  other = createServer((request, response) => {
    const { status = 200, body } = answers[request.url ?? ''] ?? { status: 404, body: '' };
    response.writeHead(status, status === 302 ? { location: '/definitions/odcs' } : {}).end(body);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  foreign = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  api = await startApi();
  start();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await putDefinition(api, 'checkout/strict', strict);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  other.close();
  rmSync(folder, { recursive: true });
});

function start(settings: { foreignDefinitionSeconds?: number } = {}, allowed = true): void {
  const allowedHosts = allowed ? [new URL(foreign).host] : [];
  const access = { allowedDataDirs: [folder], allowedHosts };
  workers = startWorkers(api, access, { settings: { publicUrl: api.address, ...settings } });
}

function linking(
  id: string,
  url: string,
  change: Record<string, unknown> = {},
  type = 'definition',
) {
  const server = { server: 'files', type: 'local', path: 'orders.csv', format: 'csv' };
  return contract(id, { servers: [server], schema: linkedSchema(url, change, type) });
}

type Check = { type: string; field: string; result: string; reason: string };

async function test(id: string, document: object): Promise<{ result: string; checks: Check[] }> {
  await api.send('PUT', `/api/datacontracts/${id}`, { body: document });
  return run(id);
}

async function run(id: string): Promise<{ result: string; checks: Check[] }> {
  const answer = await api.send('POST', `/api/datacontracts/${id}/test`);
  expect(answer.status).toBe(200);
  return answer.json;
}

const failedOf = ({ checks }: { checks: Check[] }): unknown =>
  checks
    .filter(({ result }) => result !== 'passed')
    .map(({ type, field, result }) => [type, field, result]);

const bothFail = [
  ['field_min_length', 'status', 'failed'],
  ['field_regex', 'status', 'failed'],
];

describe('definitions that are stored here', () => {
  it.each([
    ['a path', () => '/definitions/checkout/strict'],
    ['an encoded path', () => '/definitions/checkout%2Fstrict'],
    ['the path of an organization', () => '/acme/definitions/checkout/strict'],
    ['an address', () => `${api.address}/definitions/checkout/strict`],
    ['the resource', () => `${api.address}/api/definitions/checkout/strict`],
  ])('are applied when they are linked by %s', async (_, url) => {
    const outcome = await test('linking', linking('linking', url()));
    expect([outcome.result, failedOf(outcome)]).toEqual(['failed', bothFail]);
  });

  it('do not replace what the property says itself', async () => {
    const own = { logicalType: 'string', logicalTypeOptions: { maxLength: 9 } };
    const outcome = await test('own', linking('own', '/definitions/checkout/strict', own));
    expect([outcome.result, failedOf(outcome)]).toEqual(['passed', []]);
  });

  it('are applied as they were when the test was requested', async () => {
    await putDefinition(api, 'checkout/changing', strict);
    await api.send('PUT', '/api/datacontracts/changing', {
      body: linking('changing', '/definitions/checkout/changing'),
    });
    await workers.stop();
    const requested = await api.send('POST', '/api/datacontracts/changing/test', {
      headers: { prefer: 'respond-async' },
    });
    expect(requested.status).toBe(202);
    await putDefinition(api, 'checkout/changing', {});
    start();
    await untilQuiet(api);
    const later = await run('changing');
    expect(later.result).toBe('passed');
    const results = await api.send('GET', '/api/test-results?dataContractId=changing');
    expect(results.json.map(({ result }: { result: string }) => result).toSorted()).toEqual([
      'failed',
      'passed',
    ]);
  });

  it('give an unknown check and a warning at best when there is none', async () => {
    const outcome = await test('gone', linking('gone', '/definitions/checkout/gone'));
    expect([outcome.result, failedOf(outcome)]).toEqual([
      'warning',
      [['field_linked_definition', 'status', 'unknown']],
    ]);
    const [check] = outcome.checks.filter(({ result }) => result === 'unknown');
    expect(check?.reason).toBe(
      "The definition at '/definitions/checkout/gone' could not be read, so its rules are not checked: no definition and no concept is stored here under this address",
    );
  });
});

describe('concepts that are stored here', () => {
  it('are applied by their IRI and by their page', async () => {
    await semantics(api).put('main', ontology('main'));
    const { status } = await api.send('PUT', semantics(api).at('main', '/concepts/state'), {
      body: {
        name: 'State',
        kind: 'shared_property',
        iri: 'https://example.com/ns/state',
        enum: ['placed'],
      },
    });
    expect(status).toBe(200);
    for (const url of ['https://example.com/ns/state', '/acme/semantics/main/state']) {
      const outcome = await test('concept', linking('concept', url, {}, 'semantics'));
      expect([outcome.result, failedOf(outcome)]).toEqual([
        'failed',
        [['field_enum', 'status', 'failed']],
      ]);
    }
  });
});

describe('definitions of other catalogs', () => {
  it('are read and applied', async () => {
    const outcome = await test('foreign', linking('foreign', `${foreign}/definitions/odcs`));
    expect([outcome.result, failedOf(outcome)]).toEqual(['failed', bothFail]);
  });

  it.each([
    ['/definitions/page', 'without JSON'],
    ['/definitions/wrong', 'no property of ODCS: logicalTypeOptions'],
    ['/definitions/moved', 'answered 302'],
    ['/definitions/none', 'answered 404'],
  ])('give an unknown check when the answer of %s is unusable', async (place, reason) => {
    const outcome = await test('unusable', linking('unusable', foreign + place));
    expect([outcome.result, failedOf(outcome)]).toEqual([
      'warning',
      [['field_linked_definition', 'status', 'unknown']],
    ]);
    expect(outcome.checks.find(({ result }) => result === 'unknown')?.reason).toContain(reason);
  });

  it.each([
    ['their host is not allowed', {}, false, 'ALLOWED_HOSTS'],
    ['the setting is 0', { foreignDefinitionSeconds: 0 }, true, 'FOREIGN_DEFINITION_SECONDS is 0'],
  ])('are not read when %s', async (_, settings, allowed, reason) => {
    await workers.stop();
    start(settings, allowed);
    const outcome = await test('refused', linking('refused', `${foreign}/definitions/odcs`));
    expect(outcome.result).toBe('warning');
    expect(outcome.checks.find(({ result }) => result === 'unknown')?.reason).toContain(reason);
    await workers.stop();
    start();
  });
});
