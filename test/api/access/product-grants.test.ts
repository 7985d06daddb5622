import type { TestApi } from '../../support/http/api.ts';
import { access, createTestClock, startAccessApi } from '../../support/builders/access.ts';
import { signIn } from '../../support/builders/sessions.ts';

const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
let owner: Record<string, string>;
let member: Record<string, string>;
beforeAll(async () => {
  api = await startAccessApi(clock);
  const as = async (name: string) =>
    signIn(api, (await api.newKey('user', { email: `checkout-${name}@example.com` })).text);
  [owner, member] = [await as('owner'), await as('member')];
  await api.send('PUT', '/api/access/one', { body: access('one', { status: 'approved' }) });
});
afterAll(() => api.stop());

const get = (id: string, headers = owner) =>
  api.send('GET', `/ui/dataproducts/${id}/grants`, { key: null, headers });

it('answers grants, open alerts and the permission to decide at once', async () => {
  const difference = { kind: 'different', accessId: 'one' };
  const body = { platform: 'postgres', differences: [difference] };
  expect((await api.send('POST', '/api/access/drift', { body })).status).toBe(200);
  const { json } = await get('shop');
  expect(json).toMatchObject({
    grants: [{ accessId: 'one' }],
    alerts: [{ kind: 'different', accessId: 'one', resolvedAt: null }],
    decide: { allowed: true },
  });
  const [expected] = (await api.send('GET', '/api/access/expected-grants?dataProductId=shop')).json
    .grants;
  expect(json.grants).toEqual([expected]);
  expect((await get('shop', member)).json.decide).toEqual({
    allowed: false,
    because: expect.stringContaining('ACCESS_APPROVE'),
  });
});

it('knows no grants of a product that does not exist', async () => {
  expect((await get('none')).status).toBe(404);
});

it('answers the schema of a kind, and none of kinds without one', async () => {
  const schema = (collection: string) =>
    api.send('GET', `/ui/schemas/${collection}`, { key: null, headers: owner });
  const { status, json } = await schema('definitions');
  expect(status).toBe(200);
  expect(json.properties).toHaveProperty('classification');
  for (const collection of ['datacontracts', 'none'])
    expect((await schema(collection)).status).toBe(404);
});
