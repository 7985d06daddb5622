import { stampEvents } from '../../../db/tables/feed/feed.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { access, fillForAccess } from '../../support/builders/access.ts';
import { team } from '../../support/builders/contracts.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { signIn } from '../../support/builders/sessions.ts';

let now = new Date();
let api: TestApi;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await fillForAccess(api);
});
afterAll(() => api.stop());

type Session = Record<string, string>;
const send = (headers: Session, method: string, path: string, body?: unknown) =>
  api.send(method, `/ui${path}`, { key: null, headers, body });
const me = async (session: Session) => (await send(session, 'GET', '/me')).json;

const putMembers = (id: string, members: Record<string, string>, more: object = {}) =>
  api.send('PUT', `/api/teams/${id}`, {
    body: team(id, {
      ...more,
      members: Object.entries(members).map(([emailAddress, role]) => ({ emailAddress, role })),
    }),
  });

describe('GET /ui/me', () => {
  it('tells the teams with every role, and the groups of the navigation', async () => {
    await putMembers('root', { 'mia@example.com': 'Approver' });
    await putMembers(
      'leaf',
      { 'MIA@example.com': 'Member', 'tom@example.com': 'Member' },
      { parent: 'root' },
    );
    const mia = await me(await signInAsPerson(api, 'mia@example.com', { name: 'Mia' }));
    expect(mia).toMatchObject({
      name: 'Mia',
      email: 'mia@example.com',
      scope: 'user',
      isOwner: false,
      teams: [
        { id: 'leaf', name: 'Team leaf', role: 'Member' },
        { id: 'root', name: 'Team root', role: 'Approver' },
      ],
      organization: { id: api.organizationId, name: 'test', vanity: 'test' },
      organizations: [{ id: api.organizationId, name: 'test', vanity: 'test' }],
      features: { managedTagsPolicy: 'allow', customTeamRolesEnabled: false },
      counters: { inbox: 0, proposed: 0, operate: 0, notices: 0, messages: null },
      may: {
        publish: true,
        operate: false,
        operateInstallation: false,
        develop: true,
        organization: false,
      },
      session: { method: 'mail' },
    });
    const tom = await me(await signInAsPerson(api, 'tom@example.com'));
    expect([tom.name, tom.may.publish]).toEqual(['tom@example.com', false]);
  });

  it('counts the requests that the caller may decide, also below the own team', async () => {
    for (const id of ['one', 'two'])
      await api.send('PUT', `/api/access/${id}`, { body: access(id) });
    const open = (await api.send('GET', '/api/access?status=requested')).json.length;
    expect(open).toBeGreaterThan(0);
    const inboxOf = async (session: Session) => (await me(session)).counters.inbox;
    expect(await inboxOf(await signInAsPerson(api, 'checkout-owner@example.com'))).toBe(open);
    expect(await inboxOf(await signInAsPerson(api, 'checkout-member@example.com'))).toBe(0);
    expect(await inboxOf(await signInAsPerson(api, 'marketing-owner@example.com'))).toBe(0);
    expect(await inboxOf(await signIn(api))).toBe(open);
    const ofTeam = await signIn(api, (await api.newKey('team', { teamId: 'checkout' })).text);
    expect(await inboxOf(ofTeam)).toBe(open);
    const reading = await signIn(api, (await api.newKey('organization_read')).text);
    expect(await inboxOf(reading)).toBe(0);
    await putMembers('top', { 'boss@example.com': 'Approver' });
    const checkout = (await api.send('GET', '/api/teams/checkout')).json;
    await api.send('PUT', '/api/teams/checkout', { body: { ...checkout, parent: 'top' } });
    expect(await inboxOf(await signInAsPerson(api, 'boss@example.com'))).toBe(open);
  });

  it('counts what needs a human for those who operate', async () => {
    const { needs } = (await api.send('GET', '/api/ops/overview')).json;
    const { counters, may, name, teams } = await me(await signIn(api));
    expect(counters.operate).toBe(needs.length);
    expect([may.operate, may.operateInstallation, name, teams]).toEqual([
      true,
      true,
      'organization',
      [],
    ]);
    await api.send('PUT', '/api/organization/members/olga@example.com', {
      body: { role: 'Owner' },
    });
    const olga = await me(await signInAsPerson(api, 'olga@example.com'));
    expect(olga).toMatchObject({ isOwner: true, may: { organization: true, operate: true } });
  });

  it('names the Owners of the organization to everybody in it', async () => {
    const piet = await signInAsPerson(api, 'piet@example.com');
    await putMembers('owned', { 'olga@example.com': 'Member' });
    const owners = (await send(piet, 'GET', '/owners')).json;
    expect(owners).toEqual([{ email: 'olga@example.com', name: null }]);
  });

  it('names the last event of the feed, after which a page can follow it', async () => {
    await api.send('PUT', '/api/teams/fed', { body: team('fed') });
    while ((await stampEvents(api.database, 1_000)) > 0);
    const session = await signIn(api);
    const { lastEventId } = await me(session);
    const events = (await api.send('GET', '/api/events')).json;
    expect(lastEventId).toBe(events.at(-1).id);
    expect((await api.send('GET', `/api/events?lastEventId=${lastEventId}`)).json).toEqual([]);
    const organizationId = await api.newOrganization('silent');
    const key = (await api.newKey('organization', { organizationId })).text;
    expect((await me(await signIn(api, key))).lastEventId).toBeNull();
  });

  it('finds an address whose text in the team has escapes', async () => {
    const body = `{"id":"escaped","name":"Escaped","type":"Team","members":[{"emailAddress":"ESC\\u0040example.com","role":"Owner"}]}`;
    expect((await api.send('PUT', '/api/teams/escaped', { body })).status).toBe(200);
    const { teams, organizations } = await me(await signInAsPerson(api, 'esc@example.com'));
    expect(teams).toEqual([{ id: 'escaped', name: 'Escaped', role: 'Owner' }]);
    expect(organizations).toHaveLength(1);
  });

  it('knows the team of a team key', async () => {
    const { text } = await api.newKey('team', { teamId: 'checkout' });
    const { teams, may } = await me(await signIn(api, text));
    expect(teams).toEqual([{ id: 'checkout', name: 'Team checkout', role: 'Owner' }]);
    expect([may.publish, may.organization]).toEqual([true, false]);
  });
});

