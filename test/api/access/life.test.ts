import type { TestApi } from '../../support/http/api.ts';
import {
  access,
  createTestClock,
  eventsOf,
  startAccessApi,
} from '../../support/builders/access.ts';
import { product } from '../../support/builders/contracts.ts';

const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
beforeAll(async () => {
  api = await startAccessApi(clock);
});
beforeEach(() => clock.set('2026-03-10T12:00:00.000Z'));
afterAll(() => api.stop());

/** Members of `info` about a request of the key of the organization. */
const requested = {
  requestedAt: '2026-03-10T12:00:00.000Z',
  requestedBy: expect.stringMatching(/^api-key:/),
  requestedByName: 'organization',
};
const put = (id: string, info = {}, change = {}) =>
  api.send('PUT', `/api/access/${id}`, { body: access(id, info, change) });
const get = async (id: string) => (await api.send('GET', `/api/access/${id}`)).json;
const post = (id: string, action: string, body?: unknown) =>
  api.send('POST', `/api/access/${id}/${action}`, { body });

describe('PUT /api/access/:id', () => {
  it('creates a request with the contract of the port and its version', async () => {
    const answer = await put(
      'made',
      { startDate: '2026-04-01' },
      { roles: ['analyst'], custom: { a: 'b' } },
    );
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('location-html')).toBe(`${api.address}/access/made`);
    expect((await fetch(`${api.address}/access/made`)).status).toBe(200);
    expect(await get('made')).toEqual({
      id: 'made',
      info: {
        purpose: 'Forecasts',
        status: 'requested',
        active: false,
        startDate: '2026-04-01',
        ...requested,
      },
      provider: {
        dataProductId: 'shop',
        dataProductName: 'Product shop',
        outputPortId: 'port-0',
        outputPortName: 'port-0',
        teamId: 'checkout',
        teamName: 'Team checkout',
        dataContractId: 'orders',
        dataContractVersion: '2.1.0',
      },
      consumer: { teamId: 'marketing', teamName: 'Team marketing' },
      roles: ['analyst'],
      custom: { a: 'b' },
      lifecycle: 'requested',
    });
    expect(await eventsOf(api, 'made')).toEqual(['Created', 'Requested']);
  });

  it('approves by itself what the port or one common team allows', async () => {
    const ports = [
      {
        name: 'open',
        type: 'postgres',
        version: '1',
        customProperties: [{ property: 'autoApprove', value: true }],
      },
    ];
    await api.send('PUT', '/api/dataproducts/open', {
      body: product('open', [], { outputPorts: ports }),
    });
    await put('instant', {}, { provider: { dataProductId: 'open', outputPortId: 'open' } });
    await put('own', {}, { consumer: { teamId: 'checkout' } });
    for (const id of ['instant', 'own']) {
      expect((await get(id)).info).toMatchObject({
        status: 'approved',
        active: true,
        startDate: '2026-03-10',
      });
      expect(await eventsOf(api, id)).toEqual([
        'Created',
        'Requested',
        'Updated',
        'Approved',
        'Activated',
      ]);
    }
  });

  it('honours a status of those who may decide, and names it for the others', async () => {
    await put('decided', { status: 'approved' });
    expect((await get('decided')).lifecycle).toBe('active');
    const { text: key } = await api.newKey('team', { teamId: 'marketing' });
    const body = access('asked', { status: 'approved' });
    const answer = await api.send('PUT', '/api/access/asked', { key, body });
    expect([answer.status, answer.headers.get('x-catalog-warnings')]).toEqual([
      200,
      expect.stringContaining("info.status 'approved' was ignored"),
    ]);
    expect((await get('asked')).lifecycle).toBe('requested');
    await put('asked', { status: 'rejected' });
    expect((await get('asked')).lifecycle).toBe('rejected');
    const again = await put('asked', { status: 'approved' });
    expect([again.status, again.json.currentState]).toEqual([
      409,
      { status: 'rejected', lifecycle: 'rejected' },
    ]);
  });

  it('gives back what can be put back: nothing changes, no event', async () => {
    await put('fixed', { status: 'approved', endDate: '2026-12-31', extra: 1 }, { tags: ['a'] });
    await post('fixed', 'cancel', { endDate: '2026-03-11T09:30:00Z' });
    await post('fixed', 'provisioning/provisioning-succeeded', { platform: 'postgres' });
    const before = await api.send('GET', '/api/access/fixed');
    const events = await eventsOf(api, 'fixed');
    expect(before.json.info).toMatchObject({
      endDate: '2026-03-11',
      deactivateAt: '2026-03-11T09:30:00.000Z',
    });
    // A pipeline says again what it said at first, a connector what it has just read.
    await put('fixed', { status: 'approved', endDate: '2026-12-31', extra: 1 }, { tags: ['a'] });
    await api.send('PUT', '/api/access/fixed', { body: before.json });
    const after = await api.send('GET', '/api/access/fixed');
    expect([after.text, after.headers.get('etag')]).toEqual([
      before.text,
      before.headers.get('etag'),
    ]);
    await api.send('PUT', '/api/access/fixed', {
      body: { ...before.json, tags: ['a', 'granted'] },
    });
    await put(
      'fixed',
      { status: 'approved', endDate: '2026-12-31', extra: 1 },
      { tags: ['a', 'granted'] },
    );
    expect((await get('fixed')).info).toEqual(before.json.info);
    expect(await eventsOf(api, 'fixed')).toEqual([...events, 'Updated']);
  });

  it('moves the period of an approved access', async () => {
    await put('moved', { status: 'approved' });
    await put('moved', { startDate: '2026-03-20', endDate: '2026-03-25' });
    expect(await get('moved')).toMatchObject({
      lifecycle: 'upcoming',
      info: { startDate: '2026-03-20' },
    });
    await put('moved', { startDate: '2026-03-10', endDate: '2026-03-25' });
    expect((await get('moved')).lifecycle).toBe('active');
    await put('moved', { endDate: '2026-03-01' });
    expect((await get('moved')).lifecycle).toBe('expired');
    expect(await eventsOf(api, 'moved')).toEqual([
      'Created',
      'Requested',
      'Updated',
      'Approved',
      'Activated',
      'Updated',
      'Deactivated',
      'Updated',
      'Activated',
      'Updated',
      'Deactivated',
    ]);
    const other = await put('moved', {}, { consumer: { teamId: 'checkout' } });
    expect([other.status, other.json.code]).toEqual([409, 'invalid_transition']);
  });

  it('drops what other systems fill in, and takes consumers of each sort', async () => {
    const unknown = { teamId: 'marketing', userId: 'unknown', dataProductId: 'unknown' };
    expect((await put('sentinel', {}, { consumer: unknown })).status).toBe(200);
    await put('person', {}, { consumer: { userId: 'ada@example.com' } });
    await put('product', {}, { consumer: { dataProductId: 'shop' } });
    const ids = async (query: string) =>
      (await api.send('GET', `/api/access?${query}`)).json.map(({ id }: { id: string }) => id);
    expect(await ids('consumerType=user')).toEqual(['person']);
    expect(await ids('consumerDataProductId=shop')).toEqual(['product']);
    expect(await ids('consumerTeamId=marketing&status=requested')).toContain('sentinel');
    expect(await ids('lifecycle=expired&status=requested')).toEqual([]);
  });
});

