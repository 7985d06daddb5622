import { createSignInLink } from '../../../commands/sessions/create-sign-in-link.ts';
import type { TestApi } from '../../support/http/api.ts';
import { access, createTestClock, startAccessApi } from '../../support/builders/access.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { createCookieJar } from '../../support/http/cookie-jar.ts';
import { signInAsPerson } from '../../support/builders/people.ts';

/** Names, filters, sort orders and numbers of consumers. */
const clock = createTestClock('2026-03-01T12:00:00.000Z');
let api: TestApi;
const keys: Record<string, string> = {};

const send = async (method: string, path: string, body?: object, key = api.key) => {
  const answer = await api.send(method, `/api/${path}`, { body, key });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer;
};
const put = (id: string, info = {}, change = {}) =>
  send('PUT', `access/${id}`, access(id, info, change));
const person = async (name: string, email: string): Promise<void> => {
  keys[name] = (await api.newKey('user', { email })).text;
};

beforeAll(async () => {
  api = await startAccessApi(clock);
  const members = [
    { emailAddress: 'Head@example.com', role: 'Approver' },
    { emailAddress: 'plain@example.com', role: 'Member' },
  ];
  await send('PUT', 'teams/domain', team('domain', { members }));
  await send('PUT', 'teams/logistics', team('logistics', { parent: 'domain', name: 'Logistics' }));
  const change = { team: { name: 'logistics' }, name: 'Deliveries' };
  await send('PUT', 'dataproducts/deliveries', product('deliveries', ['orders'], change));
  await person('head', 'head@example.com');
  await person('plain', 'plain@example.com');
  await person('marketing', 'marketing-member@example.com');
  await person('checkout', 'checkout-owner@example.com');
  for (const teamId of ['checkout', 'domain', 'logistics'])
    keys[`key of ${teamId}`] = (await api.newKey('team', { teamId })).text;
  keys.reader = (await api.newKey('team_read', { teamId: 'checkout' })).text;
  keys.organization = api.key;
  const day = (number: number) => `2026-03-0${number}T12:00:00.000Z`;
  const ofDeliveries = { provider: { dataProductId: 'deliveries', outputPortId: 'port-0' } };
  await put('e-shop', { status: 'approved', endDate: '2026-04-30' });
  clock.set(day(2));
  await put('d-open', {}, { consumer: { teamId: 'logistics' } });
  clock.set(day(3));
  await put('c-deliveries', {}, ofDeliveries);
  await put(
    'b-product',
    { status: 'approved', endDate: '2026-04-10' },
    {
      consumer: { dataProductId: 'deliveries' },
    },
  );
  clock.set(day(4));
  await put('a-person', {}, { ...ofDeliveries, consumer: { userId: 'Plain@example.com' } });
});
afterAll(() => api.stop());

const ids = async (query: string, by = 'organization'): Promise<string[]> =>
  (await send('GET', `access?${query}`, undefined, keys[by])).json.map(
    ({ id }: { id: string }) => id,
  );
const all = ['a-person', 'b-product', 'c-deliveries', 'd-open', 'e-shop'];

describe('names', () => {
  it('stand beside the ids of both sides, and are the current ones', async () => {
    const named = {
      provider: {
        dataProductId: 'shop',
        dataProductName: expect.any(String),
        outputPortId: 'port-0',
        outputPortName: 'port-0',
        teamId: 'checkout',
        teamName: 'Team checkout',
      },
      consumer: {
        dataProductId: 'deliveries',
        dataProductName: 'Deliveries',
        teamName: 'Logistics',
      },
    };
    const read = await send('GET', 'access/b-product');
    expect(read.json).toMatchObject(named);
    const listed = (await send('GET', 'access?consumerType=dataproduct')).json;
    expect(listed).toEqual([read.json]);
    await send('PUT', 'teams/logistics', team('logistics', { parent: 'domain', name: 'Parcels' }));
    const later = await api.send('GET', '/api/access/b-product', {
      headers: { 'if-none-match': read.headers.get('etag') ?? '' },
    });
    expect([later.status, later.json?.consumer.teamName]).toEqual([200, 'Parcels']);
  });

  it('name the person who consumes, once the name is known', async () => {
    const before = await send('GET', 'access/a-person');
    expect(before.json.consumer).toEqual({ userId: 'Plain@example.com' });
    const members = [
      { emailAddress: 'Head@example.com', role: 'Approver' },
      { emailAddress: 'plain@example.com', role: 'Member', name: 'Piet Koster' },
    ];
    await send('PUT', 'teams/domain', team('domain', { members }));
    const later = await api.send('GET', '/api/access/a-person', {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    });
    const consumer = { userId: 'Plain@example.com', userName: 'Piet Koster' };
    expect([later.status, later.json?.consumer]).toEqual([200, consumer]);
    expect((await send('GET', 'access?consumerType=user')).json).toEqual([later.json]);
    // The name may be sent back; it is not stored.
    await send('PUT', 'access/a-person', {
      ...later.json,
      consumer: { ...consumer, userName: 'Eve' },
    });
    expect((await send('GET', 'access/a-person')).json).toEqual(later.json);
  });

  it('may be sent back, and change nothing', async () => {
    const before = await send('GET', 'access/b-product');
    const { headers } = await send('PUT', 'access/b-product', before.json);
    expect(headers.get('x-catalog-warnings')).toBeNull();
    const changed = {
      ...before.json,
      info: { ...before.json.info, decidedByName: 'Eve', decisionNote: 'x', requestedAt: 'never' },
      provider: { ...before.json.provider, teamName: 'Eve', outputPortName: 'Eve' },
      consumer: { ...before.json.consumer, teamName: 'Eve', dataProductName: 'Eve' },
    };
    await send('PUT', 'access/b-product', changed);
    const after = await send('GET', 'access/b-product');
    expect([after.text, after.headers.get('etag')]).toEqual([
      before.text,
      before.headers.get('etag'),
    ]);
  });

  it('cost the same number of statements for one access and for many', async () => {
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => statements.push(sql);
    api.database.knex.on('query', note);
    const count = async (query: string): Promise<number> => {
      statements.length = 0;
      await ids(query);
      return statements.filter((sql) => sql.includes('access a')).length;
    };
    expect([await count('size=1'), await count('size=100')]).toEqual([1, 1]);
    api.database.knex.off('query', note);
  });
});

