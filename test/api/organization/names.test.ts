import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { newId } from '../../../lib/ids.ts';
import { integrations, registerStubSource } from '../../support/fakes/stub-source.ts';

let api: TestApi;
let session: Record<string, string>;
registerStubSource();
beforeAll(async () => {
  api = await startApi();
  session = await signIn(api);
  const members = [{ emailAddress: 'Ada@example.com', role: 'Owner' }];
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { members }) });
  await api.send('PUT', '/api/datacontracts/orders', {
    body: contract('orders', { name: 'Orders: all of them' }),
  });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
});
afterAll(() => api.stop());

const ask = (refs: unknown, headers = session) =>
  api.send('POST', '/ui/names', { key: null, headers, body: { refs } });
const nameOf = async (ref: string) => (await ask([ref])).json.names[0];

it('calls a tag by the name in its info, and one without a name by its id', async () => {
  await api.send('PUT', '/api/tags/personal', {
    body: { id: 'personal', info: { name: 'Personal data' } },
  });
  await api.send('PUT', '/api/tags/gold', { body: { id: 'gold' } });
  const { json } = await ask(['tag:personal', 'tag:gold', 'tag:loose']);
  expect(json.names.map((each: { name: string | null }) => each.name)).toEqual([
    'Personal data',
    'gold',
    null,
  ]);
});

it('names documents, people and keys in the order of their references', async () => {
  const { id } = await api.newKey('organization');
  const refs = [
    'user:ada@example.com',
    'data-contract:orders',
    'team:checkout',
    `api-key:${id}`,
    'data-product:shop',
    'team:checkout',
  ];
  const { status, json } = await ask(refs);
  expect(status).toBe(200);
  const names = [
    'ada@example.com',
    'Orders: all of them',
    'Team checkout',
    'organization',
    'Product shop',
    'Team checkout',
  ];
  expect(json.names).toEqual(refs.map((ref, n) => ({ ref, name: names[n], deleted: false })));
});

it('names a concept, a namespace, an integration and a contact', async () => {
  await api.send('PUT', '/api/semantics/experimental/namespaces/sales/ontology.yaml', {
    body: {
      name: 'sales',
      ontology: [{ concept: 'Placed order', id: 'order/placed', type: 'EntityType' }],
    },
  });
  await integrations(api).put('warehouse');
  const { json: contact } = await api.send('POST', '/api/messaging/contacts', {
    body: { username: 'grace', phone_number: '+1 555 0100' },
  });
  const named = await Promise.all(
    [
      'semantic-concept:sales/order/placed',
      'semantic-namespace:sales',
      'integration:warehouse',
      `contact:${contact.id}`,
    ].map(nameOf),
  );
  expect(named.map(({ name, deleted }) => [name, deleted])).toEqual([
    ['Placed order', false],
    ['sales', false],
    [expect.stringMatching(/\w/), false],
    ['grace', false],
  ]);
});

it('marks what was deleted, with its last name, and people who are in no team any more', async () => {
  const names = ['First name', 'Last name'];
  for (const name of names)
    await api.send('PUT', '/api/dataproducts/old', { body: product('old', [], { name }) });
  await api.send('DELETE', '/api/dataproducts/old');
  expect(await nameOf('data-product:old')).toEqual({
    ref: 'data-product:old',
    name: 'Last name',
    deleted: true,
    deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    deletedByName: expect.stringMatching(/\w/),
  });
  await api.send('PUT', '/api/dataproducts/old', { body: product('old', [], { name: 'Back' }) });
  expect(await nameOf('data-product:old')).toEqual({
    ref: 'data-product:old',
    name: 'Back',
    deleted: false,
  });
  const left = { name: 'eve@example.com', deleted: true };
  expect(await nameOf('user:eve@example.com')).toMatchObject(left);
  const key = await api.newKey('team', { teamId: 'checkout' });
  await api.send('DELETE', `/api/api-keys/${key.id}`);
  expect(await nameOf(`api-key:${key.id}`)).toMatchObject({ name: 'team', deleted: true });
});

it('names an access by its data, and says who deleted it', async () => {
  await api.send('PUT', '/api/access/forecasts', {
    body: {
      info: { purpose: 'Forecasts' },
      provider: { dataProductId: 'shop', outputPortId: 'port-0' },
      consumer: { teamId: 'checkout' },
    },
  });
  const ref = 'access:forecasts';
  const named = { ref, name: 'Product shop / port-0' };
  expect(await nameOf(ref)).toEqual({ ...named, deleted: false });
  await api.send('DELETE', '/api/access/forecasts');
  const deletedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const deletion = { deleted: true, deletedAt, deletedByName: 'organization' };
  expect(await nameOf(ref)).toEqual({ ...named, ...deletion });
  const organizationId = await api.newOrganization('elsewhere');
  const theirs = await signIn(api, (await api.newKey('organization', { organizationId })).text);
  expect((await ask([ref], theirs)).json.names).toEqual([{ ref, name: null, deleted: false }]);
});

