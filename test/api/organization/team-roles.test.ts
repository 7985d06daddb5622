import { permissions } from '../../../domain/organizations/permissions.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';

const path = '/api/settings/team-roles';
let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

const put = (body: unknown, key = api.key) => api.send('PUT', path, { body, key });
const custom = (roles: Record<string, readonly string[]>) => ({
  mode: 'custom-team-roles',
  'team-roles': Object.entries(roles).map(([name, held]) => ({ name, permissions: held })),
});
const withMember = (id: string, role: string, change = {}) =>
  team(id, { members: [{ emailAddress: 'ada@example.com', role }], ...change });
const putTeam = (body: Record<string, unknown>) =>
  api.send('PUT', `/api/teams/${String(body.id)}`, { body });

it('answers the built-in roles by default, and takes back what GET gave', async () => {
  const { status, json } = await api.send('GET', path);
  expect(status).toBe(200);
  expect(json.mode).toBe('default');
  const byName = Object.fromEntries(
    json['team-roles'].map((role: any) => [role.name, role.permissions]),
  );
  expect(byName).toEqual({
    Owner: [...permissions],
    Approver: permissions.filter((name) => /^(RESOURCES|ACCESS|CHANGE_REQUEST)_/.test(name)),
    Editor: [
      'RESOURCES_ADD',
      'RESOURCES_EDIT',
      'ACCESS_REQUEST',
      'ACCESS_EDIT',
      'CHANGE_REQUEST_SUBMIT',
    ],
    Steward: ['RESOURCES_EDIT', 'CHANGE_REQUEST_SUBMIT', 'CHANGE_REQUEST_APPROVE'],
    Member: ['ACCESS_REQUEST', 'CHANGE_REQUEST_SUBMIT'],
  });
  expect((await put(json)).json).toEqual(json);
});

it('judges people by the roles of the organization from the change on', async () => {
  await putTeam(withMember('shop', 'Publisher'));
  const { text: key } = await api.newKey('user', { email: 'ada@example.com' });
  let version = 0;
  const write = async () => {
    const body = contract('orders', { team: { name: 'shop' }, version: `1.0.${version++}` });
    return (await api.send('PUT', '/api/datacontracts/orders', { key, body })).status;
  };
  const features = async () =>
    (await api.send('GET', '/api/organization/features')).json.customTeamRolesEnabled;
  expect([await write(), await features()]).toEqual([403, false]);
  const body = custom({ Publisher: ['RESOURCES_ADD', 'RESOURCES_EDIT'], Reader: [] });
  const answer = await put(body);
  expect([answer.status, answer.json]).toEqual([200, body]);
  expect((await api.send('GET', path)).json).toEqual(body);
  expect([await write(), await features()]).toEqual([200, true]);
  expect((await api.send('DELETE', '/api/datacontracts/orders', { key })).status).toBe(403);
  await put(custom({ Publisher: ['RESOURCES_EDIT', 'RESOURCES_DELETE'], Reader: [] }));
  expect((await api.send('DELETE', '/api/datacontracts/orders', { key })).status).toBe(200);
  // Built-in roles hold no longer, also not those with names of JavaScript's own.
  for (const role of ['Owner', 'constructor', '__proto__']) {
    await putTeam(withMember('shop', role));
    expect(await write()).toBe(403);
  }
});

it('holds in its own organization only', async () => {
  const organizationId = await api.newOrganization('other');
  const { text: key } = await api.newKey('organization', { organizationId });
  await put(custom({ Publisher: ['RESOURCES_ADD'] }));
  expect((await api.send('GET', path, { key })).json.mode).toBe('default');
  const { text: ada } = await api.newKey('user', { email: 'ada@example.com', organizationId });
  await api.send('PUT', '/api/teams/shop', { key, body: withMember('shop', 'Editor') });
  const body = contract('orders', { team: { name: 'shop' } });
  const written = await api.send('PUT', '/api/datacontracts/orders', { key: ada, body });
  expect(written.status).toBe(200);
});

it.each([
  [{}, /mode is required/],
  [{ mode: 'mine' }, /mode must be one of default, custom-team-roles/],
  [
    custom({ Owner: ['EVERYTHING'] }),
    /team-roles\[0\].permissions\[0\] must be one of RESOURCES_ADD/,
  ],
  [custom({ Ow: [] }), /team-roles\[0\].name/],
  [{ mode: 'custom-team-roles', 'team-roles': [{ name: 'Owner' }] }, /permissions is required/],
  [
    custom({ Owner: [], Editor: [], owner: [] }),
    /team-roles\[2\].name is the name of another role/,
  ],
  [{ mode: 'default', 'team-roles': [{ name: 'Owner', permissions: ['X'] }] }, /permissions\[0\]/],
])('answers %.80j 400', async (body, message) => {
  const { status, json } = await put(body);
  expect([status, json.code]).toEqual([400, 'bad_request']);
  expect(json.detail).toMatch(message);
});

it('answers 409 to an empty catalogue', async () => {
  for (const body of [custom({}), { mode: 'custom-team-roles' }]) {
    const { status, json } = await put(body);
    expect([status, json.code]).toEqual([409, 'roles_missing']);
  }
  expect((await api.send('GET', path)).json.mode).toBe('default');
});

