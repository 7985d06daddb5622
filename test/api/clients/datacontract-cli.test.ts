import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { createClient, ownHeaders } from '../../support/http/http-client.ts';
import type { Client } from '../../support/http/http-client.ts';

let cli: Client;
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  cli = createClient(api, {
    'user-agent': 'python-requests/2.32.3',
    accept: '*/*',
    'content-type': 'application/json',
    'x-api-key': api.key,
  });
});
afterAll(() => api.stop());

const servers = [
  { server: 'production', type: 'postgres', host: 'db', port: 5432, database: 'd', schema: 's' },
];
const run = (change: object = {}) => ({
  runId: '0b5c1f66-4a3e-4b0e-9c6e-0d1f6c8f6f01',
  datacontractCliVersion: '1.1.1',
  dataContractId: 'orders',
  dataContractVersion: '1.0.0',
  dataProductId: null,
  outputPortId: null,
  server: null,
  filters: null,
  timestampStart: '2026-08-21T10:00:00.123456Z',
  timestampEnd: '2026-08-21T10:00:02.654321Z',
  result: 'failed',
  checks: [
    {
      id: '7',
      key: 'orders__order_id__field_type',
      category: 'schema',
      type: 'field_type',
      name: 'Check that field order_id has type integer',
      model: 'orders',
      field: 'order_id',
      qualityId: null,
      quality_id: null,
      tags: null,
      engine: 'datacontract-cli',
      language: 'python',
      implementation: 'x'.repeat(100_000),
      result: 'failed',
      reason: null,
      diagnostics: { rows: 3 },
      failedSamples: [{ order_id: 'x' }],
      failed_samples: [{ order_id: 'x' }],
    },
    { type: 'custom', name: 'Said in passing', result: 'info', engine: null },
    { type: 'custom', name: 'No verdict', result: null },
  ],
  logs: [{ level: 'INFO', message: 'Testing', timestamp: '2026-08-21T10:00:00.200000Z' }],
  ...change,
});

describe('publish', () => {
  it('puts the contract, and counts exactly 200 as success', async () => {
    const answer = await cli('PUT', '/api/datacontracts/orders', contract('orders', { servers }));
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '0']);
    expect(answer.headers['location-html']).toBe(`${api.address}/datacontracts/orders`);
  });

  it('tells the key of a team that the owner is unknown, rather than that it may not act for nobody', async () => {
    const { text } = await api.newKey('team', { teamId: 'checkout' });
    const theirs = createClient(api, { 'content-type': 'application/json', 'x-api-key': text });
    const body = contract('typo', { team: { name: 'chekout' } });
    const answer = await theirs('PUT', '/api/datacontracts/typo', body);
    expect([answer.status, answer.json.detail]).toEqual([
      422,
      expect.stringContaining("No team has the id 'chekout'"),
    ]);
  });

  it('prints what is wrong, as text that a person can read', async () => {
    const answer = await cli(
      'PUT',
      '/api/datacontracts/free',
      contract('free', { team: undefined }),
    );
    expect(answer.status).toBe(422);
    expect(answer.json.detail).toMatch(/team\.name.*owner.*domain/);
  });
});

describe('test --publish', () => {
  it('sends runId in place of an id, nulls and what nobody knows, and gets exactly 200', async () => {
    const answer = await cli('POST', '/api/test-results', run());
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '0']);
    expect(ownHeaders(answer)).toEqual(['location-html']);
    expect(answer.headers['location-html']).toBe(`${api.address}/datacontracts/orders`);
    const stored = (await cli('GET', `/api/test-results/${run().runId}`)).json;
    expect(stored).toEqual({ ...run(), id: run().runId });
  });

  it('may send the same again, in the form of the next version too', async () => {
    expect((await cli('POST', '/api/test-results', run())).status).toBe(200);
    const { runId: id, ...others } = run({ server: 'production' });
    const next = {
      ...others,
      id: `${id}-next`,
      checks: [{ type: 'x', name: 'y', result: 'passed' }],
    };
    expect((await cli('POST', '/api/test-results', next)).status).toBe(200);
    const other = await cli('POST', '/api/test-results', run({ result: 'passed' }));
    expect([other.status, other.json.code]).toEqual([409, 'already_exists']);
  });

  it('is told by 403 that its key was left out', async () => {
    const anonymous = createClient(api, { 'content-type': 'application/json' });
    const answer = await anonymous('POST', '/api/test-results', run());
    expect([answer.status, answer.json.code]).toEqual([403, 'api_key_missing']);
  });

  it('publishes the results of a pipeline whose product came before the contract', async () => {
    const built = await cli('PUT', '/api/dataproducts/built', product('built', ['built']));
    expect(built.status).toBe(200);
    const put = await cli('PUT', '/api/datacontracts/built', contract('built', { servers }));
    expect(put.status).toBe(200);

    const results = run({ runId: 'pipeline', dataContractId: 'built', server: 'built/port-0' });
    expect((await cli('POST', '/api/test-results', results)).status).toBe(200);
  });
});

describe('a contract by its address', () => {
  it('is YAML, as it was sent', async () => {
    const yaml = `# orders\napiVersion: v3.1.0\nkind: DataContract\nid: plain\nversion: 1.0.0\nstatus: active\nteam: { name: checkout }\n`;
    const type = { 'content-type': 'application/yaml' };
    expect((await cli('PUT', '/api/datacontracts/plain', yaml, type)).status).toBe(200);
    const reader = createClient(api, { accept: 'application/yaml', 'x-api-key': api.key });
    const read = await reader('GET', '/api/datacontracts/plain/datacontract.yaml');
    expect([read.status, read.text]).toEqual([200, yaml]);
    expect(read.headers['content-type']).toMatch(/^application\/yaml/);
    expect(ownHeaders(read)).toEqual(['content-type', 'etag']);
    const tag = { 'if-none-match': String(read.headers['etag']) };
    const again = await reader('GET', '/api/datacontracts/plain/datacontract.yaml', undefined, tag);
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
