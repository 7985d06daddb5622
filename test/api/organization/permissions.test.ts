import { isGuarded, permissionOf } from '../../../api/route.ts';
import type { Route } from '../../../api/route.ts';
import { routes } from '../../../api/routes/index.ts';
import { permissions } from '../../../domain/organizations/permissions.ts';
import { answersProblems } from '../../support/http/problem-shape.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { scim, scimUser } from '../../support/builders/scim.ts';
import { signIn } from '../../support/builders/sessions.ts';

let api: TestApi;
const keys: Record<string, string> = {};
/** Headers of sessions with these keys. */
const sessions: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  api = await startApi();
  const members = [
    { emailAddress: 'ada@example.com', role: 'Editor' },
    { emailAddress: 'olga@example.com', role: 'Owner' },
  ];
  await api.send('PUT', '/api/teams/root', { body: team('root', { members }) });
  const middle = { parent: 'root', members: [{ emailAddress: 'ada@example.com', role: 'Member' }] };
  await api.send('PUT', '/api/teams/middle', { body: team('middle', middle) });
  await api.send('PUT', '/api/teams/leaf', { body: team('leaf', { parent: 'middle' }) });
  await api.send('PUT', '/api/teams/beside', { body: team('beside', { parent: 'root' }) });
  await api.send('PUT', '/api/datacontracts/orders', {
    body: contract('orders', { team: { name: 'leaf' } }),
  });
  const people = { email: 'ada@example.com' };
  const teamId = 'middle';
  keys.organization = api.key;
  keys.organization_read = (await api.newKey('organization_read')).text;
  keys.team = (await api.newKey('team', { teamId })).text;
  keys.team_read = (await api.newKey('team_read', { teamId })).text;
  keys.user = (await api.newKey('user', people)).text;
  keys.user_read = (await api.newKey('user_read', people)).text;
  for (const [scope, key] of Object.entries(keys)) sessions[scope] = await signIn(api, key);
});
afterAll(() => api.stop());

const guarded = routes.filter(isGuarded);
const example = (path: string) => path.replace(/:\w+/g, 'x');
/** Asks with the key of a scope, or with a session of it where no key is looked at. */
const ask = ({ access, method, path }: Route, scope: string) =>
  api.send(
    method,
    example(path),
    access === 'session'
      ? { key: null, headers: sessions[scope] ?? {} }
      : { key: keys[scope] ?? '' },
  );

describe('what routes need', () => {
  const writing = guarded.filter(
    (route) => route.method !== 'GET' && permissionOf(route) !== 'read',
  );
  const organization = guarded.filter((route) => permissionOf(route) === 'organization');

  it.each(writing.map((route) => [route.method, route.path, route] as const))(
    '%s %s refuses every reading key',
    async (_method, _path, route) => {
      for (const scope of ['organization_read', 'team_read', 'user_read']) {
        const { status, json } = await ask(route, scope);
        const code = answersProblems(route) ? 'permission_denied' : json.code;
        expect([scope, status, json.code]).toEqual([scope, 403, code]);
      }
    },
  );

  it.each(organization.map((route) => [route.method, route.path, route] as const))(
    '%s %s refuses keys of teams and people',
    async (_method, _path, route) => {
      for (const scope of ['team', 'user', 'team_read', 'user_read']) {
        const { status, json } = await ask(route, scope);
        const code = answersProblems(route) ? 'permission_denied' : json.code;
        expect([scope, status, json.code]).toEqual([scope, 403, code]);
      }
      const all = await ask(route, 'organization');
      expect(all.json?.code).not.toBe('permission_denied');
    },
  );

  it('is written in openapi.json, or in that of the web UI', async () => {
    const { json } = await api.send('GET', '/openapi.json');
    const { json: ui } = await api.send('GET', '/openapi-ui.json');
    const paths = { ...json.paths, ...ui.paths };
    const of = (path: string, method: string) => paths[path][method]['x-permission'];
    expect(of('/api/teams/{id}', 'get')).toBe('read');
    expect(of('/api/teams/{id}', 'put')).toEqual({
      actions: ['TEAM_ADD', 'TEAM_EDIT'],
      on: 'owner',
    });
    expect(of('/api/datacontracts/{id}/test', 'post')).toBe('write');
    expect(of('/api/api-keys', 'post')).toBe('organization');
    expect(of('/api/dataproducts/{id}/star', 'put')).toBe('person');
    expect(of('/health/live', 'get')).toBeUndefined();
    expect(ui.paths['/ui/session'].get.security).toEqual([{ session: [] }]);
    expect(ui.components.securitySchemes.session).toMatchObject({
      type: 'apiKey',
      in: 'cookie',
      name: 'concordat_session',
    });
    for (const route of guarded.filter(({ hidden, tag }) => !hidden && tag !== 'pages')) {
      const path = route.path.replace(/[:*](\w+)/g, '{$1}');
      expect(of(path, route.method.toLowerCase())).toEqual(permissionOf(route));
    }
  });
});

