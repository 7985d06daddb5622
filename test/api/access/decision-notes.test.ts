import type { TestApi } from '../../support/http/api.ts';
import {
  access,
  createTestClock,
  eventsOf,
  startAccessApi,
} from '../../support/builders/access.ts';
import { product, team } from '../../support/builders/contracts.ts';

/** Notes of decisions, requested changes, and the history that both sides read. */
const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
const keys: Record<string, { id: string; text: string }> = {};
beforeAll(async () => {
  api = await startAccessApi(clock);
  for (const [name, email] of [
    ['owner', 'checkout-owner@example.com'],
    ['requester', 'marketing-member@example.com'],
    ['stranger', 'eve@example.com'],
  ] as const) {
    const key = await api.newKey('user', { email });
    await api.database.knex('api_keys').where({ id: key.id }).update({ display_name: email });
    keys[name] = key;
  }
});
beforeEach(() => clock.set('2026-03-10T12:00:00.000Z'));
afterAll(() => api.stop());

const keyOf = (name: string) => keys[name]?.text ?? '';
const principalOf = (name: string) => `api-key:${keys[name]?.id}`;
const put = (id: string, info = {}, by = 'requester', change = {}) =>
  api.send('PUT', `/api/access/${id}`, { key: keyOf(by), body: access(id, info, change) });
const post = (id: string, action: string, body?: unknown, by = 'owner') =>
  api.send('POST', `/api/access/${id}/${action}`, { key: keyOf(by), body });
const get = async (id: string) => (await api.send('GET', `/api/access/${id}`)).json;
const historyOf = async (id: string, by = 'requester') =>
  (await api.send('GET', `/api/access/${id}/history`, { key: keyOf(by) })).json.toReversed();
const stepsOf = async (id: string): Promise<string[]> =>
  (await historyOf(id)).map(({ step }: { step: string }) => step);

const eventData = async (id: string, type: string) => {
  const rows = await api.database.knex('events').where({ subject_id: id, type });
  return rows.map(({ data }) => JSON.parse(data));
};

