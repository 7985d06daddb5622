import type { TestApi } from '../../support/http/api.ts';
import {
  access,
  createTestClock,
  eventsOf,
  startAccessApi,
} from '../../support/builders/access.ts';
import { product, team } from '../../support/builders/contracts.ts';

/** Who may do what to an access between two teams, and what becomes of it when a side goes. */
const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
const keys: Record<string, string> = {};
beforeAll(async () => {
  api = await startAccessApi(clock);
  await api.send('PUT', '/api/teams/beside', { body: team('beside') });
  const person = async (name: string, teamId: string, role: string) => {
    const email = `${name}@example.com`;
    const stored = (await api.send('GET', `/api/teams/${teamId}`)).json;
    const members = [...(stored.members ?? []), { emailAddress: email, role }];
    await api.send('PUT', `/api/teams/${teamId}`, { body: { ...stored, members } });
    keys[name] = (await api.newKey('user', { email })).text;
  };
  await person('requester', 'marketing', 'Member');
  await person('editor', 'marketing', 'Editor');
  await person('approver', 'checkout', 'Approver');
  await person('steward', 'checkout', 'Steward');
  await person('stranger', 'beside', 'Owner');
  for (const teamId of ['checkout', 'marketing', 'beside'])
    keys[teamId] = (await api.newKey('team', { teamId })).text;
  keys.reader = (await api.newKey('team_read', { teamId: 'checkout' })).text;
});
afterAll(() => api.stop());

let count = 0;
/** A new access that is requested, or approved. */
async function make(info: Record<string, unknown> = {}): Promise<string> {
  count += 1;
  const id = `a-${count}`;
  const { status } = await api.send('PUT', `/api/access/${id}`, { body: access(id, info) });
  expect(status).toBe(200);
  return id;
}

const approved = { status: 'approved' };
type Attempt = (id: string, key: string) => Promise<{ status: number }>;
const post =
  (action: string, body?: object): Attempt =>
  (id, key) =>
    api.send('POST', `/api/access/${id}/${action}`, { key, body });
const put =
  (info: object, change: object = {}): Attempt =>
  (id, key) =>
    api.send('PUT', `/api/access/${id}`, { key, body: access(id, { ...info }, { ...change }) });

/** What is tried, on what, and who of all may. */
const attempts: [what: string, info: object, attempt: Attempt, allowed: string[]][] = [
  ['approve', {}, post('approve'), ['checkout', 'approver']],
  ['reject', {}, post('reject'), ['checkout', 'approver']],
  ['cancel', approved, post('cancel'), ['checkout', 'approver', 'marketing']],
  [
    'cancel to a later end than there is',
    { ...approved, endDate: '2026-05-01' },
    post('cancel', { endDate: '2026-06-01' }),
    ['checkout', 'approver'],
  ],
  [
    'edit a request',
    {},
    put({ purpose: 'Else' }),
    ['checkout', 'approver', 'marketing', 'editor', 'requester'],
  ],
  [
    'tag what was approved',
    approved,
    put({}, { tags: ['granted'], custom: { ticket: '7' } }),
    ['checkout', 'approver', 'marketing', 'editor'],
  ],
  [
    'give what was approved another purpose',
    approved,
    put({ purpose: 'Else' }),
    ['checkout', 'approver'],
  ],
  [
    'say more about the consumer of what was approved',
    approved,
    put({}, { consumer: { teamId: 'marketing', group: 'admins' } }),
    ['checkout', 'approver'],
  ],
  [
    'postpone the reassessment of what was approved',
    { ...approved, nextReassessmentDate: '2026-06-01' },
    put({ nextReassessmentDate: '2026-07-01' }),
    ['checkout', 'approver'],
  ],
  [
    'prolong what was approved',
    { ...approved, endDate: '2026-05-01' },
    put({ endDate: '2026-06-01' }),
    ['checkout', 'approver'],
  ],
  [
    'shorten what was approved',
    { ...approved, endDate: '2026-05-01' },
    put({ endDate: '2026-04-01' }),
    ['checkout', 'approver', 'marketing'],
  ],
  ['take further roles', approved, put({}, { roles: ['admin'] }), ['checkout', 'approver']],
  ['report', approved, post('provisioning/provisioning-started'), ['checkout', 'approver']],
  [
    'correct the record',
    approved,
    (id, key) =>
      api.send('PUT', `/api/access/${id}/provisioning`, { key, body: { status: 'provisioned' } }),
    ['checkout', 'approver'],
  ],
  [
    'delete',
    {},
    (id, key) => api.send('DELETE', `/api/access/${id}`, { key }),
    ['checkout', 'approver', 'marketing'],
  ],
];

