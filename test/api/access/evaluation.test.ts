import { access, createTestClock, startAccessApi } from '../../support/builders/access.ts';
import { contract, product } from '../../support/builders/contracts.ts';
import { scim, scimUser } from '../../support/builders/scim.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startAccessApi(createTestClock(new Date().toISOString()));
  const put = async (path: string, body: object) => {
    const answer = await api.send('PUT', `/api/${path}`, { body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  };
  await put('access/of-team', access('of-team', { status: 'approved' }));
  const person = { consumer: { userId: 'Ada@example.com' } };
  const second = { provider: { dataProductId: 'shop', outputPortId: 'port-1' } };
  await put(
    'access/of-person',
    access('of-person', { status: 'approved' }, { ...person, ...second }),
  );
  await put('access/waiting', access('waiting', {}, { ...second }));
  await put('datacontracts/single', contract('single'));
  await put('dataproducts/single', product('single', ['single']));
});
afterAll(() => api.stop());

type Question = { subject?: object; action?: object; resource?: object };
const team = (id: string) => ({ type: 'team', id });
const user = (id: string) => ({ type: 'user', id });
const port = (outputPortId?: string, id = 'shop') => ({
  type: 'data_product',
  id,
  properties: { ...(outputPortId !== undefined && { outputPortId }) },
});
const query = { name: 'query', properties: { sql: 'select 1', purpose: 'x' } };
const ask = async (question: Question, key = api.key) => {
  const answer = await api.send('POST', '/api/access/evaluation', { body: question, key });
  return [answer.json.decision, answer.json.context?.reasons[0].id];
};

it.each([
  ['a team with an active access', team('marketing'), port('port-0'), true, 'active_access'],
  ['its member', user('marketing-member@example.com'), port('port-0'), true, 'active_access'],
  ['a person with an access', user('ada@EXAMPLE.com'), port('port-1'), true, 'active_access'],
  [
    'a member of the providing team',
    user('checkout-member@example.com'),
    port('port-1'),
    true,
    'provider',
  ],
  ['a requested access', team('marketing'), port('port-1'), false, 'no_active_access'],
  ['a stranger', user('eve@example.com'), port('port-0'), false, 'no_active_access'],
  ['a product', { type: 'data_product', id: 'other' }, port('port-0'), false, 'no_active_access'],
  ['an unknown port', team('marketing'), port('none'), false, 'unknown_resource'],
  ['no port where there are two', team('marketing'), port(), false, 'unknown_resource'],
  ['the only port', team('checkout'), port(undefined, 'single'), true, 'provider'],
  ['an unknown product', team('marketing'), port('port-0', 'nothing'), false, 'unknown_resource'],
  ['another type of subject', { type: 'robot', id: 'x' }, port('port-0'), false, 'unknown_subject'],
])('decides about the use of data: %s', async (_, subject, resource, decision, reason) => {
  expect(await ask({ subject, action: query, resource })).toEqual([decision, reason]);
});

it('denies everything to a person whom the identity provider has switched off', async () => {
  const asked = (name: string) =>
    ask({ subject: user('Ada@example.com'), action: { name }, resource: port('port-1') });
  expect((await asked('query'))[0]).toBe(true);
  const created = await scim(api, 'POST', '/Users', {
    ...scimUser('ada@example.com'),
    active: false,
  });
  expect(created.status).toBe(201);
  expect(await asked('query')).toEqual([false, 'switched_off']);
  expect(await asked('RESOURCES_EDIT')).toEqual([false, 'switched_off']);
  expect((await scim(api, 'DELETE', `/Users/${created.json.id}`)).status).toBe(204);
});

it('ends with the access', async () => {
  const question = { subject: team('sales'), action: query, resource: port('port-0') };
  const change = { consumer: { teamId: 'sales' } };
  await api.send('PUT', '/api/teams/sales', { body: { id: 'sales', name: 's', type: 'Team' } });
  await api.send('PUT', '/api/access/short', {
    body: access('short', { status: 'approved' }, change),
  });
  expect(await ask(question)).toEqual([true, 'active_access']);
  await api.send('POST', '/api/access/short/cancel');
  expect(await ask(question)).toEqual([false, 'no_active_access']);
});

it('answers the client that asks for the person of its key', async () => {
  const { text: key } = await api.newKey('user', { email: 'marketing-owner@example.com' });
  const headers = { 'x-internal-api': 'true' };
  const body = { subject: user('current_user'), resource: port('port-0'), action: query };
  const { status, json } = await api.send('POST', '/api/access/evaluation', { key, headers, body });
  expect([status, json]).toEqual([
    200,
    {
      decision: true,
      context: {
        reasons: [
          {
            id: 'active_access',
            reason_user: {
              en: "marketing-owner@example.com uses the output port 'port-0' by the active access 'of-team'.",
            },
          },
        ],
        accessId: 'of-team',
      },
    },
  ]);
});

