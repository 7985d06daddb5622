import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sealEngineKey } from '../../../commands/test-engine/engine-key.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

const apiKey = 'engine-key-never-shown-81c2';
const path = '/api/organization/test-engine';

type Asked = { url: string; headers: IncomingMessage['headers']; body: string; cut: boolean };

const log = captureLog();
const asked: Asked[] = [];
let answer: (response: ServerResponse, request: Asked) => void;
let engine: Server;
let port: number;
let api: TestApi;
let workers: TestWorkers;

beforeAll(async () => {
  engine = createServer((request, response) => {
    const one: Asked = { url: request.url ?? '', headers: request.headers, body: '', cut: false };
    request.on('data', (chunk: Buffer) => (one.body += chunk.toString()));
    request.on('end', () => {
      asked.push(one);
      answer(response, one);
    });
    response.on('close', () => (one.cut = !response.writableFinished));
  });
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  port = (engine.address() as AddressInfo).port;
  api = await startApi();
  workers = startWorkers(api, { allowedHosts: [`127.0.0.1:${port}`] });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const servers = [{ server: 'lake', type: 'oracle', host: 'h', port: 1, serviceName: 's' }];
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders', { servers }) });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  await new Promise((resolve) => engine.close(resolve));
});
beforeEach(async () => {
  asked.length = 0;
  answer = (response) => say(response, 200, results());
  await put({ dataContractTestsApiKey: apiKey });
});

const put = (change: object = {}, key?: string) =>
  api.send('PUT', path, {
    body: { dataContractTestsApiEndpoint: `http://127.0.0.1:${port}/cli/`, ...change },
    ...(key !== undefined && { key }),
  });
const test = (id = 'orders') => api.send('POST', `/api/datacontracts/${id}/test`);

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** As a released datacontract-cli answers. */
const results = (change: object = {}) => ({
  runId: '6a1c5f0e-0000-4000-8000-000000000001',
  datacontractCliVersion: '1.1.1',
  dataContractId: 'orders',
  dataContractVersion: '1.0.0',
  dataProductId: null,
  server: 'lake',
  timestampStart: '2026-08-21T10:00:00.123456',
  timestampEnd: '2026-08-21T10:00:07.5Z',
  result: 'failed',
  checks: [
    {
      id: 'x',
      key: null,
      category: 'schema',
      type: 'field_type',
      name: 'Check that field order_id has type string',
      model: 'orders',
      field: 'order_id',
      tags: null,
      engine: 'datacontract-cli',
      result: 'failed',
      reason: 'is an integer',
      diagnostics: null,
      failedSamples: null,
      somethingNew: { a: 1 },
    },
    { type: 'a', name: 'b', engine: 'soda', result: null },
    { type: 'a', name: 'c', result: 'info', failedNumber: 'many' },
    { type: 'a', name: 'd', result: 'skipped' },
    { type: 'a', name: 'e', result: 'warning' },
  ],
  logs: [{ level: 'WARNING', message: 'x', timestamp: '2026-08-21T10:00:01' }],
  ...change,
});

