import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const id of ['checkout', 'rivals'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  const servers = [{ server: 'production', type: 'local', path: 'x.csv', format: 'csv' }];
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders', { servers }) });
  const moved = [{ ...servers[0], server: 'moved' }];
  await api.send('PUT', '/api/datacontracts/orders', {
    body: contract('orders', { servers: moved, version: '2.0.0' }),
  });
  await api.send('PUT', '/api/dataproducts/shop', {
    body: product('shop', ['orders'], { team: { name: 'rivals' } }),
  });
});
afterAll(() => api.stop());

let runs = 0;
const newRun = () => `3f2504e0-4f89-41d3-9a0c-0305e82c33${String(10 + runs++)}`;

/** What released versions of datacontract-cli send. */
const released = (change: object = {}) => ({
  runId: newRun(),
  datacontractCliVersion: '1.1.1',
  dataContractId: 'orders',
  dataContractVersion: '1.0.0',
  dataProductId: null,
  outputPortId: null,
  server: 'production',
  filters: null,
  timestampStart: '2026-08-21T10:00:00.123456Z',
  timestampEnd: '2026-08-21T10:00:01.5',
  result: 'warning',
  checks: [
    {
      id: 'c1',
      key: null,
      category: 'schema',
      type: 'field_type',
      name: 'Has a type',
      model: 'orders',
      field: 'order_id',
      qualityId: null,
      tags: null,
      engine: 'datacontract-cli',
      language: null,
      implementation: null,
      result: 'passed',
      reason: null,
      diagnostics: null,
      failedSamples: null,
    },
    { type: 'custom', name: null, result: 'info', engine: null },
    { type: 'custom', name: 'No verdict', result: null },
  ],
  logs: [{ level: 'INFO', message: 'Connected', timestamp: '2026-08-21T10:00:00' }],
  ...change,
});
const post = (body: unknown, key?: string) =>
  api.send('POST', '/api/test-results', { body, ...(key !== undefined && { key }) });
const get = (id: string) => api.send('GET', `/api/test-results/${id}`);