describe('roles and teams above', () => {
  it('reach everything below them, and nothing beside or above', async () => {
    const write = async (owner: string, key: string | undefined) => {
      const id = `of-${owner}`;
      const body = contract(id, { team: { name: owner }, version: `1.0.${counter++}` });
      return (await api.send('PUT', `/api/datacontracts/${id}`, { key: key ?? '', body })).status;
    };
    let counter = 0;
    const teams = ['root', 'middle', 'leaf', 'beside'];
    const results = async (key: string | undefined) =>
      Promise.all(teams.map((owner) => write(owner, key)));
    // Editor in root, and so in all; Member in middle takes nothing away.
    expect(await results(keys.user)).toEqual([200, 200, 200, 200]);
    expect(await results(keys.team)).toEqual([403, 200, 200, 403]);
    // Moved from below the team, it is out of its reach at once.
    await api.send('PUT', '/api/teams/leaf', { body: team('leaf', { parent: 'root' }) });
    expect(await results(keys.team)).toEqual([403, 200, 403, 403]);
    await api.send('PUT', '/api/teams/leaf', { body: team('leaf', { parent: 'middle' }) });
  });

  it('keep a team key from taking or giving away what is not its own', async () => {
    const move = (key: string | undefined, to: string) =>
      api.send('PUT', '/api/datacontracts/orders', {
        key: key ?? '',
        body: contract('orders', { team: { name: to } }),
      });
    expect((await move(keys.team, 'beside')).status).toBe(403);
    expect((await move(keys.team, 'middle')).status).toBe(200);
    const steal = { key: keys.team ?? '', body: team('beside', { parent: 'middle' }) };
    expect((await api.send('PUT', '/api/teams/beside', steal)).status).toBe(403);
    expect((await move(keys.organization, 'leaf')).status).toBe(200);
  });
});

describe('GET /api/teams', () => {
  it('lists by ?email= the teams of direct members, whatever the case', async () => {
    const ids = async (query: string) =>
      (await api.send('GET', `/api/teams${query}`)).json.map((each: any) => each.id);
    expect(await ids('?email=ADA@example.com')).toEqual(['root', 'middle']);
    expect(await ids('?email=olga@example.com')).toEqual(['root']);
    expect(await ids('?email=nobody@example.com')).toEqual([]);
    expect(await ids('?email=%25')).toEqual([]);
  });
});

it('explains example data by the owner of its product, as the commands judge it', async () => {
  await api.send('PUT', '/api/dataproducts/shop', {
    body: product('shop', [], { team: { name: 'middle' } }),
  });
  const body = { id: 'rows', dataProductId: 'shop', data: [{ a: 1 }] };
  await api.send('PUT', '/api/example-data/rows', { body });
  for (const [scope, allowed] of [
    ['team', true],
    ['team_read', false],
  ] as const) {
    const key = keys[scope] ?? '';
    const query = 'action=RESOURCES_EDIT&resource=example-data/rows';
    const { json } = await api.send('GET', `/api/permissions/explain?${query}`, { key });
    expect([scope, json.allowed]).toEqual([scope, allowed]);
    const put = await api.send('PUT', '/api/example-data/rows', { body, key });
    expect([scope, put.status === 200]).toEqual([scope, allowed]);
  }
});

