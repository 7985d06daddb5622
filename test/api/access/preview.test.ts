import type { TestApi } from '../../support/http/api.ts';
import { access, createTestClock, startAccessApi } from '../../support/builders/access.ts';
import { product, team } from '../../support/builders/contracts.ts';

/** What a dry run tells about an access, and who may do an action. */
const clock = createTestClock('2026-03-10T12:00:00.000Z');
const server = { host: 'db.example.com', database: 'shop' };
let api: TestApi;
let requester: string;
beforeAll(async () => {
  api = await startAccessApi(clock);
  requester = (await api.newKey('user', { email: 'marketing-member@example.com' })).text;
  const members = [
    { emailAddress: 'head@example.com', role: 'Approver' },
    { emailAddress: 'Checkout-Owner@example.com', role: 'Approver' },
    { emailAddress: 'plain@example.com', role: 'Member' },
  ];
  await api.send('PUT', '/api/teams/domain', { body: team('domain', { members }) });
  const checkout = (await api.send('GET', '/api/teams/checkout')).json;
  await api.send('PUT', '/api/teams/checkout', { body: { ...checkout, parent: 'domain' } });
  await api.send('PUT', '/api/organization/members/boss@example.com', { body: { role: 'Owner' } });
  const ports = ['open', 'plain'].map((name) => ({
    name,
    type: name === 'open' ? 'postgres' : 'kafka',
    version: '1',
    customProperties: [
      { property: 'autoApprove', value: name === 'open' },
      { property: 'server', value: server },
    ],
  }));
  const body = product('ports', [], { outputPorts: ports });
  await api.send('PUT', '/api/dataproducts/ports', { body });
});
afterAll(() => api.stop());

const to = (port: string, change = {}) => ({
  provider: { dataProductId: 'ports', outputPortId: port },
  ...change,
});
const rehearsePut = async (info: object, change: object, key = requester) => {
  const body = access('try', { ...info }, { ...change });
  const { status, json } = await api.send('PUT', '/api/access/try?dryRun=true', { key, body });
  expect(status).toBe(200);
  expect((await api.send('GET', '/api/access/try')).status).toBe(404);
  return json;
};

const deciders = {
  people: [
    {
      emailAddress: 'checkout-owner@example.com',
      rule: 'role',
      role: 'Owner',
      teamId: 'checkout',
      teamName: 'Team checkout',
    },
    {
      emailAddress: 'head@example.com',
      rule: 'role',
      role: 'Approver',
      teamId: 'domain',
      teamName: 'Team domain',
    },
    { emailAddress: 'boss@example.com', rule: 'organization' },
  ],
  more: false,
  teams: [
    { id: 'checkout', name: 'Team checkout' },
    { id: 'domain', name: 'Team domain' },
  ],
};

describe('a dry run', () => {
  it('of a request tells who decides, when it would begin and end, and the grant', async () => {
    const json = await rehearsePut({ endDate: '2026-05-31' }, to('plain', { roles: ['reader'] }));
    expect(json.effects).toHaveLength(2);
    expect(json.access).toEqual({
      lifecycle: 'requested',
      decision: {
        by: 'provider',
        automatic: false,
        because: 'The providing team decides about each request.',
        ...deciders,
      },
      activation: { when: 'on-approval' },
      endsAt: '2026-06-01T00:00:00.000Z',
      grants: [{ platform: 'kafka', roles: ['reader'], server }],
    });
    const later = await rehearsePut({ startDate: '2026-04-01' }, to('plain'));
    expect(later.access.activation).toEqual({
      when: 'on-approval',
      at: '2026-04-01T00:00:00.000Z',
    });
  });

  it.each([
    ['the port approves', {}, to('open'), 'port', { when: 'now' }],
    [
      'the port approves a later start',
      { startDate: '2026-04-01' },
      to('open'),
      'port',
      { when: 'later', at: '2026-04-01T00:00:00.000Z' },
    ],
    [
      'the same team provides it',
      {},
      to('plain', { consumer: { teamId: 'checkout' } }),
      'same-team',
      { when: 'now' },
    ],
    ['the key decides', { status: 'approved' }, to('plain'), 'this-request', { when: 'now' }],
  ])('of a request, when %s', async (_what, info, change, by, activation) => {
    const { access: shown } = await rehearsePut(info, change, api.key);
    expect(shown).toMatchObject({
      decision: { by, automatic: by !== 'this-request', because: expect.stringMatching(/\.$/) },
      activation,
      grants: [{ server }],
    });
  });

  it('of a rejection leads to no grant', async () => {
    const { access: shown } = await rehearsePut({ status: 'rejected' }, to('plain'), api.key);
    expect(shown).toMatchObject({ activation: { when: 'never' }, grants: [] });
  });

  it('of each decision tells its outcome, and changes nothing', async () => {
    const body = access('real', { endDate: '2026-05-31' }, to('plain'));
    await api.send('PUT', '/api/access/real', { key: requester, body });
    const rehearse = async (action: string, sent?: object) =>
      (await api.send('POST', `/api/access/real/${action}?dryRun=true`, { body: sent })).json;
    const note = 'Why?';
    expect(await rehearse('approve', { note })).toMatchObject({
      effects: [{}, { data: { note } }, {}],
      access: {
        lifecycle: 'active',
        decision: { by: 'this-request', ...deciders },
        activation: { when: 'now' },
        endsAt: '2026-06-01T00:00:00.000Z',
        grants: [{ platform: 'kafka' }],
      },
    });
    expect((await rehearse('reject')).access).toMatchObject({ lifecycle: 'rejected', grants: [] });
    expect((await rehearse('request-change', { note })).access).toMatchObject({
      lifecycle: 'requested',
      activation: { when: 'on-approval' },
    });
    expect((await api.send('GET', '/api/access/real/history')).json).toHaveLength(1);
    await api.send('POST', '/api/access/real/approve');
    clock.set('2026-03-10T13:00:00.000Z');
    expect((await rehearse('approve')).access.decision.by).toBe('earlier');
    expect((await rehearse('cancel')).access).toMatchObject({
      lifecycle: 'expired',
      activation: { when: 'never' },
      grants: [],
    });
    expect((await rehearse('cancel', { endDate: '2026-04-01' })).access).toMatchObject({
      lifecycle: 'active',
      endsAt: '2026-04-02T00:00:00.000Z',
    });
    const edited = { body: { ...body, tags: ['x'] } };
    const put = await api.send('PUT', '/api/access/real?dryRun=true', edited);
    expect(put.json.access).toMatchObject({
      decision: { by: 'earlier' },
      grants: [{ platform: 'kafka' }],
    });
  });

  it('leaves out a server that is too long to show', async () => {
    const long = { host: 'x'.repeat(40_000) };
    const ports = [
      {
        name: 'long',
        type: 'kafka',
        version: '1',
        customProperties: [{ property: 'server', value: long }],
      },
    ];
    const body = product('long', [], { outputPorts: ports });
    await api.send('PUT', '/api/dataproducts/long', { body });
    const change = { provider: { dataProductId: 'long', outputPortId: 'long' } };
    const { access: shown } = await rehearsePut({}, change);
    expect(shown.grants).toEqual([{ platform: 'kafka', roles: [] }]);
  });
});