describe('who may', () => {
  it.each(attempts)('%s', async (_, info, attempt, allowed) => {
    const did: string[] = [];
    for (const [name, key] of Object.entries(keys)) {
      const { status } = await attempt(await make({ ...info }), key);
      expect([name, status]).toEqual([name, allowed.includes(name) ? 200 : 403]);
      if (status === 200) did.push(name);
    }
    expect(did.sort()).toEqual(allowed.toSorted());
  });

  it('request: the consuming side, or the providing one for it', async () => {
    for (const [name, key] of Object.entries(keys)) {
      const id = `new-${name}`;
      const { status } = await api.send('PUT', `/api/access/${id}`, { key, body: access(id) });
      const may = ['requester', 'editor', 'marketing', 'checkout', 'approver'].includes(name);
      expect([name, status]).toEqual([name, may ? 200 : 403]);
    }
  });

  it('a person requests for themself, reads how it stands, and ends it', async () => {
    const port = '/api/dataproducts/shop/outputports/port-1';
    const key = keys.stranger ?? '';
    const first = await api.send('GET', `${port}/access-status`, { key });
    expect(first.json).toEqual({
      dataProductId: 'shop',
      outputPortId: 'port-1',
      dataContractId: 'orders',
      outputPortType: 'postgres',
      canGetInstantAccess: false,
      canGetInstantAccessReason: 'The providing team decides about each request.',
      canRequestAccess: true,
      canRequestAccessReason: 'Nothing stands against it.',
    });
    const body = { purpose: 'A look', endDate: '2026-12-31', roles: ['reader'] };
    const made = await api.send('POST', `${port}/request-access`, { key, body });
    expect([made.status, made.json.status]).toEqual([201, 'requested']);
    const { accessId } = made.json;
    expect((await api.send('GET', `/api/access/${accessId}`)).json).toMatchObject({
      consumer: { userId: 'stranger@example.com' },
      info: { endDate: '2026-12-31' },
      roles: ['reader'],
    });
    await api.send('POST', `/api/access/${accessId}/approve`, { key: keys.approver ?? '' });
    const then = await api.send('GET', `${port}/access-status`, { key });
    expect(then.json).toMatchObject({
      accessId,
      accessStatus: 'approved',
      accessLifecycleStatus: 'active',
      canRequestAccess: false,
    });
    expect((await post('cancel')(accessId, key)).status).toBe(200);
    const unknown = await api.send('POST', `${port}/request-access`, { body });
    expect([unknown.status, unknown.json.violations]).toEqual([
      422,
      [{ field: 'consumer', message: 'is required' }],
    ]);
  });
});

describe('when a side goes', () => {
  const del = (path: string) => api.send('DELETE', `/api/${path}`);
  const putProduct = (id: string) =>
    api.send('PUT', `/api/dataproducts/${id}`, { body: product(id, ['orders']) });
  const of = (id: string, info: object, dataProductId: string) =>
    api.send('PUT', `/api/access/${id}`, {
      body: access(id, { ...info }, { provider: { dataProductId, outputPortId: 'port-0' } }),
    });

  it('a product stays while an access to it, or of it, is active', async () => {
    await putProduct('used');
    await putProduct('using');
    await of('using-used', approved, 'used');
    const consumer = { consumer: { dataProductId: 'using' } };
    const body = access('of-using', approved, consumer);
    expect((await api.send('PUT', '/api/access/of-using', { body })).status).toBe(200);
    for (const [id, name] of [
      ['used', 'using-used'],
      ['using', 'of-using'],
    ] as const) {
      const refused = await del(`dataproducts/${id}`);
      expect([refused.status, refused.json.code]).toEqual([422, 'in_use']);
      expect(refused.json.detail).toContain(`'${name}'`);
      expect((await api.send('GET', `/api/dataproducts/${id}`)).status).toBe(200);
      await post('cancel')(name, api.key);
      expect((await del(`dataproducts/${id}`)).status).toBe(200);
    }
  });

  it('its requests are rejected and what lies ahead never begins, with it', async () => {
    await putProduct('leaving');
    await of('open', {}, 'leaving');
    await of('ahead', { ...approved, startDate: '2026-09-01' }, 'leaving');
    expect((await del('dataproducts/leaving')).status).toBe(200);
    const read = async (id: string) => (await api.send('GET', `/api/access/${id}`)).json;
    expect(await read('open')).toMatchObject({
      lifecycle: 'rejected',
      provider: { teamId: 'checkout' },
    });
    expect((await read('ahead')).lifecycle).toBe('expired');
    expect((await eventsOf(api, 'open')).slice(2)).toEqual(['Updated', 'Rejected']);
    expect((await eventsOf(api, 'ahead')).slice(4)).toEqual(['Canceled']);
    const timers = await api.database
      .knex('work')
      .where({ kind: 'access-timers', key: 'ahead' })
      .pluck('state');
    expect(timers).toEqual(['CANCELLED']);
    // Those who were granted something may still report and read.
    expect((await post('provisioning/deprovisioning-started')('ahead', api.key)).status).toBe(200);
  });

  it('of a deletion and requests at the same time none is left hanging', async () => {
    for (let round = 0; round < 8; round++) {
      const name = `racing-${round}`;
      await putProduct(name);
      const ids = Array.from({ length: 6 }, (_, n) => `${name}-${n}`);
      const [deleted] = await Promise.all([
        del(`dataproducts/${name}`),
        ...ids.map((id) => of(id, {}, name)),
      ]);
      expect(deleted.status).toBe(200);
      for (const id of ids) {
        const { status, json } = await api.send('GET', `/api/access/${id}`);
        expect([404, 'rejected']).toContain(status === 404 ? 404 : json.lifecycle);
      }
    }
  });

  it('a team stays while it consumes something', async () => {
    await api.send('PUT', '/api/teams/passing', { body: team('passing') });
    const body = access('passing', approved, { consumer: { teamId: 'passing' } });
    await api.send('PUT', '/api/access/passing', { body });
    expect((await del('teams/passing')).json).toMatchObject({ status: 422, code: 'in_use' });
    await post('cancel')('passing', api.key);
    expect((await del('teams/passing')).status).toBe(200);
  });
});
