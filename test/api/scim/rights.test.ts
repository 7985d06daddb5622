import { access, fillForAccess } from '../../support/builders/access.ts';
import { team } from '../../support/builders/contracts.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { patchOf, scim, scimUser } from '../../support/builders/scim.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestAnswer, TestApi } from '../../support/http/api.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await fillForAccess(api);
  await api.send('PUT', '/api/organization/members/boss@example.com', { body: { role: 'Owner' } });
  for (const id of ['data', 'sales']) await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
});
afterAll(() => api.stop());

async function newUser(email: string): Promise<string> {
  const created = await scim(api, 'POST', '/Users', scimUser(email));
  expect(created.status).toBe(201);
  return created.json.id;
}

async function newGroup(displayName: string, ...ids: string[]): Promise<string> {
  const members = ids.map((value) => ({ value }));
  const created = await scim(api, 'POST', '/Groups', { displayName, members });
  expect(created.status).toBe(201);
  return created.json.id;
}

const putMapping = (scimGroupMappings: object[], query = ''): Promise<TestAnswer> =>
  api.send('PUT', `/api/settings/scim-mapping${query}`, { body: { scimGroupMappings } });
const toTeam = (scimGroup: string, teamId: string, teamMemberRole = 'member') => ({
  scimGroup,
  type: 'teamMemberRole',
  teamId,
  teamMemberRole,
});
const toOwner = (scimGroup: string) => ({ scimGroup, type: 'organizationOwner' });

async function membersOf(id: string): Promise<Record<string, string>> {
  const { json } = await api.send('GET', `/api/teams/${id}`);
  type Member = { emailAddress: string; role: string };
  const members = (json.members ?? []) as Member[];
  return Object.fromEntries(members.map(({ emailAddress, role }) => [emailAddress, role]));
}

async function roleOf(email: string): Promise<string | undefined> {
  return (await api.send('GET', `/api/organization/members/${email}`)).json?.role;
}

const works = async (key: string): Promise<boolean> =>
  (await api.send('GET', '/api/teams', { key })).status === 200;

const eventsOf = async (type: string): Promise<{ subject_id: string; data: string }[]> =>
  api.database.knex('events').where({ type }).orderBy('at').select('subject_id', 'data');