describe('published test results', () => {
  it('come back as released clients send them, with the id they lack', async () => {
    const body = released();
    const posted = await post(body);
    expect([posted.status, posted.text]).toEqual([200, '']);
    expect(posted.headers.get('location-html')).toBe(`${api.address}/datacontracts/orders`);
    expect(posted.headers.get('x-catalog-warnings')).toBeNull();
    expect((await get(body.runId)).json).toEqual({ ...body, id: body.runId });
    const event = await api.database.knex('events').where({ subject_id: body.runId }).first();
    expect([event.type, event.public, JSON.parse(event.data)]).toEqual([
      'TestResultsCreatedEvent',
      true,
      expect.objectContaining({ id: body.runId, status: 'warning' }),
    ]);
    const text = `{ "id" : "${newRun()}",${JSON.stringify(released({ score: 1 }))
      .slice(1)
      .replace('"score":1', '"score":1.10')}`;
    expect((await post(text)).headers.get('x-catalog-warnings')).toBe(
      'Unknown members were stored: score',
    );
    expect((await get(JSON.parse(text).id)).text).toBe(text);
  });

  it('may be published again when they are the same, and not when they differ', async () => {
    const body = released({ id: 'run-1', runId: undefined });
    expect((await post(body)).status).toBe(200);
    expect((await post(JSON.stringify(body, undefined, 2))).status).toBe(200);
    const other = await post({ ...body, result: 'failed' });
    expect([other.status, other.json.code]).toEqual([409, 'already_exists']);
    expect((await get('run-1')).json.result).toBe('warning');
    const racing = await Promise.all(
      ['passed', 'failed', 'passed'].map((result) => post({ ...body, id: 'run-2', result })),
    );
    expect(racing.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(racing.filter(({ status }) => status === 409).length).toBeGreaterThan(0);
    for (const id of ['run-1', 'run-2'])
      expect(await api.database.knex('events').where({ subject_id: id })).toHaveLength(1);
  });

  it('are of servers of the version they name, of a port, or of none', async () => {
    const statusOf = async (change: object) => {
      const { status, json } = await post(released(change));
      return status === 200 ? status : json.code;
    };
    expect(await statusOf({ server: 'production' })).toBe(200);
    expect(await statusOf({ server: 'moved' })).toBe('unknown_server');
    expect(await statusOf({ server: 'moved', dataContractVersion: '2.0.0' })).toBe(200);
    expect(await statusOf({ server: 'production', dataContractVersion: '2.0.0' })).toBe(
      'unknown_server',
    );
    expect(await statusOf({ server: 'moved', dataContractVersion: '9.9.9' })).toBe(200);
    expect(await statusOf({ server: null })).toBe(200);
    expect(await statusOf({ server: undefined })).toBe(200);
    expect(await statusOf({ server: 'shop/port-0' })).toBe(200);
    for (const server of ['shop/port-9', 'ghost/port-0', 'shop', '/', ''])
      expect(await statusOf({ server })).toBe('unknown_server');
    const { json } = await post(released({ server: 'nope' }));
    expect(json.detail).toContain("it has 'production'");
    expect(await statusOf({ dataContractId: 'ghost' })).toBe('unknown_reference');
  });

  it.each<[string, object, string]>([
    ['id', { runId: null }, 'invalid_document'],
    ['dataContractId', { dataContractId: null }, 'invalid_document'],
    ['dataContractVersion', { dataContractVersion: undefined }, 'invalid_document'],
    ['result', { result: 'skipped' }, 'invalid_document'],
    ['timestampStart', { timestampStart: 'yesterday' }, 'invalid_document'],
    ['timestampEnd', { timestampEnd: '2026-02-30T99:00:00Z' }, 'invalid_document'],
    ['checks', { checks: {} }, 'invalid_document'],
    ['checks[0].type', { checks: [{ result: 'passed' }] }, 'invalid_document'],
    ['checks[0].result', { checks: [{ type: 'x', result: 'skipped' }] }, 'invalid_document'],
    ['logs', { logs: 'none' }, 'invalid_document'],
  ])('are refused with a wrong %s', async (field, change, code) => {
    const { status, json } = await post(released(change));
    expect([status, json.code]).toEqual([422, code]);
    expect(json.violations.map((violation: { field: string }) => violation.field)).toContain(field);
  });

  it('are refused with ids that no path can hold, and texts that cannot be stored', async () => {
    for (const runId of ['a/b', '..', 'x'.repeat(257), 's3://x'])
      expect((await post(released({ runId }))).json.code).toBe('invalid_id');
    const answers: [unknown, number, string][] = [
      ['[]', 422, 'invalid_body'],
      ['{"a":', 400, 'malformed_body'],
      [released({ x: 'a\0' }), 422, 'invalid_text'],
      [' '.repeat(5 * 1024 * 1024 + 1), 413, 'payload_too_large'],
    ];
    for (const [body, status, code] of answers) {
      const answer = await post(body);
      expect([answer.status, answer.json.code]).toEqual([status, code]);
    }
  });

  it('are written by the team of the contract, or of the product whose port it was', async () => {
    const { text: rival } = await api.newKey('team', { teamId: 'rivals' });
    const { text: ours } = await api.newKey('team', { teamId: 'checkout' });
    const body = released();
    expect((await post(body, rival)).status).toBe(403);
    expect((await post(body, ours)).status).toBe(200);
    expect((await post(released({ server: 'shop/port-0' }), rival)).status).toBe(200);
    expect((await post(released({ server: 'shop/port-0' }), ours)).status).toBe(403);
    const path = `/api/test-results/${body.runId}`;
    expect((await api.send('DELETE', path, { key: rival })).status).toBe(403);
    expect((await api.send('DELETE', path, { key: ours })).status).toBe(200);
    expect((await get(body.runId)).status).toBe(404);
    expect((await api.send('DELETE', path)).status).toBe(404);
    const types = await api.database
      .knex('events')
      .where({ subject_id: body.runId })
      .orderBy('n')
      .pluck('type');
    expect(types).toEqual(['TestResultsCreatedEvent', 'TestResultsDeletedEvent']);
    expect(await api.database.knex('test_checks').where({ test_result_id: body.runId })).toEqual(
      [],
    );
  });
});

describe('results of both origins', () => {
  it('stand in one list, are paged together, and can both be deleted', async () => {
    const workers = startWorkers(api);
    const servers = [{ server: 's', type: 'local', path: 'x.csv', format: 'csv' }];
    await api.send('PUT', '/api/datacontracts/both', { body: contract('both', { servers }) });
    const run = (
      await api.send('POST', '/api/datacontracts/both/test', {
        headers: { prefer: 'respond-async' },
      })
    ).json;
    const { testResultId } = await until('the run has its result', async () => {
      const { json } = await api.send('GET', `/api/test-runs/${run.id}`);
      return json.testResultId !== null && json;
    });
    await workers.stop();
    const ids = [testResultId];
    for (const id of ['both-1', 'both-2']) {
      await post(released({ id, dataContractId: 'both', server: 's' }));
      ids.unshift(id);
    }
    const list = await api.send('GET', '/api/test-results?dataContractId=both&server=s');
    expect(list.json.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(list.json[0]).toEqual({
      checkCount: 3,
      failedChecks: 0,
      id: 'both-2',
      dataContractId: 'both',
      dataContractVersion: '1.0.0',
      server: 's',
      result: 'warning',
      timestampStart: '2026-08-21T10:00:00.123Z',
      timestampEnd: '2026-08-21T10:00:01.500Z',
    });
    const behind = await api.send(
      'GET',
      '/api/test-results?dataContractId=both&after=both-2&size=1',
    );
    expect(behind.json.map(({ id }: { id: string }) => id)).toEqual(['both-1']);
    expect((await api.send('GET', '/api/test-results?after=nothing')).status).toBe(400);
    expect(
      (await post(released({ id: testResultId, dataContractId: 'both', server: 's' }))).status,
    ).toBe(409);
    expect((await api.send('DELETE', `/api/test-results/${testResultId}`)).status).toBe(200);
    expect((await api.send('GET', `/api/test-runs/${run.id}`)).json.testResultId).toBeNull();
    expect((await api.send('GET', '/api/test-results?dataContractId=both')).json).toHaveLength(2);
  });
});