it('knows nothing of what never was, and of other organizations', async () => {
  const refs = ['team:nobody', 'spaceship:x', 'api-key:x', 'contact:x', 'data-product:Shop'];
  const nothing = { name: null, deleted: false };
  expect((await ask(refs)).json.names).toEqual(refs.map((ref) => ({ ref, ...nothing })));
  const organizationId = await api.newOrganization('other');
  const theirs = await signIn(api, (await api.newKey('organization', { organizationId })).text);
  for (const ref of ['team:checkout', 'data-product:shop', 'data-product:old'])
    expect((await ask([ref], theirs)).json.names).toEqual([{ ref, ...nothing }]);
  const { json } = await ask(['user:ada@example.com'], theirs);
  expect(json.names[0].deleted).toBe(true);
});

it('takes 200 references, from a reading session of a page of ours', async () => {
  const refs = Array.from({ length: 200 }, (_, n) => `team:${n}`);
  expect((await ask([])).json).toEqual({ names: [] });
  expect((await ask(refs)).json.names).toHaveLength(200);
  expect((await ask([...refs, 'team:x'])).json.code).toBe('invalid_body');
  const reading = await signIn(api, (await api.newKey('organization_read')).text);
  expect((await ask(['team:checkout'], reading)).status).toBe(200);
  expect((await api.send('POST', '/ui/names', { body: { refs: [] } })).status).toBe(401);
});

it.each([
  ['team'],
  [':x'],
  ['team:'],
  ['Team:x'],
  [7],
  [`team:${'x'.repeat(600)}`],
  ['team:a\u0000b'],
  ['team:\ud800'],
])('refuses the reference %j', async (ref) => {
  const { status, json } = await ask([ref]);
  expect([status, typeof json.code]).toEqual([422, 'string']);
});

it('calls people by the name of their sign-in, else by the one in their team', async () => {
  const members = [
    { emailAddress: 'Bo@example.com', name: 'Bo of the team', role: 'Owner' },
    { emailAddress: 'cleo@example.com', name: 'Cleo of the team' },
    { emailAddress: 'dora@example.com' },
  ];
  await api.send('PUT', '/api/teams/named', { body: team('named', { members }) });
  await api.database.knex('people').insert({
    organization_id: api.organizationId,
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    email: 'bo@example.com',
    name: 'Bo Signed',
    is_local_administrator: false,
    created_at: new Date(),
    signed_in_at: new Date(),
  });
  const names = ['Bo Signed', 'Cleo of the team'];
  const refs = ['user:bo@example.com', 'user:Cleo@example.com', 'user:dora@example.com'];
  expect((await ask(refs)).json.names.map(({ name }: { name: string }) => name)).toEqual([
    ...names,
    'dora@example.com',
  ]);
  const page = await api.send('GET', '/ui/teams/named', { key: null, headers: session });
  expect(page.json.members.map(({ name }: { name: string | null }) => name)).toEqual([
    ...names,
    null,
  ]);
  expect(page.json).toMatchObject({ id: 'named', members: [{ role: 'Owner' }, {}, {}] });
  const missing = await api.send('GET', '/ui/teams/none', { key: null, headers: session });
  expect(missing.status).toBe(404);
});

it('names a change request and a signed-in person', async () => {
  const body = {
    kind: 'datacontracts',
    documentId: 'orders',
    title: 'Retire the file',
    format: 'json',
    source: JSON.stringify(contract('orders', { name: 'Orders' })),
  };
  const { json: request } = await api.send('POST', '/api/change-requests', { body });
  expect(await nameOf(`change-request:${request.id}`)).toMatchObject({ name: 'Retire the file' });
  const id = newId();
  const { organizationId } = api;
  const person = {
    organization_id: organizationId,
    id,
    email: 'lind@example.com',
    name: 'Bo Lind',
  };
  const times = { created_at: new Date(), signed_in_at: new Date() };
  const rest = { ...times, is_local_administrator: false };
  await api.database.knex('people').insert({ ...person, ...rest });
  expect(await nameOf(`person:${id}`)).toMatchObject({ name: 'Bo Lind' });
});

it('calls work by its job, and knows no work of another form', async () => {
  const servers = [{ server: 'files', type: 'local', path: 'orders.csv', format: 'csv' }];
  await api.send('PUT', '/api/datacontracts/tested', { body: contract('tested', { servers }) });
  // Nobody works here, so that it waits.
  await api.send('POST', '/api/datacontracts/tested/test', {
    headers: { prefer: 'respond-async' },
  });
  const { id } = await api.database.knex('work').where({ job: 'test-data-contract' }).first();
  expect(await nameOf(`work:${id}`)).toMatchObject({ name: 'test-data-contract' });
  expect(await nameOf('work:mine')).toMatchObject({ name: null });
});