it.each([
  ['checkout-owner@example.com', 'RESOURCES_EDIT', true, 'role'],
  ['checkout-member@example.com', 'RESOURCES_EDIT', false, 'role-lacks-it'],
  ['eve@example.com', 'ACCESS_APPROVE', false, 'no-member'],
])('decides by permissions: %s %s', async (email, name, decision, reason) => {
  const resource = { type: 'data_product', id: 'shop' };
  const question = { subject: user(email), action: { name }, resource };
  expect(await ask(question)).toEqual([decision, reason]);
});

it.each(['data_product', 'data-product', 'dataproduct', 'dataproducts', 'DataProduct'])(
  'knows the type of a resource in any spelling: %s',
  async (type) => {
    const subject = team('checkout');
    const resource = { ...port('port-0'), type };
    const edit = { name: 'RESOURCES_EDIT' };
    expect(await ask({ subject, action: query, resource })).toEqual([true, 'provider']);
    expect(await ask({ subject, action: edit, resource })).toEqual([true, 'team']);
    for (const action of [query, edit]) {
      const body = { subject, action, resource: { ...resource, id: 'nothing' } };
      const { json } = await api.send('POST', '/api/access/evaluation', { body });
      expect(json.context.reasons).toEqual([
        {
          id: 'unknown_resource',
          reason_user: { en: `There is no resource of the type '${type}' with the id 'nothing'.` },
        },
      ]);
    }
  },
);

it.each([
  ['robot', query, "The resource type 'robot' is unknown: use one of"],
  ['robot', { name: 'RESOURCES_EDIT' }, "The resource type 'robot' is unknown: use one of"],
  ['datacontract', query, "A resource of the type 'datacontract' has no output port"],
])('says why a %s cannot be the resource of %j', async (type, action, says) => {
  const body = { subject: team('checkout'), action, resource: { type, id: 'single' } };
  const { json } = await api.send('POST', '/api/access/evaluation', { body });
  const { decision, context } = json;
  expect([decision, context.reasons[0].id]).toEqual([false, 'unknown_resource']);
  expect(context.reasons[0].reason_user.en).toContain(says);
});

it('denies unknown actions and resources with a reason', async () => {
  const resource = { type: 'data_contract', id: 'nothing' };
  const subject = team('checkout');
  expect(await ask({ subject, action: { name: 'fly' }, resource })).toEqual([
    false,
    'unknown_action',
  ]);
  expect(await ask({ subject, action: { name: 'RESOURCES_EDIT' }, resource })).toEqual([
    false,
    'unknown_resource',
  ]);
});

describe('several questions', () => {
  const send = async (body: object) =>
    (await api.send('POST', '/api/access/evaluations', { body })).json;
  const decisions = ({ evaluations }: any) => evaluations.map(({ decision }: any) => decision);
  const evaluations = [
    { resource: port('port-0') },
    { resource: port('port-1') },
    { resource: port('port-0'), subject: team('checkout') },
  ];
  const shared = { subject: team('marketing'), action: query, evaluations };

  it('take what they leave out from the whole', async () => {
    expect(decisions(await send(shared))).toEqual([true, false, true]);
  });

  it.each([
    ['execute_all', [true, false, true]],
    ['deny_on_first_deny', [true, false]],
    ['permit_on_first_permit', [true]],
  ])('%s', async (evaluations_semantic, expected) => {
    const options = { evaluations_semantic };
    expect(decisions(await send({ ...shared, options }))).toEqual(expected);
  });

  it('are one question without a list', async () => {
    const one = { subject: team('marketing'), action: query, resource: port('port-0') };
    expect(await send(one)).toMatchObject({ decision: true });
    expect(await send({ ...one, evaluations: [] })).toMatchObject({ decision: true });
  });
});

it.each([
  ['evaluation', {}],
  ['evaluation', []],
  ['evaluation', 'no object'],
  ['evaluation', { subject: team('x\u0000'), action: query, resource: port('port-0') }],
  ['evaluations', []],
  ['evaluation', { subject: team('x'), action: {}, resource: port('port-0') }],
  ['evaluations', { evaluations: [{ subject: team('x') }] }],
  ['evaluations', { evaluations: Array.from({ length: 51 }, () => ({})) }],
])('refuses what is no question with 400, as the standard says: %s %j', async (place, value) => {
  const [headers, body] = [{ 'content-type': 'application/json' }, JSON.stringify(value)];
  const { status, json } = await api.send('POST', `/api/access/${place}`, { body, headers });
  expect([status, json.code]).toEqual([400, 'bad_request']);
});

it('answers keys that may only read, and nobody without a key', async () => {
  const { text: key } = await api.newKey('organization_read');
  const question = { subject: team('marketing'), action: query, resource: port('port-0') };
  expect(await ask(question, key)).toEqual([true, 'active_access']);
  const answer = await api.send('POST', '/api/access/evaluation', { body: question, key: null });
  expect(answer.json.code).toBe('api_key_missing');
});