describe('a note', () => {
  it('of an approval is in the access, its history, its event and the audit trail, for both sides', async () => {
    await put('noted');
    clock.set('2026-03-11T08:00:00.000Z');
    const note = 'Only **until the spring**.\n<script>alert(1)</script>';
    expect((await post('noted', 'approve', { note })).status).toBe(200);
    expect((await get('noted')).info).toMatchObject({
      requestedAt: '2026-03-10T12:00:00.000Z',
      requestedBy: principalOf('requester'),
      requestedByName: 'marketing-member@example.com',
      decidedAt: '2026-03-11T08:00:00.000Z',
      decidedBy: principalOf('owner'),
      decidedByName: 'checkout-owner@example.com',
      decisionNote: note,
    });
    for (const by of ['owner', 'requester']) {
      expect(await historyOf('noted', by)).toEqual([
        {
          id: expect.any(String),
          step: 'requested',
          at: '2026-03-10T12:00:00.000Z',
          principal: principalOf('requester'),
          principalName: 'marketing-member@example.com',
        },
        {
          id: expect.any(String),
          step: 'approved',
          at: '2026-03-11T08:00:00.000Z',
          principal: principalOf('owner'),
          principalName: 'checkout-owner@example.com',
          note,
        },
        { id: expect.any(String), step: 'activated', at: '2026-03-11T08:00:00.000Z' },
      ]);
    }
    const audit = (await api.send('GET', '/api/access/noted/audit')).json;
    const noted = audit.filter((entry: { note?: string }) => 'note' in entry);
    expect(noted).toMatchObject([{ type: 'AccessApprovedEvent', note }]);
    expect((await api.send('GET', '/api/notifications')).json).toEqual([]);
  });

  it('of a rejection and of a cancellation is kept, and replaces the one before', async () => {
    await put('refused');
    await post('refused', 'reject', { note: 'Ask for web-orders instead.' });
    expect((await get('refused')).info.decisionNote).toBe('Ask for web-orders instead.');
    await put('ended');
    await post('ended', 'approve', { note: 'Welcome' });
    const note = 'The campaign is over.';
    await post('ended', 'cancel', { note, endDate: '2026-03-20' });
    expect((await get('ended')).info).toMatchObject({ decisionNote: note, endDate: '2026-03-20' });
    expect(await historyOf('ended')).toMatchObject([
      { step: 'requested' },
      { step: 'approved', note: 'Welcome' },
      { step: 'activated' },
      { step: 'cancelled', note },
    ]);
    // An approval without a note leaves none of the requested change.
    await put('silent');
    await post('silent', 'request-change', { note: 'Why?' });
    await post('silent', 'approve');
    expect((await get('silent')).info).not.toHaveProperty('decisionNote');
  });

  it('is in the data of the event', async () => {
    await put('told');
    await post('told', 'reject', { note: 'No' });
    await put('untold');
    await post('untold', 'reject');
    const timestamp = '2026-03-10T12:00:00.000Z';
    const type = 'AccessRejectedEvent';
    expect(await eventData('told', type)).toEqual([{ id: 'told', note: 'No', timestamp }]);
    expect(await eventData('untold', type)).toEqual([{ id: 'untold', timestamp }]);
  });

  it('is bounded, and refused with the field', async () => {
    await put('bounded');
    const long = 'x'.repeat(2_000);
    for (const action of ['approve', 'reject', 'cancel', 'request-change']) {
      for (const note of [`${long}x`, 5, ['a']]) {
        const { status, json } = await post('bounded', action, { note });
        expect([action, status, json.violations?.[0]?.field]).toEqual([action, 422, 'note']);
      }
    }
    for (const body of [{}, { note: null }, { note: ' \n ' }, { note: '' }]) {
      expect([body, (await post('bounded', 'request-change', body)).status]).toEqual([body, 422]);
    }
    expect(await stepsOf('bounded')).toEqual(['requested']);
    expect((await post('bounded', 'approve', { note: long })).status).toBe(200);
    expect((await get('bounded')).info.decisionNote).toHaveLength(2_000);
  });

  it('may be missing in every way in which clients leave it out', async () => {
    const ways: [body: unknown, type: string | undefined][] = [
      [undefined, undefined],
      [undefined, 'application/json'],
      ['', 'application/json'],
      ['null', 'application/json'],
      ['{}', 'application/json'],
      ['{"note":null,"comment":"x"}', 'application/json'],
      ['note=x', 'application/x-www-form-urlencoded'],
      ['{"note":', 'text/plain'],
      ['<note/>', 'application/xml'],
    ];
    for (const [index, [body, type]] of ways.entries()) {
      for (const action of ['approve', 'reject']) {
        const id = `way-${index}-${action}`;
        await put(id);
        const headers = type === undefined ? undefined : { 'content-type': type };
        const path = `/api/access/${id}/${action}`;
        const sent = await api.send('POST', path, { body, ...(headers && { headers }) });
        expect([body, action, sent.status, sent.text]).toEqual([body, action, 200, '']);
        expect((await get(id)).info).not.toHaveProperty('decisionNote');
      }
    }
    const broken = { body: '{"note":', headers: { 'content-type': 'application/json' } };
    await put('broken');
    expect((await api.send('POST', '/api/access/broken/approve', broken)).status).toBe(400);
  });

  it('is taken by the former name, too', async () => {
    await put('former');
    const path = '/api/datausageagreements/former';
    const note = 'Name the report.';
    expect((await api.send('POST', `${path}/request-change`, { body: { note } })).status).toBe(200);
    expect((await api.send('POST', `${path}/approve`, { body: { note: 'Yes' } })).status).toBe(200);
    const { json } = await api.send('GET', `${path}/history`);
    expect(json.map((entry: { note?: string }) => entry.note)).toEqual([
      undefined,
      'Yes',
      note,
      undefined,
    ]);
  });
});

describe('request-change', () => {
  it('leaves the request open until the requester changes something', async () => {
    await put('asked');
    clock.set('2026-03-10T15:00:00.000Z');
    const note = 'Which report?';
    expect((await post('asked', 'request-change', { note })).status).toBe(200);
    const asked = await get('asked');
    expect(asked).toMatchObject({
      lifecycle: 'requested',
      info: {
        status: 'requested',
        decisionNote: note,
        changeRequestedAt: '2026-03-10T15:00:00.000Z',
      },
    });
    expect(asked.info).not.toHaveProperty('decidedBy');
    // The same again changes nothing, neither does the pipeline that repeats the request, nor an edit of the provider.
    await post('asked', 'request-change', { note });
    await put('asked');
    await put('asked', {}, 'owner', { tags: ['seen'] });
    expect(await get('asked')).toMatchObject({ info: { changeRequestedAt: expect.any(String) } });
    await put('asked', { purpose: 'Forecasts for the monthly report' }, 'requester', {
      tags: ['seen'],
    });
    const answered = await get('asked');
    expect(answered.info).not.toHaveProperty('changeRequestedAt');
    expect(answered.info.decisionNote).toBe(note);
    expect(await stepsOf('asked')).toEqual(['requested', 'change-requested', 'changed', 'changed']);
    expect(await eventsOf(api, 'asked')).toEqual([
      'Created',
      'Requested',
      'Updated',
      'ChangeRequested',
      'Updated',
      'Updated',
    ]);
    expect((await post('asked', 'approve')).status).toBe(200);
  });

  it('can be followed by a decision at once, and comes only before it', async () => {
    await put('decided');
    await post('decided', 'request-change', { note: 'Why?' });
    expect((await post('decided', 'reject', { note: 'Withdrawn' })).status).toBe(200);
    expect((await get('decided')).info).not.toHaveProperty('changeRequestedAt');
    for (const [id, status] of [
      ['decided', 'rejected'],
      ['active', 'approved'],
    ] as const) {
      if (id === 'active') await put(id, { status: 'approved' }, 'owner');
      const late = await post(id, 'request-change', { note: 'Else' });
      expect([late.status, late.json.code, late.json.currentState?.status]).toEqual([
        409,
        'invalid_transition',
        status,
      ]);
    }
  });

  it('needs ACCESS_APPROVE on the providing team, and takes If-Match', async () => {
    await put('guarded');
    for (const by of ['requester', 'stranger'])
      expect((await post('guarded', 'request-change', { note: 'x' }, by)).status).toBe(403);
    const sent = await api.send('POST', '/api/access/guarded/request-change', {
      body: { note: 'x' },
      headers: { 'if-match': '"99"' },
    });
    expect(sent.status).toBe(412);
    expect((await post('never', 'request-change', { note: 'x' })).status).toBe(404);
  });
});