describe('filters', () => {
  it.each([
    ['providerTeamId=checkout&providerTeamId=logistics', all],
    ['providerTeamId=logistics', ['a-person', 'c-deliveries']],
    ['consumerTeamId=marketing&consumerTeamId=logistics', all.slice(1)],
    ['consumerTeamId=nobody', []],
    ['endsBefore=2026-05-01', ['b-product', 'e-shop']],
    ['endsBefore=2026-04-30', ['b-product']],
    ['endsBefore=2026-04-11T00:00:00Z', ['b-product']],
    ['endsBefore=2026-04-10T23:59:59Z', []],
    ['endsBefore=2026-05-01&lifecycle=requested', []],
    ['mine=decide', ['a-person', 'c-deliveries', 'd-open']],
    ['mine=decide&lifecycle=active', []],
    ['mine=decide&providerTeamId=checkout', ['d-open']],
    ['mine=consumer&status=approved', ['b-product', 'e-shop']],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
    const counted = await send('GET', `access?${query}&count=true`);
    expect(counted.headers.get('x-total-count')).toBe(String(expected.length));
  });

  it.each([
    ['consumer', 'head', []],
    ['consumer', 'plain', ['a-person']],
    ['consumer', 'marketing', ['c-deliveries', 'e-shop']],
    ['consumer', 'key of logistics', ['b-product', 'd-open']],
    ['consumer', 'organization', all],
    ['provider', 'checkout', ['b-product', 'd-open', 'e-shop']],
    ['provider', 'key of domain', []],
    ['provider', 'key of logistics', ['a-person', 'c-deliveries']],
    ['decide', 'checkout', ['d-open']],
    ['decide', 'head', ['a-person', 'c-deliveries']],
    ['decide', 'plain', []],
    ['decide', 'marketing', []],
    ['decide', 'reader', []],
    ['decide', 'key of checkout', ['d-open']],
    ['decide', 'key of domain', ['a-person', 'c-deliveries']],
    ['decide', 'key of logistics', ['a-person', 'c-deliveries']],
  ])('mine=%s of %s', async (side, by, expected) => {
    expect(await ids(`mine=${side}`, by)).toEqual(expected);
  });

  it('are those of the whole organization for the local administrator, who is in no team', async () => {
    const { organizationId, address: publicUrl, database } = api;
    const { link } = await createSignInLink(database.knex, { organizationId, publicUrl });
    const jar = createCookieJar();
    await jar.send('POST', `${publicUrl}/ui/session`, { body: { code: link.split('=')[1] } });
    for (const side of ['consumer', 'provider']) {
      const { json } = await jar.send('GET', `${publicUrl}/ui/api/access?mine=${side}`);
      expect(json.map(({ id }: { id: string }) => id).sort()).toEqual(all);
    }
  });

  it('list for deciding exactly what the caller is allowed to approve', async () => {
    for (const [name, key] of Object.entries(keys)) {
      const listed = await ids('mine=decide', name);
      for (const id of ['a-person', 'c-deliveries', 'd-open']) {
        const path = `/api/access/${id}/approve?dryRun=true`;
        const { status } = await api.send('POST', path, { key });
        expect([name, id, status]).toEqual([name, id, listed.includes(id) ? 200 : 403]);
      }
    }
  });

  it('list under the session of a person what their key would, and name the person who decided', async () => {
    const headers = await signInAsPerson(api, 'head@example.com', { name: 'Hedda' });
    const session = { key: null, headers };
    const listed = await api.send('GET', '/ui/api/access?mine=decide', session);
    expect(listed.json.map(({ id }: { id: string }) => id)).toEqual(
      await ids('mine=decide', 'head'),
    );
    const me = await api.send('GET', '/ui/me', session);
    expect(me.json.counters.inbox).toBe(listed.json.length);
    const body = { note: 'Which lorries?' };
    const path = '/ui/api/access/c-deliveries';
    const sent = await api.send('POST', `${path}/request-change`, { ...session, body });
    expect(sent.status).toBe(200);
    const [step] = (await api.send('GET', `${path}/history`, session)).json;
    expect(step).toMatchObject({
      step: 'change-requested',
      principal: expect.stringMatching(/^user:/),
      principalName: 'Hedda',
      note: 'Which lorries?',
    });
    const rehearsed = await api.send('POST', `${path}/approve?dryRun=true`, session);
    expect(rehearsed.json.access.decision).toMatchObject({ by: 'this-request' });
  });

  it('follow the roles that the organization defines', async () => {
    const roles = [
      { name: 'Owner', permissions: [] },
      { name: 'Approver', permissions: ['ACCESS_REQUEST'] },
      { name: 'Member', permissions: ['ACCESS_APPROVE'] },
    ];
    const settings = { mode: 'custom-team-roles', 'team-roles': roles };
    await send('PUT', 'settings/team-roles', settings);
    expect(await ids('mine=decide', 'plain')).toEqual(['a-person', 'c-deliveries']);
    expect(await ids('mine=decide', 'head')).toEqual([]);
    await send('PUT', 'settings/team-roles', { mode: 'default' });
  });

  it.each([
    'mine=all',
    'endsBefore=soon',
    'sort=purpose',
    'sort=endsAt&after=a-person&afterValue=x',
  ])('refuse %s', async (query) => {
    const { status, json } = await api.send('GET', `/api/access?${query}`);
    expect([status, json.code]).toEqual([400, 'bad_request']);
  });
});

