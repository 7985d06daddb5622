import { gzipSync } from 'node:zlib';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { everythingStored } from '../../support/everything.ts';
import { runEvent } from '../../support/builders/lineage.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/teams/marketing', { body: team('marketing') });
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
  await api.send('PUT', '/api/dataproducts/other', { body: product('other', []) });
});
afterAll(() => api.stop());

const path = '/api/v1/lineage';
const shop = `${path}?dataProductId=shop&outputPortId=port-0`;
const post = (body: object, at = shop) => api.send('POST', at, { body });
const list = async (query: string) => (await api.send('GET', `${path}?${query}`)).json;
const rows = (table: string) => api.database.knex(table).select();

it('keeps every byte of an event, and answers 200 without a body', async () => {
  const text = JSON.stringify(
    runEvent({ runId: 'bytes', facets: { rows: { count: 0 } } }),
    undefined,
    3,
  ).replace('"count": 0', '"count": 12345678901234567890.10');
  const answer = await api.send('POST', shop, {
    body: text,
    headers: { 'content-type': 'application/json' },
  });
  expect([answer.status, answer.text]).toEqual([200, '']);
  const listed = await api.send('GET', `${path}?runId=bytes`);
  expect(listed.text).toBe(`[${text}]`);
});

it('takes gzip and a key as a bearer token, as clients of OpenLineage send them', async () => {
  const answer = await api.send('POST', shop, {
    key: null,
    headers: {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      authorization: `Bearer ${api.key}`,
    },
    body: gzipSync(JSON.stringify(runEvent({ runId: 'zipped' }))),
  });
  expect(answer.status).toBe(200);
  expect(await list('runId=zipped')).toHaveLength(1);
});

it('finds the product in the query, else in the facet of the run', async () => {
  const facet = { entropy_data: { dataProductId: 'shop', outputPortName: 'port-0' } };
  expect((await post(runEvent({ runId: 'facet', facets: facet }), path)).status).toBe(200);
  expect(
    (await post(runEvent({ runId: 'facet', facets: facet }), `${path}?dataProductId=other`)).status,
  ).toBe(200);
  const alias = await post(
    runEvent({ runId: 'alias' }),
    `${path}?dataProductId=shop&outputPortName=port-0`,
  );
  expect([alias.status, alias.headers.get('deprecation')]).toEqual([
    200,
    expect.stringMatching(/^@\d+$/),
  ]);
  const stored = await api.database
    .knex('lineage_events')
    .whereIn('run_id', ['facet', 'alias'])
    .orderBy('id');
  expect(stored.map(({ data_product_id, output_port }) => [data_product_id, output_port])).toEqual([
    ['shop', 'port-0'],
    ['other', null],
    ['shop', 'port-0'],
  ]);
});

describe('an event that comes again', () => {
  it('is stored once, whether alone, in a batch, in another month, or at the same time', async () => {
    const event = runEvent({ runId: 'again' });
    const spaced = JSON.stringify(event, undefined, 2);
    const headers = { 'content-type': 'application/json' };
    await Promise.all(Array.from({ length: 5 }, () => post(event)));
    expect((await api.send('POST', shop, { body: spaced, headers })).status).toBe(200);
    const batch = await api.send('POST', `${path}/batch?dataProductId=shop&outputPortId=port-0`, {
      body: [event, event, runEvent({ runId: 'again', eventType: 'FAIL' })],
    });
    expect(batch.json.summary).toMatchObject({ received: 3, successful: 3 });
    expect((await list('runId=again')).map(({ eventType }: any) => eventType).sort()).toEqual([
      'COMPLETE',
      'FAIL',
    ]);
    const month = 32 * 24 * 3_600_000;
    await api.database
      .knex('lineage_events')
      .where({ run_id: 'again' })
      .update({ received_at: new Date(Date.now() - month) });
    expect((await post(event)).status).toBe(200);
    expect(await list('runId=again')).toHaveLength(2);
  });

  it('is another one for another product, and after its deletion', async () => {
    const event = runEvent({ runId: 'twice' });
    await post(event);
    await post(event, `${path}?dataProductId=other`);
    expect(await list('runId=twice')).toHaveLength(2);
    await api.send('DELETE', `${path}?runId=twice`);
    await post(event);
    expect(await list('runId=twice')).toHaveLength(1);
  });
});