describe('several organizations', () => {
  it('are those that know the address, and the last one is entered first', async () => {
    const otherId = await api.newOrganization('other');
    const hiddenId = await api.newOrganization('hidden');
    const { text: key } = await api.newKey('organization', { organizationId: otherId });
    const path = '/api/organization/members/sam@example.com';
    for (const each of [api.key, key])
      await api.send('PUT', path, { key: each, body: { role: 'Member' } });
    const before = new Date(now.getTime() - 1_000);
    const session = await signInAsPerson(api, 'sam@example.com', { name: 'Sam', now: before });
    const first = await me(session);
    expect(first.organization.name).toBe('test');
    expect(first.organizations.map(({ name }: { name: string }) => name)).toEqual([
      'test',
      'other',
    ]);

    const refused = await send(session, 'POST', '/session/organization', {
      organizationId: hiddenId,
    });
    expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
    const switched = await send(
      { ...session, 'idempotency-key': 'not kept' },
      'POST',
      '/session/organization',
      { organizationId: otherId },
    );
    expect(await api.database.knex('idempotency_keys').select('*')).toEqual([]);
    expect([switched.status, switched.json.organizationId]).toEqual([200, otherId]);
    expect(switched.json.expiresAt).toBe(first.session.expiresAt);
    expect((await send(session, 'GET', '/me')).status).toBe(401);
    const [cookie = ''] = (switched.headers.get('set-cookie') ?? '').split(';');
    const after = await me({ cookie });
    expect([after.organization.name, after.name]).toEqual(['other', 'Sam']);
    expect((await send({ cookie }, 'GET', '/api/teams')).json).toEqual([]);
    const again = await me(await signInAsPerson(api, 'sam@example.com'));
    expect(again.organization.name).toBe('other');
  });

  it('cannot be reached with a key, nor with a wrong body', async () => {
    const keyed = await send(await signIn(api), 'POST', '/session/organization', {
      organizationId: api.organizationId,
    });
    expect([keyed.status, keyed.json.code]).toEqual([403, 'permission_denied']);
    const session = await signInAsPerson(api, 'mia@example.com');
    for (const body of [{}, { organizationId: 1 }, { organizationId: 'x', more: 1 }]) {
      const { status, json } = await send(session, 'POST', '/session/organization', body);
      expect([status, json.code]).toEqual([422, 'invalid_body']);
    }
    const { status } = await send(session, 'POST', '/session/organization', {
      organizationId: 'x',
    });
    expect(status).toBe(403);
  });
});