it('answers 409 to dropping a role that somebody holds, in whatever direction', async () => {
  await putTeam(withMember('shop', 'Editor'));
  const dropped = await put(custom({ Publisher: ['RESOURCES_ADD'] }));
  expect([dropped.status, dropped.json.code]).toEqual([409, 'role_in_use']);
  expect(dropped.json.detail).toContain("'Editor' in team 'shop'");
  expect((await put(custom({ Publisher: ['RESOURCES_ADD'], Editor: [] }))).status).toBe(200);
  await putTeam(withMember('shop', 'Publisher'));
  expect((await put(custom({ Editor: [] }))).json.code).toBe('role_in_use');
  expect((await put({ mode: 'default' })).json.code).toBe('role_in_use');
  // A role that no catalogue knows, as members have it in practice, is in nobody's way.
  await putTeam(withMember('shop', 'SME Data Privacy'));
  expect((await put({ mode: 'default' })).status).toBe(200);
});

it('is for who acts for the whole organization', async () => {
  await putTeam(team('shop'));
  const reader = (await api.newKey('organization_read')).text;
  expect((await api.send('GET', path, { key: reader })).status).toBe(200);
  expect((await put({ mode: 'default' }, reader)).status).toBe(403);
  const others = [
    await api.newKey('team', { teamId: 'shop' }),
    await api.newKey('user', { email: 'ada@example.com' }),
  ];
  for (const { text: key } of others) {
    for (const method of ['GET', 'PUT']) {
      const { status, json } = await api.send(method, path, {
        key,
        body: method === 'PUT' ? {} : undefined,
      });
      expect([status, json.code]).toEqual([403, 'permission_denied']);
    }
  }
});

describe('/api/settings/customization', () => {
  const address = '/api/settings/customization';
  const body = `{ "dataProduct":{"customFilters": [{"displayName":"Cost","customField":"cost"}]},\n "dataContract":{} }`;
  const yaml = `# ours\ndataProduct:\n  customFilters: [{displayName: Cost, customField: cost}]\n`;
  const asYaml = { accept: 'application/yaml' };

  it('comes back as it was sent, as JSON and as YAML', async () => {
    expect((await api.send('GET', address)).text).toBe('{}');
    const stored = await api.send('PUT', address, { body });
    expect([stored.status, stored.text]).toEqual([200, '']);
    expect((await api.send('GET', address)).text).toBe(body);
    const written = await api.send('GET', address, { headers: asYaml });
    expect(written.headers.get('content-type')).toContain('application/yaml');
    expect(written.text).toContain('displayName: Cost');
    const headers = { 'content-type': 'application/yaml' };
    expect((await api.send('PUT', address, { body: yaml, headers })).status).toBe(200);
    expect((await api.send('GET', address, { headers: asYaml })).text).toBe(yaml);
    expect((await api.send('GET', address)).json.dataProduct.customFilters).toHaveLength(1);
  });

  it('is checked', async () => {
    for (const wrong of [
      { dataProduct: { customFilters: [{ displayName: 'Cost' }] } },
      { dataContract: [] },
    ]) {
      const { status, json } = await api.send('PUT', address, { body: wrong });
      expect([status, json.code]).toEqual([422, 'invalid_body']);
    }
    expect((await api.send('PUT', address, { body: '[' })).status).toBe(400);
    const warned = await api.send('PUT', address, { body: { theme: 'dark' } });
    expect(warned.headers.get('x-catalog-warnings')).toContain('theme');
  });

  it('is for who acts for the whole organization', async () => {
    const { text: key } = await api.newKey('user', { email: 'ada@example.com' });
    expect((await api.send('GET', address, { key })).status).toBe(403);
    expect((await api.send('PUT', address, { key, body: {} })).status).toBe(403);
  });
});

it('tells apart who may describe a team and who may choose its members', async () => {
  const roles = {
    Describer: ['TEAM_EDIT'],
    Inviter: ['TEAM_MEMBER_ADD'],
    Promoter: ['TEAM_MEMBER_EDIT'],
    Remover: ['TEAM_MEMBER_DELETE'],
  };
  const people = Object.keys(roles).map((role) => ({
    emailAddress: `${role.toLowerCase()}@example.com`,
    role,
  }));
  const base = team('shop', { members: people });
  const [first, ...others] = people;
  const changes: [string, Record<string, unknown>][] = [
    ['Describer', { ...base, description: 'New' }],
    ['Inviter', { ...base, members: [...people, { emailAddress: 'new@example.com' }] }],
    ['Promoter', { ...base, members: [{ ...first, role: 'Inviter' }, ...others] }],
    ['Remover', { ...base, members: others }],
  ];
  await putTeam(base);
  await put(custom(roles));
  for (const { emailAddress, role } of people) {
    const { text: key } = await api.newKey('user', { email: emailAddress });
    for (const [needed, body] of changes) {
      const { status } = await api.send('PUT', '/api/teams/shop', { key, body });
      expect([role, needed, status]).toEqual([role, needed, role === needed ? 200 : 403]);
      await putTeam(base);
    }
    const both = { ...base, description: 'Both', members: others };
    expect((await api.send('PUT', '/api/teams/shop', { key, body: both })).status).toBe(403);
  }
});