it.each([
  ['no product', path, 400, 'bad_request'],
  ['an unknown product', `${path}?dataProductId=nowhere`, 422, 'unknown_reference'],
  ['an unknown port', `${path}?dataProductId=shop&outputPortId=x`, 422, 'unknown_reference'],
])('refuses an event with %s', async (_, at, status, code) => {
  const answer = await post(runEvent({ runId: 'refused' }), at);
  expect([answer.status, answer.json.code]).toEqual([status, code]);
  expect(await list('runId=refused')).toEqual([]);
});

const { run: _, ...withoutRun } = runEvent({});
it.each<[string, unknown, number, string]>([
  ['a list', [runEvent({})], 422, 'object'],
  ['text', 'x', 422, 'object'],
  ['no job', { ...runEvent({}), job: undefined }, 422, 'job'],
  ['no type of a run event', { ...runEvent({}), eventType: undefined }, 422, 'eventType'],
  ['an unknown type', { ...runEvent({}), eventType: 'DONE' }, 422, 'eventType'],
  ['a time without a zone', { ...runEvent({}), eventTime: '2026-01-01 12:00' }, 422, 'eventTime'],
  [
    'a time before our era',
    { ...runEvent({}), eventTime: '0000-01-01T00:00:00Z' },
    422,
    'eventTime',
  ],
  ['an empty name', { ...runEvent({}), job: { namespace: 'x', name: '' } }, 422, 'job.name'],
  ['a NUL', { ...runEvent({}), producer: 'a\0b' }, 422, 'producer'],
  ['deep facets', runEvent({ facets: { deep: deep(100) } }), 422, 'nested'],
  ['20,000 inputs', runEvent({ inputs: many(20_000) }), 422, 'inputs'],
  ['100,000 inputs', runEvent({ inputs: many(100_000) }), 413, '5 MB'],
])('refuses %s', async (_what, body, status, says) => {
  const answer = await api.send('POST', shop, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(says);
});

function deep(levels: number): object {
  return levels === 0 ? {} : { x: deep(levels - 1) };
}
function many(count: number): string[] {
  return Array.from({ length: count }, (_each, n) => `t${n}`);
}

it('takes an event of the future, with a warning', async () => {
  const answer = await post({ ...runEvent({ runId: 'ahead' }), eventTime: '2999-01-01T00:00:00Z' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-catalog-warnings')).toContain('future');
  expect(await list('runId=ahead')).toHaveLength(1);
});

it('takes events of jobs and datasets, which are listed on demand', async () => {
  expect((await post({ ...withoutRun, eventType: undefined })).status).toBe(200);
  const dataset = { namespace: 'postgres://db', name: 'shop.alone' };
  expect((await post({ eventTime: '2026-01-01T00:00:00Z', dataset })).status).toBe(200);
  expect(await list('kind=job')).toHaveLength(1);
  expect(await list('kind=dataset')).toMatchObject([{ dataset }]);
  expect((await list('dataProductId=shop')).every(({ run }: { run?: object }) => run)).toBe(true);
});

it('lists by job, run, type and product, newest first and in pages', async () => {
  for (const [runId, job, eventType] of [
    ['p1', 'fill', 'START'],
    ['p1', 'fill', 'COMPLETE'],
    ['p2', 'clean', 'FAIL'],
  ] as const)
    await post(runEvent({ runId, job, namespace: 'pages', eventType }));
  const runs = async (query: string) =>
    (await list(query)).map(
      (event: { run: { runId: string }; eventType: string }) =>
        `${event.run.runId} ${event.eventType}`,
    );
  expect(await runs('jobNamespace=pages')).toEqual(['p2 FAIL', 'p1 COMPLETE', 'p1 START']);
  expect(await runs('jobName=fill')).toEqual(['p1 COMPLETE', 'p1 START']);
  expect(await runs('jobNamespace=pages&jobName=clean')).toEqual(['p2 FAIL']);
  expect(await runs('runId=p1&eventType=START')).toEqual(['p1 START']);
  expect(await runs('jobNamespace=pages&dataProductId=other')).toEqual([]);
  const first = await api.send('GET', `${path}?jobNamespace=pages&size=2`);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const rest = await api.send('GET', next.slice(next.indexOf('/api')));
  expect(first.json).toHaveLength(2);
  expect(rest.json.map(({ eventType }: { eventType: string }) => eventType)).toEqual(['START']);
  expect((await api.send('GET', `${path}?jobNamespace=pages&size=2&p=1`)).json).toEqual(rest.json);
});

it('gives each event of a batch a verdict', async () => {
  const events = [
    runEvent({ runId: 'b0' }),
    { eventType: 'START' },
    runEvent({ runId: 'b2', facets: { entropy_data: { dataProductId: 'nowhere' } } }),
    7,
    runEvent({ runId: 'b4', facets: { entropy_data: { dataProductId: 'shop' } } }),
  ];
  const { status, json } = await api.send('POST', `${path}/batch`, { body: events });
  expect(status).toBe(200);
  expect(json.status).toBe('partial_success');
  expect(json.summary).toMatchObject({ received: 5, successful: 1, failed: 4 });
  expect(json.failed_events.map(({ index, code }: any) => [index, code])).toEqual([
    [0, 'bad_request'],
    [1, 'invalid_body'],
    [2, 'unknown_reference'],
    [3, 'invalid_body'],
  ]);
  expect(await list('runId=b4')).toEqual([events[4]]);
  const all = await api.send('POST', `${path}/batch?dataProductId=shop`, { body: [events[0]] });
  expect(all.json).toMatchObject({ status: 'success', failed_events: [] });
  expect((await api.send('POST', `${path}/batch`, { body: [] })).status).toBe(422);
});

it('stores events that many pipelines send at once', async () => {
  const send = (n: number) =>
    api.send('POST', `${path}/batch?dataProductId=shop`, {
      body: Array.from({ length: 50 }, (_each, i) =>
        runEvent({
          runId: `many-${n}-${i}`,
          job: `job-${(n + i) % 7}`,
          namespace: 'many',
          inputs: ['a', 'b', 'c'].sort(() => (n % 2) - 0.5),
        }),
      ),
    });
  const answers = await Promise.all(Array.from({ length: 8 }, (_each, n) => send(n)));
  expect(answers.map(({ json }) => json.summary.successful)).toEqual(Array(8).fill(50));
  expect(await list('jobNamespace=many&size=1000')).toHaveLength(400);
});

it('needs the permission to edit the product', async () => {
  const keyOf = async (teamId: string) =>
    (await api.send('POST', '/api/api-keys', { body: { name: teamId, scope: 'team', teamId } }))
      .json.key;
  const foreign = { key: await keyOf('marketing'), body: runEvent({ runId: 'team' }) };
  expect((await api.send('POST', shop, foreign)).status).toBe(403);
  expect((await api.send('POST', shop, { ...foreign, key: await keyOf('checkout') })).status).toBe(
    200,
  );
  const { status } = await api.send('DELETE', `${path}?runId=team`, { key: foreign.key });
  expect(status).toBe(403);
  expect(await list('runId=team')).toHaveLength(1);
});

describe('deletion', () => {
  it('needs a run or a job', async () => {
    for (const query of ['', '?jobName=x', '?jobNamespace=x'])
      expect((await api.send('DELETE', `${path}${query}`)).status).toBe(400);
  });

  it('removes the events, and what only they say', async () => {
    await api.database.knex.raw(
      'truncate lineage_events, lineage_nodes, lineage_edges, lineage_columns, lineage_ports',
    );
    const columns = { total: ['orders.amount'] };
    await post(
      runEvent({ runId: 'one', inputs: ['orders', 'gone'], outputs: ['totals'], columns }),
    );
    await post(runEvent({ runId: 'two', inputs: ['orders'], outputs: ['totals'] }));
    expect(await rows('lineage_edges')).toHaveLength(3);
    expect(await rows('lineage_columns')).toHaveLength(1);
    const before = await everythingStored(api);
    const rehearsed = await api.send('DELETE', `${path}?runId=one&dryRun=true`);
    expect(rehearsed.json.effects).toMatchObject([
      { type: expect.stringMatching(/LineageDeleted$/) },
    ]);
    expect(await everythingStored(api)).toBe(before);
    expect((await api.send('DELETE', `${path}?runId=one`)).json).toEqual({ deletedCount: 1 });
    expect((await rows('lineage_nodes')).map(({ name }) => name).sort()).toEqual([
      'load',
      'orders',
      'totals',
    ]);
    expect(await rows('lineage_edges')).toHaveLength(2);
    const job = `${path}?jobNamespace=scheduler&jobName=load`;
    expect((await api.send('DELETE', job)).json).toEqual({ deletedCount: 1 });
    for (const table of ['events', 'nodes', 'edges', 'columns', 'ports'])
      expect([table, await rows(`lineage_${table}`)]).toEqual([table, []]);
    expect((await api.send('DELETE', job)).json).toEqual({ deletedCount: 0 });
  });
});