describe('own sessions', () => {
  it('are listed and ended one by one, and those of others are not', async () => {
    const [one, two] = [
      await signInAsPerson(api, 'zoe@example.com'),
      await signInAsPerson(api, 'zoe@example.com'),
    ];
    const other = await signInAsPerson(api, 'mia@example.com');
    const { json } = await send(one, 'GET', '/sessions');
    expect(json).toHaveLength(2);
    expect(json.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
    expect(json[0]).toMatchObject({ method: 'mail', userAgent: 'a test' });
    const { id } = json.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const foreign = await send(other, 'DELETE', `/sessions/${id}`);
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
    expect((await send(one, 'DELETE', `/sessions/${id}`)).status).toBe(204);
    expect((await send(two, 'GET', '/me')).status).toBe(401);
    expect((await send(one, 'GET', '/me')).status).toBe(200);
    for (const unknown of [id, 'none', '%00']) {
      const { status } = await send(one, 'DELETE', `/sessions/${unknown}`);
      expect([unknown, status >= 400 && status < 500]).toEqual([unknown, true]);
    }
  });

  it('end all at once, in all organizations', async () => {
    const session = await signInAsPerson(api, 'zoe@example.com');
    const into = await api.newOrganization('third');
    const elsewhere = await signInAsPerson(api, 'zoe@example.com', { into });
    const other = await signInAsPerson(api, 'mia@example.com');
    const ended = await send(session, 'DELETE', '/sessions');
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^concordat_session=; .*Max-Age=0/),
    ]);
    for (const gone of [session, elsewhere])
      expect((await send(gone, 'GET', '/me')).status).toBe(401);
    expect((await send(other, 'GET', '/me')).status).toBe(200);
  });

  it('of a key are the sessions of this key', async () => {
    const { text } = await api.newKey('organization');
    const [one, two] = [await signIn(api, text), await signIn(api, text)];
    const other = await signIn(api);
    expect((await send(one, 'GET', '/sessions')).json).toHaveLength(2);
    await send(one, 'DELETE', '/sessions');
    expect((await send(two, 'GET', '/me')).status).toBe(401);
    expect((await send(other, 'GET', '/me')).status).toBe(200);
  });

  it('end after twelve hours', async () => {
    const session = await signInAsPerson(api, 'mia@example.com', { now });
    const before = now;
    now = new Date(now.getTime() + 12 * 3_600_000 - 1);
    expect((await send(session, 'GET', '/me')).status).toBe(200);
    now = new Date(now.getTime() + 1);
    const { status, json } = await send(session, 'GET', '/me');
    expect([status, json.code]).toEqual([401, 'login_required']);
    now = before;
  });
});

it('names keys, people and the system in a work history and in trails, and nobody who is unknown', async () => {
  const { id } = await api.newKey('organization');
  const session = await signInAsPerson(api, 'checkout-owner@example.com', { name: 'Carla' });
  const checkout = (await api.send('GET', '/api/teams/checkout')).json;
  const put = (text: string) =>
    send(session, 'PUT', '/api/teams/checkout', { ...checkout, description: text });
  expect((await put('one')).status).toBe(200);
  await api.database
    .knex('document_revisions')
    .where({ kind: 'team', id: 'root' })
    .update({ principal: `user:${id}` });
  const named = (await api.send('GET', '/api/teams/checkout/versions')).json;
  expect(named.map(({ principalName }: { principalName: string }) => principalName)).toEqual(
    expect.arrayContaining(['Carla', 'organization']),
  );
  const unknown = (await api.send('GET', '/api/teams/root/versions')).json;
  expect(unknown[0].principalName).toBeNull();
});