describe('the history', () => {
  it('has automatic approvals, changes, reports and the end, page by page', async () => {
    const ports = [
      {
        name: 'open',
        type: 'postgres',
        version: '1',
        customProperties: [{ property: 'autoApprove', value: true }],
      },
    ];
    const body = product('open', [], { outputPorts: ports });
    await api.send('PUT', '/api/dataproducts/open', { body });
    const change = { provider: { dataProductId: 'open', outputPortId: 'open' } };
    await put('auto', { endDate: '2026-03-12' }, 'requester', change);
    expect((await get('auto')).info).toMatchObject({
      decidedBy: 'system',
      decidedByName: 'Concordat',
    });
    await post('auto', 'provisioning/provisioning-failed', {
      platform: 'postgres',
      diagnostics: 'There is no role **marketing**.',
    });
    await put('auto', { endDate: '2026-03-11' }, 'requester', change);
    await put('auto', { endDate: '2026-03-11' }, 'owner', { ...change, tags: ['x'] });
    clock.set('2026-03-12T00:00:00.000Z');
    await post('auto', 'cancel');
    const history = await historyOf('auto');
    expect(history).toMatchObject([
      { step: 'requested', principalName: 'marketing-member@example.com' },
      { step: 'approved', automatic: true },
      { step: 'activated' },
      {
        step: 'provisioning-failed',
        platform: 'postgres',
        diagnostics: 'There is no role **marketing**.',
        principalName: 'checkout-owner@example.com',
      },
      { step: 'changed', principalName: 'checkout-owner@example.com' },
      { step: 'deactivated' },
    ]);
    expect(history[1]).not.toHaveProperty('principal');
    const first = await api.send('GET', '/api/access/auto/history?size=4');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await api.send('GET', next.slice(api.address.length));
    expect([...first.json, ...rest.json]).toEqual(history.toReversed());
    expect(await eventData('auto', 'AccessApprovedEvent')).toMatchObject([{ automatic: true }]);
  });

  it('is kept when events end, and ends with the access', async () => {
    await put('brief');
    await post('brief', 'approve', { note: 'Yes' });
    await api.database.knex('events').where({ subject_id: 'brief' }).delete();
    expect(await stepsOf('brief')).toEqual(['requested', 'approved', 'activated']);
    await api.send('DELETE', '/api/access/brief');
    const gone = await api.send('GET', '/api/access/brief/history');
    expect([gone.status, gone.json.code]).toEqual([404, 'gone']);
    expect(gone.json.last.info.decisionNote).toBe('Yes');
    expect(await api.database.knex('access_history').where({ access_id: 'brief' })).toEqual([]);
    expect((await api.send('GET', '/api/access/never/history')).json.code).toBe('not_found');
    await put('brief');
    expect(await stepsOf('brief')).toEqual(['requested']);
  });

  it('shows nothing to another organization', async () => {
    await put('ours');
    const organizationId = await api.newOrganization('foreign');
    const { text: key } = await api.newKey('organization', { organizationId });
    for (const path of ['/history', '']) {
      const { json } = await api.send('GET', `/api/access/ours${path}`, { key });
      expect(json.code).toBe('not_found');
    }
    const body = { note: 'x' };
    const sent = await api.send('POST', '/api/access/ours/request-change', { key, body });
    expect(sent.status).toBe(404);
    // The same id there is another access, with its own history.
    await api.send('PUT', '/api/teams/checkout', { key, body: team('checkout') });
    await api.send('PUT', '/api/dataproducts/shop', { key, body: product('shop', ['orders']) });
    const own = access('ours', {}, { consumer: { teamId: 'checkout' } });
    expect((await api.send('PUT', '/api/access/ours', { key, body: own })).status).toBe(200);
    const theirs = (await api.send('GET', '/api/access/ours/history', { key })).json;
    expect(theirs).toHaveLength(3);
    expect(await stepsOf('ours')).toEqual(['requested']);
  });
});
