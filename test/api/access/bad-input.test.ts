import type { TestApi } from '../../support/http/api.ts';
import {
  access,
  createTestClock,
  eventsOf,
  startAccessApi,
} from '../../support/builders/access.ts';

const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
beforeAll(async () => {
  api = await startAccessApi(clock);
});
afterAll(() => api.stop());

const put = (info: object, change: object = {}, id = 'bad') =>
  api.send('PUT', `/api/access/${id}`, { body: access(id, { ...info }, { ...change }) });
const provider = (dataProductId: string, outputPortId: string) => ({
  provider: { dataProductId, outputPortId },
});

describe('PUT refuses', () => {
  it.each([
    ['an unknown product', {}, provider('missing', 'port-0'), 'provider.dataProductId'],
    ['an unknown port', {}, provider('shop', 'port-9'), 'provider.outputPortId'],
    ['an unknown team', {}, { consumer: { teamId: 'unknown-team' } }, 'consumer.teamId'],
    [
      'an unknown consuming product',
      {},
      { consumer: { dataProductId: 'missing' } },
      'consumer.dataProductId',
    ],
    ['no consumer', {}, { consumer: {} }, 'consumer'],
    ['a team and a person', {}, { consumer: { teamId: 'marketing', userId: 'x' } }, 'consumer'],
    [
      'an end before the start',
      { startDate: '2026-05-02', endDate: '2026-05-01' },
      {},
      'info.endDate',
    ],
    [
      'an end at the start',
      { startDate: '2026-05-02T10:00:00Z', endDate: '2026-05-02T10:00:00Z' },
      {},
      'info.endDate',
    ],
    ['a day that is none', { startDate: '2026-02-30' }, {}, 'info.startDate'],
    ['a word as a date', { endDate: 'soon' }, {}, 'info.endDate'],
    ['an unknown status', { status: 'active' }, {}, 'info.status'],
    ['no purpose', { purpose: '' }, {}, 'info.purpose'],
    ['no provider', {}, { provider: undefined }, 'provider'],
    ['roles that are no list', {}, { roles: 'all' }, 'roles'],
    ['links that are no texts', {}, { links: { a: 1 } }, 'links.a'],
    [
      'a date for reassessment that is none',
      { nextReassessmentDate: 'x' },
      {},
      'info.nextReassessmentDate',
    ],
  ])('%s with 422 and names the field', async (_, info, change, field) => {
    const answer = await put(info, change);
    expect([answer.status, answer.json.violations?.[0].field]).toEqual([422, field]);
    expect(answer.json.detail.length).toBeGreaterThan(20);
    expect((await api.send('GET', '/api/access/bad')).status).toBe(404);
  });

  it('ids of the lists beside it, and a body of another id', async () => {
    for (const id of ['alerts', 'drift', 'expected-grants'])
      expect((await put({}, {}, id)).json).toMatchObject({ status: 422, code: 'invalid_id' });
    const other = await api.send('PUT', '/api/access/one', { body: access('two') });
    expect([other.status, other.json.code]).toEqual([422, 'id_mismatch']);
  });

  it('what is stale, and what exists', async () => {
    expect((await put({}, {}, 'held')).status).toBe(200);
    const { headers } = await api.send('GET', '/api/access/held');
    const etag = headers.get('etag') ?? '';
    const send = (purpose: string, more: Record<string, string>) =>
      api.send('PUT', '/api/access/held', { body: access('held', { purpose }), headers: more });
    expect((await send('x', { 'if-none-match': '*' })).status).toBe(412);
    expect((await send('new', { 'if-match': etag })).status).toBe(200);
    expect((await send('newer', { 'if-match': etag })).status).toBe(412);
    const known = await api.send('GET', '/api/access/held');
    const again = await api.send('GET', '/api/access/held', {
      headers: { 'if-none-match': known.headers.get('etag') ?? '' },
    });
    expect([known.headers.get('etag') === etag, again.status]).toEqual([false, 304]);
    expect(await eventsOf(api, 'held')).toEqual(['Created', 'Requested', 'Updated']);
  });

  it('of many who write with one ETag all but one', async () => {
    await put({}, {}, 'contested');
    const { headers } = await api.send('GET', '/api/access/contested');
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        api.send('PUT', '/api/access/contested', {
          body: access('contested', { purpose: `p-${n}` }),
          headers: { 'if-match': headers.get('etag') ?? '' },
        }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });
});

describe('decisions refuse', () => {
  it.each([
    ['{"endDate":', 400],
    ['{"endDate":"2026-02-30"}', 400],
    ['{"endDate":"tomorrow"}', 400],
    ['{"endDate":7}', 422],
    ['[]', 422],
  ])('to cancel with %s', async (body, status) => {
    await put({ status: 'approved' }, {}, 'cancelled');
    const answer = await api.send('POST', '/api/access/cancelled/cancel', { body });
    expect(answer.status).toBe(status);
    expect((await api.send('GET', '/api/access/cancelled')).json.info.active).toBe(true);
  });

  it('two ends that differ, and take null for none', async () => {
    await put({ status: 'approved' }, {}, 'two');
    const cancel = (query: string, endDate: string | null) =>
      api.send('POST', `/api/access/two/cancel${query}`, { body: { endDate } });
    expect((await cancel('?endDate=2026-04-01', '2026-04-02')).status).toBe(400);
    expect((await cancel('', null)).status).toBe(200);
    expect((await api.send('GET', '/api/access/two')).json.lifecycle).toBe('expired');
  });

  it('what is unknown', async () => {
    for (const action of ['approve', 'reject', 'cancel', 'provisioning/provisioning-failed'])
      expect((await api.send('POST', `/api/access/missing/${action}`)).json).toMatchObject({
        status: 404,
        code: 'not_found',
      });
  });
});

it('hostile names come back as they were, and reach no header', async () => {
  const hostile = 'a"b\r\nBcc: x@example.com\u2028<script>';
  const answer = await put({ purpose: hostile }, { custom: { [hostile]: hostile } }, 'hostile');
  expect(answer.status).toBe(200);
  const { json, headers } = await api.send('GET', '/api/access/hostile');
  expect([json.info.purpose, json.custom]).toEqual([hostile, { [hostile]: hostile }]);
  expect(headers.get('bcc')).toBeNull();
});