describe('a test by another engine', () => {
  it('sends the contract as YAML with the key, also for servers that nobody here can test, and stores what comes', async () => {
    const tested = await test();
    expect([tested.status, tested.json.result]).toEqual([200, 'failed']);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe('/cli/test?server=lake');
    expect(asked[0]?.headers).toMatchObject({
      'content-type': 'application/yaml',
      'x-api-key': apiKey,
    });
    expect(asked[0]?.body).toContain('\nid: orders\n');
    expect(tested.json).toMatchObject({
      timestampStart: '2026-08-21T10:00:00.123Z',
      timestampEnd: '2026-08-21T10:00:07.500Z',
      logs: [{ level: 'WARN', message: 'x', timestamp: '2026-08-21T10:00:01.000Z' }],
    });
    const checks: any[] = tested.json.checks;
    expect(checks.map(({ result }) => result)).toEqual([
      'failed',
      'unknown',
      'unknown',
      'unknown',
      'warning',
    ]);
    expect(checks[0]).toEqual({
      id: 'x',
      category: 'schema',
      type: 'field_type',
      name: 'Check that field order_id has type string',
      model: 'orders',
      field: 'order_id',
      engine: 'datacontract-cli',
      result: 'failed',
      reason: 'is an integer',
      somethingNew: { a: 1 },
    });
    expect(checks[2]).toEqual({ type: 'a', name: 'c', engine: 'external', result: 'unknown' });
    const stored = await api.send('GET', `/api/test-results/${tested.json.id}`);
    expect(stored.json).toEqual(tested.json);
  });

  it('sends the very text that was uploaded as YAML, of the revision that was asked for', async () => {
    const text =
      '# kept\napiVersion: v3.1.0\nkind: DataContract\nid: yaml\nname: Y\nversion: "1.0.0"\nstatus: active\nteam:\n  name: checkout\nservers:\n- {server: s p, type: local, path: x.csv, format: csv}\n';
    await api.send('PUT', '/api/datacontracts/yaml', {
      body: text,
      headers: { 'content-type': 'application/yaml' },
    });
    await test('yaml');
    expect(asked[0]?.body).toBe(text);
    expect(asked[0]?.url).toBe('/cli/test?server=s+p');
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'an error',
      (response) => say(response, 500, `boom ${apiKey}`),
      /it answered 500: boom \*\*\*$/,
    ],
    [
      'a refusal',
      (response) => say(response, 403, { detail: 'no' }),
      /it answered 403: \{"detail":"no"\}/,
    ],
    ['that it is busy', (response) => say(response, 503, {}), /it answered 503/],
    ['no JSON', (response) => say(response, 200, '<html>'), /its answer is not JSON/],
    ['something else', (response) => say(response, 200, [1]), /it answered no test result/],
    [
      'garbage',
      (response) => say(response, 200, { result: 'great', checks: 'many' }),
      /it answered no test result: 'result' is "great"/,
    ],
    [
      'checks that are no list',
      (response) => say(response, 200, results({ checks: 'many' })),
      /it answered no test result: its 'checks' are not a list/,
    ],
    [
      'nothing of a result',
      (response) => say(response, 200, { result: null }),
      /it answered no test result$/,
    ],
    [
      'a check that is none',
      (response) => say(response, 200, results({ checks: [{ type: 'a' }, 'passed'] })),
      /it answered no test result: 'checks\[1\]' is no object/,
    ],
    [
      'a check with an unknown result',
      (response) => say(response, 200, results({ checks: [{ type: 'a', result: 'fine' }] })),
      /it answered no test result: 'checks\[0\].result' is "fine"/,
    ],
    [
      'text that cannot be stored',
      (response) => say(response, 200, results({ x: 'a\u0000b' })),
      /cannot be stored/,
    ],
    ['nothing', (response) => response.destroy(), /did not test/],
    [
      'more than anybody wants',
      (response) =>
        say(response, 200, JSON.stringify(results({ x: 'y'.repeat(21 * 1024 * 1024) }))),
      /longer than 20971520 bytes/,
    ],
  ])('that answers %s is an error that says so, without the key', async (_, how, problem) => {
    answer = how;
    const tested = await test();
    expect([tested.status, tested.json.result, tested.json.checks]).toEqual([200, 'error', []]);
    expect(tested.json.logs[0].message).toMatch(problem);
    expect(tested.json.logs[0].message).toContain(`127.0.0.1:${port}`);
    expect(tested.text).not.toContain(apiKey);
    expect(asked).toHaveLength(1);
  });

  it('shows the key nowhere, whatever the engine says it in', async () => {
    const odd = 'odd"key\\that/never+shows=77';
    await put({ dataContractTestsApiKey: odd });
    const encoded = [
      odd,
      encodeURIComponent(odd),
      Buffer.from(odd).toString('base64'),
      Buffer.from(odd).toString('base64url'),
    ];
    const messages = encoded.map((form) => ({ level: 'INFO', message: `Called with ${form}.` }));
    answer = (response) =>
      say(
        response,
        200,
        results({
          logs: messages,
          checks: [
            { type: 'a', result: 'error', reason: `key ${odd}`, diagnostics: { [odd]: [odd] } },
            { type: 'a', result: 'error', reason: `cut off: ${odd.slice(0, 20)}` },
          ],
        }),
      );
    const tested = await test();
    expect(tested.json.logs.slice(-4).map(({ message }: { message: string }) => message)).toEqual(
      Array.from({ length: 4 }, () => 'Called with ***.'),
    );
    expect(tested.json.checks).toMatchObject([
      { reason: 'key ***', diagnostics: { '***': ['***'] } },
      { reason: 'cut off: ***' },
    ]);
    const stored = await everythingStored(api);
    for (const form of encoded) expect(stored).not.toContain(form);
  });

  it.each([
    ['as it is', (key: string) => key],
    ['as in a URL', encodeURIComponent],
    ['as Base64', (key: string) => Buffer.from(key).toString('base64')],
    ['in JSON', (key: string) => JSON.stringify(key)],
  ])('shows no part of a key that stands %s where a long text is cut', async (_, write) => {
    const odd = 'odd"key\\that/never+shows=78';
    await put({ dataContractTestsApiKey: odd });
    answer = (response) => say(response, 500, `${'x'.repeat(285)}${write(odd)}`);
    const { message } = (await test()).json.logs.at(-1);
    expect(message).toMatch(/x{285}"?\*\*\*/);
    for (let end = 4; end <= odd.length; end++)
      expect(message).not.toContain(write(odd.slice(0, end)).slice(0, 4));
  });

  it('takes the worst of the checks when the answer names no result', async () => {
    answer = (response) => say(response, 200, results({ result: null }));
    expect((await test()).json.result).toBe('failed');
  });

  it.each([
    ['passed', 'error', 'error'],
    ['failed', 'passed', 'failed'],
    ['warning', 'passed', 'warning'],
    ['skipped', 'passed', 'passed'],
  ])('that says %s with a check that says %s is %s', async (result, ofCheck, worst) => {
    answer = (response) =>
      say(response, 200, results({ result, checks: [{ type: 'a', result: ofCheck }] }));
    expect((await test()).json.result).toBe(worst);
  });

  it('may come without checks', async () => {
    answer = (response) => say(response, 200, { result: 'warning' });
    expect((await test()).json).toMatchObject({ result: 'warning', checks: [] });
  });

  it('is stopped by a cancellation', async () => {
    answer = () => undefined;
    const started = await api.send('POST', '/api/datacontracts/orders/test', {
      headers: { prefer: 'respond-async' },
    });
    await until('the engine was asked', () => asked.length === 1);
    await api.send('POST', `/api/test-runs/${started.json.id}/cancel`);
    await until('the request was given up', () => asked[0]?.cut);
    const run = await until('the run has ended', async () => {
      const { json } = await api.send('GET', `/api/test-runs/${started.json.id}`);
      return json.endedAt !== null && json;
    });
    expect(run.state).toBe('CANCELLED');
  });

  it('is an error at once when its key cannot be opened, as with another SECRET_KEY', async () => {
    const { knex } = api.database;
    const sealed = sealEngineKey(apiKey, 'x'.repeat(40), api.organizationId);
    await knex('test_engines').update({ api_key: sealed });
    const tested = await test();
    expect([tested.status, tested.json.result, tested.json.checks]).toEqual([200, 'error', []]);
    expect(tested.json.logs[0].message).toMatch(/did not test: .*SECRET_KEY/);
    expect(asked).toEqual([]);
    const last = await knex('work').where({ kind: 'contract-tests' }).orderBy('id', 'desc').first();
    expect(last.attempt).toBe(1);
  });

  it('goes nowhere that operators have not allowed', async () => {
    await put({ dataContractTestsApiEndpoint: 'http://engine.example.com/' });
    const tested = await test();
    expect(tested.json.result).toBe('error');
    expect(tested.json.logs[0].message).toContain('ALLOWED_HOSTS');
  });
});