it('explains an access by the side on which a permission counts', async () => {
  await api.send('PUT', '/api/dataproducts/port', {
    body: product('port', ['orders'], { team: { name: 'leaf' } }),
  });
  const body = {
    info: { purpose: 'x' },
    provider: { dataProductId: 'port', outputPortId: 'port-0' },
    consumer: { teamId: 'beside' },
  };
  expect((await api.send('PUT', '/api/access/agreed', { body })).status).toBe(200);
  const explain = async (action: string, more: string) => {
    const query = `action=${action}&resource=access/agreed&${more}`;
    const { json } = await api.send('GET', `/api/permissions/explain?${query}`);
    return [json.allowed, json.path];
  };
  expect(await explain('ACCESS_APPROVE', 'team=leaf')).toEqual([true, ['leaf', 'middle', 'root']]);
  expect(await explain('ACCESS_APPROVE', 'team=beside')).toEqual([
    false,
    ['leaf', 'middle', 'root'],
  ]);
  for (const team of ['leaf', 'beside'])
    expect((await explain('ACCESS_TERMINATE', `team=${team}`))[0]).toBe(true);
  expect(await explain('ACCESS_REQUEST', 'team=leaf')).toEqual([false, ['beside', 'root']]);
});

describe('GET /api/permissions/explain', () => {
  const explain = (query: Record<string, string>, key = api.key) =>
    api.send('GET', `/api/permissions/explain?${new URLSearchParams(query).toString()}`, { key });
  const resource = 'datacontracts/orders';

  it('names rule, role, team and the way up the tree', async () => {
    const { json } = await explain({ action: 'RESOURCES_EDIT', resource }, keys.user);
    expect(json).toEqual({
      action: 'RESOURCES_EDIT',
      resource,
      allowed: true,
      rule: 'role',
      because: "You are Editor in team 'root', and this role has RESOURCES_EDIT.",
      scope: 'user',
      team: 'root',
      role: 'Editor',
      path: ['leaf', 'middle', 'root'],
    });
  });

  it.each([
    ['organization', 'TEAM_DELETE', true, 'organization', null, null],
    ['organization_read', 'TEAM_DELETE', false, 'reading-key', null, null],
    ['team', 'TEAM_DELETE', true, 'team', 'middle', null],
    ['user', 'RESOURCES_DELETE', false, 'role-lacks-it', 'middle', 'Member'],
    ['user', 'ACCESS_REQUEST', true, 'role', 'middle', 'Member'],
  ])('says of the %s key and %s: %s, %s', async (scope, action, allowed, rule, of, role) => {
    const { status, json } = await explain({ action, resource }, keys[scope]);
    expect(status).toBe(200);
    expect(json).toMatchObject({ scope, allowed, rule, team: of, role });
    expect(json.because).toMatch(/\.$/);
  });

  it('can be asked for others, and on teams', async () => {
    const action = 'TEAM_MEMBER_ADD';
    const ask = async (more: Record<string, string>) =>
      (await explain({ action, resource: 'teams/beside', ...more }, keys.team_read)).json;
    expect(await ask({ email: 'OLGA@example.com' })).toMatchObject({
      allowed: true,
      role: 'Owner',
    });
    expect(await ask({ email: 'zoe@example.com' })).toMatchObject({
      allowed: false,
      rule: 'no-member',
    });
    expect(await ask({ team: 'root' })).toMatchObject({ allowed: true, team: 'root' });
    expect(await ask({ team: 'middle' })).toMatchObject({ allowed: false, rule: 'other-team' });
    expect((await ask({ team: 'root' })).path).toEqual(['beside', 'root']);
    const body = { role: 'Owner' };
    await api.send('PUT', '/api/organization/members/zoe@example.com', { body });
    expect(await ask({ email: 'zoe@example.com' })).toMatchObject({
      allowed: true,
      rule: 'organization',
      because: 'zoe@example.com is an Owner of the organization and may do everything.',
    });
    expect((await explain({ action, resource, email: 'a@b.de', team: 'x' })).status).toBe(400);
  });

  it('denies everything to people who are switched off by the identity provider', async () => {
    const email = 'finn@example.com';
    const action = 'RESOURCES_EDIT';
    const members = [{ emailAddress: 'Finn@example.com', role: 'Owner', name: 'Finn' }];
    await api.send('PUT', '/api/teams/beside', {
      body: team('beside', { parent: 'root', members }),
    });
    const holders = async () => {
      const { json } = await api.send(
        'GET',
        `/api/permissions/who?action=${action}&resource=teams/beside`,
      );
      return json.people.map((each: any) => each.emailAddress);
    };
    const ask = async () => (await explain({ action, resource: 'teams/beside', email })).json;
    expect([(await ask()).allowed, await holders()]).toEqual([
      true,
      expect.arrayContaining(['Finn@example.com']),
    ]);
    await scim(api, 'POST', '/Users', { ...scimUser(email), active: false });
    await api.send('PUT', '/api/teams/beside', {
      body: team('beside', { parent: 'root', members }),
    });
    expect(await ask()).toMatchObject({
      allowed: false,
      rule: 'switched-off',
      because: 'Finn is switched off by the identity provider, and can do nothing.',
      path: ['beside', 'root'],
    });
    expect((await explain({ action: 'ACCESS_REQUEST', resource, email })).json.allowed).toBe(false);
    expect(await holders()).not.toContain('Finn@example.com');
  });

  it('agrees with what the routes do', async () => {
    for (const [scope = '', key] of Object.entries(keys)) {
      const { json } = await explain({ action: 'RESOURCES_EDIT', resource }, key);
      const body = contract('orders', { team: { name: 'leaf' }, version: `2.0.${scope.length}` });
      const { status } = await api.send('PUT', '/api/datacontracts/orders', { key, body });
      expect([scope, status]).toEqual([scope, json.allowed ? 200 : 403]);
    }
  });

  /** A product of this team, and a proposed change of it. */
  const productOf = async (owner: string) => {
    const id = `of-${owner}`;
    const body = product(id, ['orders'], { team: { name: owner } });
    expect((await api.send('PUT', `/api/dataproducts/${id}`, { body })).status).toBe(200);
    const source = JSON.stringify({ ...body, description: { purpose: 'changed' } });
    const changed = { kind: 'dataproducts', documentId: id, title: 'Change it', source };
    return { products: `dataproducts/${id}`, changed };
  };

  it('agrees with what people of other teams may do with a product: propose changes and request access', async () => {
    const { products, changed } = await productOf('beside');
    const email = 'piet@example.com';
    const members = [{ emailAddress: email, role: 'Member', name: 'Piet Zandstra' }];
    await api.send('PUT', '/api/teams/other', { body: team('other', { members }) });
    const key = (await api.newKey('user', { email })).text;
    const { explanations } = (await explain({ resource: products, email })).json;
    const of = (action: string) => explanations.find((each: any) => each.action === action);
    expect(of('TEAM_ADD')).toBeUndefined();
    expect(of('ACCESS_REQUEST')).toMatchObject({ allowed: true, rule: 'everybody', team: null });
    expect(of('CHANGE_REQUEST_SUBMIT')).toMatchObject({ allowed: true, rule: 'everybody' });
    expect(of('RESOURCES_EDIT')).toMatchObject({
      allowed: false,
      because: 'Piet Zandstra is in none of the teams that own it.',
    });
    const post = async (path: string, body: object) =>
      (await api.send('POST', path, { key, body })).status;
    for (const body of [{ purpose: 'mine' }, { purpose: 'x', consumer: { teamId: 'other' } }])
      expect(await post(`/api/${products}/outputports/port-0/request-access`, body)).toBe(201);
    expect(await post('/api/change-requests', changed)).toBe(201);
    const reader = (await api.newKey('user_read', { email })).text;
    for (const action of ['ACCESS_REQUEST', 'CHANGE_REQUEST_SUBMIT'])
      expect((await explain({ action, resource: products }, reader)).json).toMatchObject({
        allowed: false,
        rule: 'reading-key',
      });
  });

  it('agrees about decisions on proposed changes, which are those of people who may edit', async () => {
    const { products, changed } = await productOf('leaf');
    const { json } = await explain(
      { action: 'CHANGE_REQUEST_APPROVE', resource: products },
      keys.user,
    );
    expect(json).toMatchObject({ action: 'CHANGE_REQUEST_APPROVE', allowed: true, role: 'Editor' });
    expect(json.because).toContain('RESOURCES_EDIT');
    const proposed = await api.send('POST', '/api/change-requests', { body: changed });
    const accept = `/api/change-requests/${proposed.json.id}/accept`;
    expect((await api.send('POST', accept, { key: keys.user ?? '' })).status).toBe(200);
  });

  it('takes each of the 18 actions, and names them for any other', async () => {
    expect(permissions).toHaveLength(18);
    for (const action of permissions) {
      expect((await explain({ action, resource }, keys.user)).json.action).toBe(action);
    }
    const { status, json } = await explain({ action: 'FLY', resource });
    expect(status).toBe(400);
    for (const action of permissions) expect(json.detail).toContain(action);
  });

  it('explains all actions that fit without one, and several resources, in the order of the request', async () => {
    const resources = ['teams/beside', resource];
    const fitting: Record<string, readonly string[]> = {
      'teams/beside': permissions,
      [resource]: [
        'RESOURCES_EDIT',
        'RESOURCES_DELETE',
        'CHANGE_REQUEST_SUBMIT',
        'CHANGE_REQUEST_APPROVE',
      ],
    };
    const several = (more: string, key = keys.user) =>
      api.send('GET', `/api/permissions/explain?${more}`, key === undefined ? {} : { key });
    const query = resources.map((each) => `resource=${encodeURIComponent(each)}`).join('&');
    const { explanations } = (await several(query)).json;
    expect(explanations.map((each: any) => [each.resource, each.action])).toEqual(
      resources.flatMap((each) => fitting[each]?.map((action) => [each, action])),
    );
    for (const each of explanations) {
      const { json } = await explain({ action: each.action, resource: each.resource }, keys.user);
      expect(each).toEqual(json);
    }
    const one = (await several(`${query}&action=TEAM_EDIT`)).json.explanations;
    expect(one.map((each: any) => each.action)).toEqual(['TEAM_EDIT', 'TEAM_EDIT']);
    expect((await several(`${query}&resource=teams/none`)).status).toBe(404);
    const many = Array.from({ length: 51 }, () => 'resource=teams/root').join('&');
    expect((await several(many)).status).toBe(400);
    expect((await several('action=TEAM_EDIT')).status).toBe(400);
  });

  it('answers 404 for what does not exist here', async () => {
    const organizationId = await api.newOrganization('other');
    const { text: theirs } = await api.newKey('organization', { organizationId });
    const action = 'RESOURCES_EDIT';
    for (const unknown of ['datacontracts/none', 'planets/mars', 'orders', '', '/'])
      expect((await explain({ action, resource: unknown })).status).toBe(404);
    expect((await explain({ action, resource }, theirs)).status).toBe(404);
    expect((await explain({ action })).status).toBe(400);
  });
});