describe('rights by SCIM', () => {
  it('makes users members of the organization, and gives roles by groups and the mapping', async () => {
    const [ada, bob] = [await newUser('ada@example.com'), await newUser('bob@example.com')];
    expect(await roleOf('ada@example.com')).toBe('Member');
    const group = await newGroup('Data Engineers', ada, bob);
    await newGroup('Chiefs', ada);
    const mapping = [
      toTeam('data engineers', 'data', 'editor'),
      toOwner('Chiefs'),
      toTeam('Chiefs', 'data', 'Owner'),
    ];
    const rehearsed = await putMapping(mapping, '?dryRun=true');
    expect(rehearsed.json.changeCount).toBe(3);
    expect(rehearsed.json.changes).toContainEqual({
      emailAddress: 'bob@example.com',
      teamId: 'data',
      role: 'Editor',
      formerRole: null,
    });
    expect(await membersOf('data')).toEqual({});
    expect((await putMapping(mapping)).status).toBe(200);
    // The first entry of the mapping wins.
    expect(await membersOf('data')).toEqual({
      'ada@example.com': 'Editor',
      'bob@example.com': 'Editor',
    });
    expect(await roleOf('ada@example.com')).toBe('Owner');

    const removal = patchOf({ op: 'remove', path: `members[value eq "${bob}"]` });
    expect((await scim(api, 'PATCH', `/Groups/${group}`, removal)).status).toBe(200);
    expect(await membersOf('data')).toEqual({ 'ada@example.com': 'Editor' });
    expect(await roleOf('bob@example.com')).toBe('Member');

    const renamed = patchOf({ op: 'replace', path: 'displayName', value: 'Engineers' });
    await scim(api, 'PATCH', `/Groups/${group}`, renamed);
    expect(await membersOf('data')).toEqual({ 'ada@example.com': 'Owner' });
  });

  it('keeps the entries of people whom a team has added', async () => {
    const members = [{ emailAddress: 'hand@example.com', role: 'Owner' }];
    await api.send('PUT', '/api/teams/sales', { body: team('sales', { members }) });
    const carl = await newUser('carl@example.com');
    const group = await newGroup('Sales', carl);
    await putMapping([toTeam('Sales', 'sales')]);
    expect(await membersOf('sales')).toEqual({
      'hand@example.com': 'Owner',
      'carl@example.com': 'Member',
    });
    await scim(api, 'DELETE', `/Groups/${group}`);
    expect(await membersOf('sales')).toEqual({ 'hand@example.com': 'Owner' });
  });

  it('gives people names in a team, and keeps those that the team has given', async () => {
    const named = { displayName: ' Lotte\nV. ', name: { formatted: 'Charlotte Vermeer' } };
    const users = [
      { ...scimUser('lotte@example.com'), ...named },
      { ...scimUser('gus@example.com'), name: { givenName: 'Gus', familyName: 'Kuiper' } },
      scimUser('nameless@example.com'),
      { ...scimUser('given@example.com'), displayName: 'Official' },
      { ...scimUser('long@example.com'), displayName: 'x'.repeat(300) },
    ];
    const ids: string[] = [];
    for (const user of users) ids.push((await scim(api, 'POST', '/Users', user)).json.id);
    const members = [{ emailAddress: 'given@example.com', name: 'By hand', role: 'Owner' }];
    await api.send('PUT', '/api/teams/named', { body: team('named', { members }) });
    await newGroup('Named', ...ids);
    expect((await putMapping([toTeam('Named', 'named')])).status).toBe(200);
    const { json } = await api.send('GET', '/api/teams/named');
    const names = json.members.map(({ emailAddress, name }: Record<string, string>) => [
      emailAddress,
      name,
    ]);
    expect(Object.fromEntries(names)).toEqual({
      'given@example.com': 'By hand',
      'lotte@example.com': 'Lotte V.',
      'gus@example.com': 'Gus Kuiper',
      'nameless@example.com': undefined,
      'long@example.com': `${'x'.repeat(199)}…`,
    });
    await putMapping([]);
    await api.send('DELETE', '/api/teams/named');
  });

  it('ends sessions, keys and roles of a person who is switched off, and names their accesses', async () => {
    const eva = await newUser('eva@example.com');
    await newGroup('Analysts', eva);
    await putMapping([toTeam('Analysts', 'data')]);
    const members = [{ emailAddress: 'Eva@example.com', role: 'Owner' }];
    await api.send('PUT', '/api/teams/sales', { body: team('sales', { members }) });
    const session = await signInAsPerson(api, 'eva@example.com');
    const { text: key } = await api.newKey('user', { email: 'EVA@example.com' });
    const body = access('of-eva', {}, { consumer: { userId: 'Eva@example.com' } });
    await api.send('PUT', '/api/access/of-eva', { body });
    await api.send('POST', '/api/access/of-eva/approve');
    expect((await api.send('GET', '/api/teams', { key })).status).toBe(200);

    const off = patchOf({ op: 'Replace', path: 'active', value: 'False' });
    const rehearsed = await scim(api, 'PATCH', `/Users/${eva}?dryRun=true`, off);
    expect(rehearsed.headers.get('x-catalog-warnings')).toContain('of-eva');
    expect((await api.send('GET', '/api/teams', { key })).status).toBe(200);
    expect((await membersOf('data'))['eva@example.com']).toBe('Member');
    const answer = await scim(api, 'PATCH', `/Users/${eva}`, off);
    expect(answer.json.active).toBe(false);
    expect(answer.headers.get('x-catalog-warnings')).toBe(
      'eva@example.com keeps accesses until somebody ends them: of-eva',
    );
    await until('the key is refused', async () => !(await works(key)));
    const page = await api.send('GET', '/ui/me', { key: null, headers: session });
    expect(page.status).toBe(401);
    expect([await membersOf('data'), await membersOf('sales')]).toEqual([{}, {}]);
    expect(await roleOf('eva@example.com')).toBeUndefined();
    const [event] = await eventsOf('PersonDeprovisioned');
    expect({ ...event, data: JSON.parse(event?.data ?? '') }).toMatchObject({
      subject_id: 'eva@example.com',
      data: { sessions: 1, keys: 1, teams: ['data', 'sales'], remainingAccess: ['of-eva'] },
    });
    const { json: due } = await api.send('GET', '/api/access/of-eva');
    expect(due.info).toMatchObject({
      active: true,
      nextReassessmentDate: new Date().toISOString().slice(0, 10),
    });
    const { rows } = await api.database.knex.raw(
      `select reassess_on = (now() at time zone 'UTC')::date as due from access where id = 'of-eva'`,
    );
    expect(rows).toEqual([{ due: true }]);

    const keyOfEva = { scope: 'user', displayName: 'Late', email: 'Eva@example.com' };
    expect(await api.send('POST', '/api/api-keys', { body: keyOfEva })).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('switched off') },
    });
    // A team that adds the person again gives no way in, until the provider switches them on.
    await api.send('PUT', '/api/teams/sales', { body: team('sales', { members }) });
    await expect(signInAsPerson(api, 'eva@example.com')).rejects.toThrow('switched you off');
    await scim(api, 'PUT', `/Users/${eva}`, scimUser('eva@example.com'));
    expect((await membersOf('data'))['eva@example.com']).toBe('Member');
    await signInAsPerson(api, 'eva@example.com');
  });

  it('ends the rights of a person who is first heard of as switched off', async () => {
    const email = 'ivo@example.com';
    const members = [{ emailAddress: email, role: 'Owner' }];
    await api.send('PUT', '/api/teams/sales', { body: team('sales', { members }) });
    const { text: key } = await api.newKey('user', { email });
    const session = await signInAsPerson(api, email);
    const created = await scim(api, 'POST', '/Users', { ...scimUser(email), active: false });
    expect(created.status).toBe(201);
    await until('the key is refused', async () => !(await works(key)));
    const page = await api.send('GET', '/ui/me', { key: null, headers: session });
    expect([page.status, await membersOf('sales')]).toEqual([401, {}]);
    await scim(api, 'DELETE', `/Users/${created.json.id}`);
  });

  it('ends the rights of the former address when a user gets another one, and of deleted users', async () => {
    const old = await newUser('old@example.com');
    const { text: key } = await api.newKey('user', { email: 'old@example.com' });
    await scim(api, 'PUT', `/Users/${old}`, scimUser('new@example.com'));
    await until('the key is refused', async () => !(await works(key)));
    expect([await roleOf('old@example.com'), await roleOf('new@example.com')]).toEqual([
      undefined,
      'Member',
    ]);
    expect((await scim(api, 'DELETE', `/Users/${old}`)).status).toBe(204);
    expect(await roleOf('new@example.com')).toBeUndefined();
  });

  it('never takes the last Owner away', async () => {
    await putMapping([]);
    await api.database.knex('organization_members').where({ role: 'Owner' }).delete();
    const dora = await newUser('dora@example.com');
    const group = await newGroup('Heads', dora);
    await putMapping([toOwner('Heads')]);
    expect(await roleOf('dora@example.com')).toBe('Owner');
    const attempts = [
      await scim(api, 'DELETE', `/Users/${dora}`),
      await scim(api, 'PUT', `/Users/${dora}`, { ...scimUser('dora@example.com'), active: false }),
      await scim(api, 'DELETE', `/Groups/${group}`),
      await putMapping([]),
    ];
    for (const { status, text } of attempts) {
      expect([status, text]).toEqual([409, expect.stringContaining('last Owner')]);
    }
    expect(await roleOf('dora@example.com')).toBe('Owner');
    await api.send('PUT', '/api/organization/members/other@example.com', {
      body: { role: 'Owner' },
    });
    expect((await scim(api, 'DELETE', `/Users/${dora}`)).status).toBe(204);
  });

  it('refuses mappings that cannot hold, and returns the text that was sent', async () => {
    const problems = await putMapping([
      toTeam('a', 'missing'),
      toTeam('b', 'data', 'Wizard'),
      { scimGroup: 'c', type: 'teamMemberRole' },
    ]);
    expect(problems.status).toBe(422);
    expect(problems.json.violations.map(({ field }: { field: string }) => field)).toEqual([
      'scimGroupMappings[0].teamId',
      'scimGroupMappings[1].teamMemberRole',
      'scimGroupMappings[2].teamId',
      'scimGroupMappings[2].teamMemberRole',
    ]);
    expect((await putMapping([{ scimGroup: 'd', type: 'king' }])).status).toBe(422);
    const body = '# who may what\nscimGroupMappings: []\n';
    const headers = { 'content-type': 'application/yaml', accept: 'application/yaml' };
    await api.send('PUT', '/api/settings/scim-mapping', { body, headers });
    const read = await api.send('GET', '/api/settings/scim-mapping', { headers });
    expect(read.text).toBe(body);
    const json = await api.send('GET', '/api/settings/scim-mapping');
    expect(json.json).toEqual({ scimGroupMappings: [] });
  });

  it('gives roles anew in a team that was deleted and created again', async () => {
    const fay = await newUser('fay@example.com');
    await newGroup('Short', fay);
    await api.send('PUT', '/api/teams/short', { body: team('short') });
    await putMapping([toTeam('Short', 'short')]);
    await api.send('DELETE', '/api/teams/short');
    await api.send('PUT', '/api/teams/short', { body: team('short') });
    await putMapping([toTeam('Short', 'short')]);
    expect(await membersOf('short')).toEqual({ 'fay@example.com': 'Member' });
  });
});