describe('GET /api/permissions/who', () => {
  const who = async (action: string, resource: string, key = api.key) =>
    api.send('GET', `/api/permissions/who?action=${action}&resource=${resource}`, { key });
  const peopleOf = async (action: string, resource: string) =>
    (await who(action, resource)).json.people.map(
      ({ emailAddress }: { emailAddress: string }) => emailAddress,
    );

  it('lists people by roles and by the organization, and teams, for every reader', async () => {
    for (const key of [api.key, requester]) {
      const { status, json } = await who('ACCESS_APPROVE', 'dataproducts/shop', key);
      expect(status).toBe(200);
      expect(json).toEqual({
        action: 'ACCESS_APPROVE',
        resource: 'dataproducts/shop',
        ...deciders,
      });
    }
  });

  it('agrees with the explanation for each person', async () => {
    await api.send('PUT', '/api/access/of-person', {
      body: access('of-person', {}, { consumer: { userId: 'eve@example.com' } }),
    });
    const people = [
      'checkout-owner@example.com',
      'checkout-member@example.com',
      'marketing-owner@example.com',
      'marketing-member@example.com',
      'head@example.com',
      'plain@example.com',
      'boss@example.com',
      'eve@example.com',
    ];
    for (const resource of ['dataproducts/shop', 'teams/marketing', 'access/of-person']) {
      for (const action of ['ACCESS_REQUEST', 'ACCESS_APPROVE', 'ACCESS_TERMINATE', 'TEAM_EDIT']) {
        const listed = await peopleOf(action, resource);
        const { everybody = false } = (await who(action, resource)).json;
        expect(everybody).toBe(resource === 'dataproducts/shop' && action === 'ACCESS_REQUEST');
        for (const email of people) {
          const query = `action=${action}&resource=${resource}&email=${email}`;
          const { json } = await api.send('GET', `/api/permissions/explain?${query}`);
          const found = everybody || listed.includes(email);
          expect([resource, action, email, found]).toEqual([resource, action, email, json.allowed]);
        }
      }
    }
  });

  it('lists both sides of an access where both may act', async () => {
    await api.send('PUT', '/api/access/sides', { body: access('sides') });
    expect(await peopleOf('ACCESS_TERMINATE', 'access/sides')).toEqual([
      'checkout-owner@example.com',
      'head@example.com',
      'marketing-owner@example.com',
      'boss@example.com',
    ]);
    expect(await peopleOf('ACCESS_REQUEST', 'access/sides')).toEqual([
      'marketing-owner@example.com',
      'marketing-member@example.com',
      'boss@example.com',
    ]);
  });

  it('lists at most 100 people', async () => {
    const members = Array.from({ length: 150 }, (_, n) => ({
      emailAddress: `p${n}@example.com`,
      role: 'Member',
    }));
    await api.send('PUT', '/api/teams/large', { body: team('large', { members }) });
    const { json } = await who('ACCESS_REQUEST', 'teams/large');
    expect([json.people.length, json.more]).toEqual([100, true]);
  });

  it('refuses unknown resources and actions, also those of another organization', async () => {
    expect((await who('ACCESS_APPROVE', 'dataproducts/never')).status).toBe(404);
    expect((await who('EVERYTHING', 'dataproducts/shop')).status).toBe(400);
    const organizationId = await api.newOrganization('foreign');
    const { text: key } = await api.newKey('organization', { organizationId });
    for (const resource of ['dataproducts/shop', 'teams/checkout', 'access/sides']) {
      const { status, text } = await who('ACCESS_APPROVE', resource, key);
      expect([resource, status, text.includes('@example.com')]).toEqual([resource, 404, false]);
    }
  });
});