describe('sort', () => {
  it.each([
    ['id', all],
    ['-id', all.toReversed()],
    ['requestedAt', ['e-shop', 'd-open', 'b-product', 'c-deliveries', 'a-person']],
    ['-requestedAt', ['a-person', 'c-deliveries', 'b-product', 'd-open', 'e-shop']],
    ['endsAt', ['b-product', 'e-shop', 'a-person', 'c-deliveries', 'd-open']],
    ['-endsAt', ['e-shop', 'b-product', 'd-open', 'c-deliveries', 'a-person']],
    ['decidedAt', ['e-shop', 'b-product', 'a-person', 'c-deliveries', 'd-open']],
    ['-decidedAt', ['b-product', 'e-shop', 'd-open', 'c-deliveries', 'a-person']],
  ])('%s, also page by page', async (sort, expected) => {
    expect(await ids(`sort=${sort}`)).toEqual(expected);
    for (const start of [`sort=${sort}&size=2`, `sort=${sort}&pageSize=2&p=0`]) {
      const seen: string[] = [];
      for (let path: string | undefined = `access?${start}`; path;) {
        const page = await send('GET', path);
        seen.push(...page.json.map(({ id }: { id: string }) => id));
        const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
        path = next?.slice(`${api.address}/api/`.length);
      }
      expect([start, seen]).toEqual([start, expected]);
    }
    const second = expected[1] ?? '';
    expect(await ids(`sort=${sort}&after=${second}`)).toEqual(expected.slice(2));
  });

  it('refuses to continue after an access that does not exist', async () => {
    const answer = await api.send('GET', '/api/access?sort=endsAt&after=never');
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
  });
});

describe('GET /api/access/consumer-counts', () => {
  const countsOf = async (query: string, key = api.key) =>
    (await send('GET', `access/consumer-counts?${query}`, undefined, key)).json;
  const products = 'dataProductId=shop&dataProductId=deliveries&dataProductId=never';

  it('counts each consumer with an active access once', async () => {
    expect(await countsOf(products)).toEqual([{ dataProductId: 'shop', consumerCount: 2 }]);
    await put(
      'f-again',
      { status: 'approved' },
      {
        provider: { dataProductId: 'shop', outputPortId: 'port-1' },
      },
    );
    await put(
      'g-upcoming',
      { status: 'approved', startDate: '2027-01-01' },
      {
        consumer: { teamId: 'domain' },
      },
    );
    await send('POST', 'access/a-person/approve');
    expect(await countsOf(products)).toEqual([
      { dataProductId: 'deliveries', consumerCount: 1 },
      { dataProductId: 'shop', consumerCount: 2 },
    ]);
  });

  it('is bounded, and counts nothing of another organization', async () => {
    const many = Array.from({ length: 201 }, (_, n) => `dataProductId=p${n}`).join('&');
    const answer = await api.send('GET', `/api/access/consumer-counts?${many}`);
    expect(answer.status).toBe(400);
    expect((await api.send('GET', '/api/access/consumer-counts')).status).toBe(400);
    const organizationId = await api.newOrganization('foreign');
    const { text: key } = await api.newKey('organization', { organizationId });
    expect(await countsOf(products, key)).toEqual([]);
    for (const query of ['', 'mine=consumer', 'mine=decide', 'sort=-requestedAt'])
      expect((await send('GET', `access?${query}`, undefined, key)).json).toEqual([]);
    const taken = access('consumer-counts');
    const refused = await api.send('PUT', '/api/access/consumer-counts', { body: taken });
    expect([refused.status, refused.json.code]).toEqual([422, 'invalid_id']);
  });
});