describe('approve, reject and cancel', () => {
  it('move what they may move, hold what holds, and refuse the rest with the state', async () => {
    await put('all');
    expect((await post('all', 'cancel')).json).toMatchObject({
      status: 409,
      code: 'invalid_transition',
      currentState: { status: 'requested', lifecycle: 'requested' },
    });
    expect((await post('all', 'approve')).status).toBe(200);
    expect((await post('all', 'approve')).status).toBe(200);
    expect((await post('all', 'reject')).status).toBe(409);
    expect((await post('all', 'cancel')).status).toBe(200);
    expect((await post('all', 'cancel')).status).toBe(200);
    expect(await eventsOf(api, 'all')).toEqual([
      'Created',
      'Requested',
      'Updated',
      'Approved',
      'Activated',
      'Canceled',
      'Deactivated',
    ]);
    expect((await get('all')).info).toEqual({
      purpose: 'Forecasts',
      status: 'approved',
      active: false,
      startDate: '2026-03-10',
      endDate: '2026-03-10',
      deactivateAt: '2026-03-10T12:00:00.000Z',
      ...requested,
      decidedAt: '2026-03-10T12:00:00.000Z',
      decidedBy: requested.requestedBy,
      decidedByName: 'organization',
    });
    await put('no');
    for (const _ of [1, 2]) expect((await post('no', 'reject')).status).toBe(200);
    expect((await post('no', 'approve')).status).toBe(409);
    expect(await eventsOf(api, 'no')).toEqual(['Created', 'Requested', 'Updated', 'Rejected']);
  });

  it('end at a day, at an instant, or never begin', async () => {
    await put('day', { status: 'approved' });
    await post('day', 'cancel', { endDate: '2026-03-10' });
    expect(await get('day')).toMatchObject({
      lifecycle: 'active',
      info: { endDate: '2026-03-10', deactivateAt: '2026-03-11T00:00:00.000Z' },
    });
    await api.send('POST', '/api/access/day/cancel?endDate=2026-03-12T15:00:00%2B02:00');
    expect((await get('day')).info).toMatchObject({
      endDate: '2026-03-12',
      deactivateAt: '2026-03-12T13:00:00.000Z',
    });
    expect((await eventsOf(api, 'day')).filter((type) => type === 'Canceled')).toHaveLength(2);
    await put('early', { status: 'approved', startDate: '2026-03-20' });
    await post('early', 'cancel', { endDate: '2026-03-15' });
    expect((await get('early')).lifecycle).toBe('expired');
    expect(await eventsOf(api, 'early')).toEqual([
      'Created',
      'Requested',
      'Updated',
      'Approved',
      'Canceled',
    ]);
    const bad = await post('day', 'cancel', { endDate: 'tomorrow' });
    expect([bad.status, bad.json.code]).toEqual([400, 'bad_request']);
  });

  it('do first what time has made due, although no timer ran', async () => {
    await put('late', { status: 'approved', startDate: '2026-03-11', endDate: '2026-03-12' });
    clock.set('2026-03-11T00:00:00.000Z');
    await post('late', 'cancel');
    expect(await eventsOf(api, 'late')).toEqual([
      'Created',
      'Requested',
      'Updated',
      'Approved',
      'Activated',
      'Canceled',
      'Deactivated',
    ]);
  });

  it('can be rehearsed', async () => {
    await put('try');
    const answer = await api.send('POST', '/api/access/try/approve?dryRun=true');
    expect(answer.json.effects.map(({ type }: { type: string }) => type.split('.').at(-1))).toEqual(
      ['AccessUpdatedEvent', 'AccessApprovedEvent', 'AccessActivatedEvent'],
    );
    expect((await get('try')).lifecycle).toBe('requested');
  });

  it('race: of many approvals and rejections one decides', async () => {
    for (let round = 0; round < 5; round++) {
      const id = `race-${round}`;
      await put(id);
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, n) => post(id, n % 2 ? 'approve' : 'reject')),
      );
      const statuses = new Set(all.map(({ status }) => status));
      expect([...statuses].sort()).toEqual([200, 409]);
      const events = await eventsOf(api, id);
      expect(events.filter((type) => type === 'Approved' || type === 'Rejected')).toHaveLength(1);
    }
  });
});

describe('DELETE /api/access/:id', () => {
  it('deactivates first, and is remembered with its last state', async () => {
    await put('bye', { status: 'approved' });
    expect((await api.send('DELETE', '/api/access/bye')).status).toBe(200);
    const gone = await api.send('GET', '/api/access/bye');
    expect([gone.status, gone.json.code]).toEqual([404, 'gone']);
    expect(gone.json.last).toMatchObject({
      id: 'bye',
      lifecycle: 'expired',
      info: { active: false },
    });
    expect((await eventsOf(api, 'bye')).slice(-2)).toEqual(['Deactivated', 'Deleted']);
    for (const action of ['approve', 'provisioning/provisioning-started'])
      expect((await post('bye', action)).json.code).toBe('gone');
    await put('bye');
    expect((await get('bye')).lifecycle).toBe('requested');
    expect((await api.send('DELETE', '/api/access/never')).json.code).toBe('not_found');
  });
});
