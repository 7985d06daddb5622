import { gzipSync } from 'node:zlib';
import { access, fillForAccess } from '../../support/builders/access.ts';
import { product } from '../../support/builders/contracts.ts';
import { span, traces } from '../../support/builders/spans.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { until } from '../../support/until.ts';

const dayMs = 24 * 3_600_000;

let api: TestApi;
let teamKey: string;
beforeAll(async () => {
  api = await startApi();
  await fillForAccess(api);
  await api.send('PUT', '/api/dataproducts/other', {
    body: product('other', [], { team: { name: 'marketing' } }),
  });
  ({ text: teamKey } = await api.newKey('team', { teamId: 'marketing' }));
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.knex('usage_spans').delete();
  await api.database.knex('usage_days').delete();
});

const post = (body: unknown, headers: Record<string, string> = {}, key?: string) =>
  api.send('POST', '/api/v1/traces', { body, headers, ...(key !== undefined && { key }) });
const usage = async (query = '') =>
  (await api.send('GET', `/api/dataproducts/shop/usage${query}`)).json;
const list = async (query = '') => (await api.send('GET', `/api/v1/traces${query}`)).json;
const idsIn = (body: any): string[] =>
  body.resourceSpans.flatMap((each: any) =>
    each.scopeSpans.flatMap(({ spans }: any) => spans.map(({ spanId }: any) => spanId)),
  );

it('are stored, listed as they were sent, and counted by day', async () => {
  const sent = traces([span({ query: 'select 1', role: 'analyst' })]);
  const answer = await post(sent);
  expect([answer.status, answer.json]).toEqual([200, {}]);
  expect(await list()).toEqual(sent);
  expect(await list('?dataProductId=shop&scopeName=queries')).toEqual(sent);
  expect(await list('?dataProductId=other')).toEqual({ resourceSpans: [] });
  const today = new Date().toISOString().slice(0, 10);
  expect(await usage()).toMatchObject({
    dataProductId: 'shop',
    to: today,
    count: 1,
    rows: 10,
    users: 1,
    teams: 0,
    lastUsedOn: today,
    entries: [{ key: today, name: null, count: 1, rows: 10, lastUsedOn: today }],
  });
});

it('are counted once, however often and however they are sent again', async () => {
  const sent = span({ rows: 3 });
  const packed = gzipSync(JSON.stringify(traces([sent, sent]))).toString('latin1');
  const gzip = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  const body = Buffer.from(packed, 'latin1');
  const repeated = Array.from({ length: 10 }, () =>
    fetch(`${api.address}/api/v1/traces`, {
      method: 'POST',
      headers: { ...gzip, 'x-api-key': api.key },
      body,
    }),
  );
  for (const { status } of await Promise.all(repeated)) expect(status).toBe(200);
  expect(await usage()).toMatchObject({ count: 1, rows: 3 });
  expect(idsIn(await list())).toEqual([sent.spanId]);
  const yesterday = new Date(Date.now() - dayMs);
  await post(
    traces([{ ...span({ rows: 5, user: 'bob' }, { at: yesterday }), spanId: sent.spanId }]),
  );
  expect(await usage('?by=user')).toMatchObject({
    count: 1,
    rows: 5,
    entries: [{ key: 'bob', count: 1, rows: 5, lastUsedOn: yesterday.toISOString().slice(0, 10) }],
  });
});