describe('the setting', () => {
  it('is shown without the key, which stays only for the same endpoint, and ends with DELETE', async () => {
    const shown = await api.send('GET', path);
    expect(shown.json).toMatchObject({
      dataContractTestsApiEndpoint: `http://127.0.0.1:${port}/cli/`,
      apiKeySet: true,
    });
    await put();
    expect((await api.send('GET', path)).json.apiKeySet).toBe(true);
    const other = `http://127.0.0.1:${port}/other`;
    await put({ dataContractTestsApiEndpoint: other });
    expect((await api.send('GET', path)).json.apiKeySet).toBe(false);
    await test();
    expect(asked[0]?.headers['x-api-key']).toBeUndefined();
    await put({ dataContractTestsApiEndpoint: other, dataContractTestsApiKey: apiKey });
    await put({ dataContractTestsApiEndpoint: other, dataContractTestsApiKey: null });
    expect((await api.send('GET', path)).json.apiKeySet).toBe(false);
    expect((await api.send('DELETE', path)).status).toBe(200);
    expect((await api.send('GET', path)).status).toBe(404);
    expect((await api.send('DELETE', path)).status).toBe(404);
    expect((await test()).json.code).toBe('tests_not_configured');
  });

  it('is for keys of the organization only, and refuses what is no address', async () => {
    const { text } = await api.newKey('team', { teamId: 'checkout' });
    for (const method of ['GET', 'DELETE'])
      expect((await api.send(method, path, { key: text })).status).toBe(403);
    expect((await put({}, text)).status).toBe(403);
    for (const wrong of ['ftp://x', 'http://', 'http://u:p@x.example', 'http://x?y=1', '', 7, null])
      expect((await put({ dataContractTestsApiEndpoint: wrong })).status).toBe(422);
    expect((await put({ dataContractTestsApiKey: 'line\nbreak' })).status).toBe(422);
  });

  it('says in words what an address has to be, and takes none that is never contacted', async () => {
    const violationOf = async (change: object) => {
      const { status, json } = await put(change);
      expect([status, json.code]).toEqual([422, 'invalid_body']);
      return json.violations[0];
    };
    const field = 'dataContractTestsApiEndpoint';
    expect(await violationOf({ [field]: 'ftp://x' })).toEqual({
      field,
      message:
        'must be an address such as https://contracts.example.com/cli, without user and query',
    });
    expect(await violationOf({ [field]: 'http://[zz]/' })).toEqual({
      field,
      message: 'must be an address that can be called',
    });
    expect((await violationOf({ dataContractTestsApiKey: 'a b' })).message).toBe(
      'must be of visible ASCII characters without spaces',
    );
    for (const host of ['169.254.169.254', '0xa9fea9fe', '[fe80::1]', '0.0.0.0', '[::]'])
      expect((await violationOf({ [field]: `http://${host}:8080/latest` })).message).toContain(
        'never contacted',
      );
  });

  it('is warned of when its host is not allowed as far as the API knows', async () => {
    const allowed = await startApi({ allowedHosts: ['*.example.com', '[::1]:8080'] });
    try {
      const warned = async (dataContractTestsApiEndpoint: string) => {
        const answer = await allowed.send('PUT', path, { body: { dataContractTestsApiEndpoint } });
        expect(answer.status).toBe(200);
        return answer.headers.get('x-catalog-warnings');
      };
      expect(await warned('https://cli.example.com/x')).toBeNull();
      expect(await warned('http://[::1]:8080')).toBeNull();
      expect(await warned('https://cli.example.org')).toContain(
        'cli.example.org:443 is not in ALLOWED_HOSTS',
      );
      expect(await warned('http://[::1]:8081')).toContain('[::1]:8081');
    } finally {
      await allowed.stop();
    }
  });

  it('keeps the key sealed', async () => {
    expect(await everythingStored(api)).not.toContain(apiKey);
    expect(log.join('\n')).not.toContain(apiKey);
  });

  it('needs SECRET_KEY for a key', async () => {
    const bare = await startApi({ secretKey: undefined });
    try {
      const body = {
        dataContractTestsApiEndpoint: 'https://x.example',
        dataContractTestsApiKey: 'k',
      };
      const refused = await bare.send('PUT', path, { body });
      expect([refused.status, refused.json.code]).toEqual([422, 'secret_key_missing']);
    } finally {
      await bare.stop();
    }
  });
});