it('are looked up by their ids before Postgres has analyzed the month', async () => {
  const month = `usage_spans_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
  const lookUps = async (): Promise<number> => {
    const { rows } = await api.database.knex.raw(
      'select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = ?',
      [`${month}_pkey`],
    );
    return rows[0].scans;
  };
  const send = () => post(traces(Array.from({ length: 300 }, () => span())));
  await send();
  const before = await lookUps();
  for (let n = 0; n < 5; n += 1) await send();
  await until('each id has been looked up', async () => (await lookUps()) >= before + 1_200);
});

it('count for the team that holds the access', async () => {
  await api.send('PUT', '/api/access/a1', { body: access('a1') });
  const elsewhere = { 'dataproduct.id': 'other' };
  await post(traces([span({ 'access.id': 'a1' }), span({ 'access.id': 'ghost' })]));
  await post(traces([span({ 'access.id': 'a1' })], elsewhere));
  expect((await usage('?by=team')).entries).toMatchObject([
    { key: '', name: null, count: 1 },
    { key: 'marketing', count: 1 },
  ]);
  expect((await usage('?by=access')).entries.map(({ key }: any) => key)).toEqual(['a1', 'ghost']);
  expect((await usage('?by=outputPort&outputPort=db')).entries).toMatchObject([
    { key: 'db', count: 2 },
  ]);
  const other = await api.send('GET', '/api/dataproducts/other/usage?by=team');
  expect(other.json.entries).toMatchObject([{ key: '', count: 1 }]);
});

it('are rejected alone, with the reason', async () => {
  const [good, future] = [span(), new Date(Date.now() + dayMs)];
  const { status, json } = await post(
    traces([
      good,
      span({}, { spanId: 'x' }),
      span({}, { spanId: '0000000000000000' }),
      span({}, { at: future }),
      span({}, { at: new Date(Date.now() - 31 * dayMs) }),
      span({}, { startTimeUnixNano: 'soon' }),
      span({ 'dataproduct.id': 'ghost' }),
      span({ rows: -1 }),
      span({ user: 'u'.repeat(501) }),
      span({ user: 'a\0b' }),
      'no span',
    ]),
  );
  expect(status).toBe(200);
  expect(json.partialSuccess.rejectedSpans).toBe('10');
  expect(json.partialSuccess.errorMessage).toContain("'spanId' is not 16 hexadecimal digits (1)");
  expect(json.partialSuccess.errorMessage).toContain("'spanId' must not be all zeros (1)");
  expect(idsIn(await list())).toEqual([good.spanId]);
  const none = await post(traces([span()], { 'service.name': 'x' }));
  expect(none.json.partialSuccess.errorMessage).toContain('dataproduct.id');
  const ghost = await post(traces([span()], { 'dataproduct.id': 'ghost' }));
  expect(ghost.json.partialSuccess).toEqual({
    rejectedSpans: '1',
    errorMessage: "there is no data product 'ghost' (1)",
  });
});

it('are refused in the form of OTLP', async () => {
  const cases: [unknown, Record<string, string>, number, number][] = [
    ['{"resourceSpans":', {}, 400, 3],
    ['[]', {}, 400, 3],
    ['{"resourceSpans":{}}', {}, 400, 3],
    ['{"resourceSpans":[1]}', {}, 400, 3],
    ['{"resourceSpans":[{"scopeSpans":[{"spans":7}]}]}', {}, 400, 3],
    ['x', { 'content-encoding': 'gzip' }, 400, 3],
    ['x', { 'content-encoding': 'zstd' }, 415, 3],
    ['x', { 'content-type': 'text/plain' }, 415, 3],
  ];
  for (const [body, headers, status, code] of cases) {
    const answer = await post(body, { 'content-type': 'application/json', ...headers });
    expect([body, answer.status, answer.json]).toEqual([
      body,
      status,
      { code, message: expect.any(String) },
    ]);
  }
  const noKey = await post('{}', { 'content-type': 'application/json', 'x-api-key': 'wrong' });
  expect([noKey.status, noKey.json.code]).toEqual([403, 7]);
  const protobuf = { 'content-type': 'application/x-protobuf' };
  const broken = await post('\n\x05ab', protobuf);
  expect([broken.status, broken.headers.get('content-type')]).toEqual([
    400,
    protobuf['content-type'],
  ]);
  expect(broken.text.startsWith('\x08\x03\x12')).toBe(true);
  expect(await list()).toEqual({ resourceSpans: [] });
});

it('are too many in a body of more than 32 MB', async () => {
  const body = gzipSync(`{"resourceSpans":[]}${' '.repeat(33 * 1024 * 1024)}`);
  const answer = await fetch(`${api.address}/api/v1/traces`, {
    method: 'POST',
    headers: {
      'content-encoding': 'gzip',
      'content-type': 'application/json',
      'x-api-key': api.key,
    },
    body,
  });
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 8 }]);
});

it('need the permission on the product, also to replace a span', async () => {
  const own = { 'dataproduct.id': 'other' };
  const mine = span();
  const refused = await post(traces([span()]), {}, teamKey);
  expect(refused.json.partialSuccess.errorMessage).toContain('RESOURCES_EDIT');
  expect((await post(traces([mine], own), {}, teamKey)).json).toEqual({});
  const foreign = span({ rows: 7 });
  await post(traces([foreign]));
  const taken = await post(traces([{ ...span(), spanId: foreign.spanId }], own), {}, teamKey);
  expect(taken.json.partialSuccess.errorMessage).toContain('another data product');
  expect(await usage()).toMatchObject({ count: 1, rows: 7 });
  const remove = (query: string) => api.send('DELETE', `/api/v1/traces?${query}`, { key: teamKey });
  expect((await remove('dataProductId=shop')).status).toBe(403);
  expect((await remove(`spanId=${foreign.spanId}`)).status).toBe(403);
  expect((await remove('scopeName=queries')).status).toBe(403);
  expect((await remove(`spanId=${mine.spanId}`)).json).toEqual({ deletedCount: 1 });
  const { text: reader } = await api.newKey('organization_read');
  expect((await post(traces([span()]), {}, reader)).status).toBe(403);
});

it('are deleted by filter, and no longer counted', async () => {
  const spans = Array.from({ length: 1_500 }, () => span());
  await post(traces(spans));
  await post(traces([span()], undefined, 'kept'));
  expect(await usage()).toMatchObject({ count: 1_501, rows: 15_010 });
  expect((await api.send('DELETE', '/api/v1/traces')).status).toBe(400);
  const path = '/api/v1/traces?scopeName=queries';
  expect((await api.send('DELETE', `${path}&dryRun=true`)).status).toBe(200);
  expect(await usage()).toMatchObject({ count: 1_501 });
  expect((await api.send('DELETE', path)).json).toEqual({ deletedCount: 1_500 });
  expect((await api.send('DELETE', path)).json).toEqual({ deletedCount: 0 });
  expect(await usage()).toMatchObject({ count: 1, rows: 10 });
});

it('are listed in pages, newest first', async () => {
  const spans = [3, 1, 2, 2, 5].map((hours) =>
    span({}, { at: new Date(Date.now() - hours * 3_600_000) }),
  );
  await post(traces(spans));
  const found: string[] = [];
  for (let next: string | undefined = '/api/v1/traces?size=2'; next !== undefined;) {
    const { headers, json } = await api.send('GET', next);
    found.push(...idsIn(json));
    next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]?.slice(api.address.length);
  }
  expect(new Set(found)).toEqual(new Set(idsIn(traces(spans))));
  expect([found[0], found.length]).toEqual([spans[1]?.spanId, 5]);
  expect((await api.send('GET', '/api/v1/traces?after=00000000000000ff')).status).toBe(400);
});

it('stay in the numbers when their month is dropped', async () => {
  await post(traces([span()]));
  await api.database.knex('usage_spans').delete();
  expect(await usage()).toMatchObject({ count: 1 });
  for (const query of ['?from=x', '?from=2026-02-02&to=2026-01-01', '?by=colour', '?size=0'])
    expect((await api.send('GET', `/api/dataproducts/shop/usage${query}`)).status).toBe(400);
  expect((await api.send('GET', '/api/dataproducts/ghost/usage')).status).toBe(404);
});
