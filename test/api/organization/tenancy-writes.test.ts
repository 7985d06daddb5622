import { routes } from '../../../api/routes/index.ts';
import { isGuarded } from '../../../api/route.ts';
import type { Route } from '../../../api/route.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { makeDocument } from '../../support/builders/documents.ts';
import { span, traces } from '../../support/builders/spans.ts';
import { validBody } from '../../support/builders/route-bodies.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { registerStubSource } from '../../support/fakes/stub-source.ts';

/** Stands in everything that the first organization has and the second must never see. */
const mark = 'only-ours';

let api: TestApi;
let theirs: string;
let theirPerson: string;
let theirSession: Record<string, string>;
/** Ids of what the first organization has, those that the server chose included. */
const ids = ['checkout', 'shop', 'mine'];

async function fill(key: string, name: string): Promise<void> {
  const change = { name };
  const send = (method: string, path: string, body?: object) =>
    api.send(method, `/api/${path}`, { key, body });
  await send('PUT', 'teams/checkout', team('checkout', change));
  await send('PUT', 'dataproducts/shop', product('shop', ['mine'], change));
  for (const kind of documentKinds) {
    const answer = await send('PUT', `${kind.collection}/mine`, makeDocument(kind, 'mine', change));
    expect(`${kind.name} ${answer.status}`).toBe(`${kind.name} 200`);
  }
  for (const path of ['assigned-tags/mine', 'assignments/shop'])
    expect((await send('PUT', `assets/mine/${path}`)).status).toBe(200);
}

/** Everything that is stored of an organization, table by table. */
async function stored(organizationId: OrganizationId): Promise<Record<string, string>> {
  const { rows } = await api.database.knex
    .raw(`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' order by 1`);
  const texts: Record<string, string> = {};
  for (const { name } of rows as { name: string }[]) {
    // Of the own keys only the time of their last use moves.
    const found = await api.database.knex.raw(
      `select coalesce(string_agg(to_jsonb(t)::jsonb #- '{last_used_at}' #>> '{}', ' ' order by t::text), '') as text
        from "${name}" t where organization_id = ?`,
      [organizationId],
    );
    texts[name] = found.rows[0].text;
  }
  return texts;
}

registerStubSource();
beforeAll(async () => {
  api = await startApi();
  await fill(api.key, mark);
  const channel = validBody(
    routes.find(({ path, method }) => path.endsWith('channelId') && method === 'PUT') as Route,
  );
  const written: [method: string, path: string, body: object][] = [
    ['PUT', 'teams/checkout/notification-channels/mine', { ...channel, name: mark }],
    [
      'PUT',
      'teams/checkout/connections/mine',
      { serverType: 'postgres', place: mark, credentials: { USERNAME: 'x', PASSWORD: 'y' } },
    ],
    ['PUT', 'organization/members/ada@example.com', { role: 'Owner', custom: { a: mark } }],
    ['PUT', 'settings/customization', { note: mark }],
    ['PUT', 'settings/scim-mapping', { note: mark }],
    ['PUT', 'organization/settings', { fullName: mark }],
    ['PUT', 'webhooks/mine', { url: 'http://receiver.example.com', events: ['*'], name: mark }],
  ];
  for (const [method, path, body] of written)
    expect(`${path} ${(await api.send(method, `/api/${path}`, { body })).status}`).toBe(
      `${path} 200`,
    );
  const namespace = 'semantics/experimental/namespaces/mine';
  const concept = { concept: 'mine', type: 'EntityType', description: mark };
  const branch = `${namespace}/branches/mine`;
  for (const [path, body] of [
    [`${namespace}/ontology.yaml`, { name: 'mine', description: mark, ontology: [concept] }],
    [branch, undefined],
    ['datacontracts/mine/branches/mine', undefined],
    [`${branch}/ontology.yaml`, { name: 'mine', ontology: [{ ...concept, status: mark }] }],
  ] as const)
    expect((await api.send('PUT', `/api/${path}`, { body })).status).toBe(200);
  const access = validBody(routes.find(({ path }) => path === '/api/access/:id') as Route);
  const marked = { ...access, custom: { a: mark } };
  expect((await api.send('PUT', '/api/access/mine', { body: marked })).status).toBe(200);
  const cost = { dataProductId: 'shop', name: mark, amount: 1, currency: 'EUR' };
  const posted = await api.send('POST', '/api/costs', { body: cost });
  ids.push(posted.headers.get('location')?.split('/').at(-1) ?? '');
  const wish = { scope: 'team', teamId: 'checkout', displayName: mark };
  const made = await api.send('POST', '/api/api-keys', { body: wish });
  ids.push(made.json.organizationApiKeyId);
  const result = validBody(
    routes.find(({ path, method }) => path === '/api/test-results' && method === 'POST') as Route,
  );
  const published = { ...result, id: 'our-run', logs: [{ message: mark }] };
  expect((await api.send('POST', '/api/test-results', { body: published })).status).toBe(200);
  ids.push('our-run');
  const integration = routes.find(({ path }) => path === '/ui/integrations/:id') as Route;
  const put = await api.send('PUT', '/ui/integrations/mine', {
    key: null,
    headers: await signIn(api),
    body: { ...validBody(integration), name: mark },
  });
  expect(put.status).toBe(200);
  const organizationId = await api.newOrganization('other');
  theirs = (await api.newKey('organization', { organizationId })).text;
  theirPerson = (await api.newKey('user', { email: 'eve@example.com', organizationId })).text;
});
afterAll(() => api.stop());

/** Every change that routes allow, tried by the second organization on every id of the first. */
async function tryEverything(): Promise<Set<number>> {
  const statuses = new Set<number>();
  // Nobody does the work here that checks of integrations would wait for.
  theirSession = { ...(await signIn(api, theirs)), prefer: 'respond-async' };
  // An import is a stream of such changes, of the same commands; export.test.ts moves one into another organization. A merge waits
  // for a worker; tenancy.test.ts asks for that of another organization. So does a generation: code-generation.test.ts.
  const changing = routes.filter(
    ({ access, method, path }) =>
      isGuarded({ access }) &&
      method !== 'GET' &&
      // They end the session itself; sign-in/people.test.ts tries them on others.
      !['/ui/session', '/ui/sessions'].includes(path) &&
      path !== '/api/import' &&
      !path.endsWith('/branches/:branch/merge') &&
      !path.endsWith('/generate'),
  );
  // First what is written, so that what is deleted is there.
  for (const route of changing.toSorted((a, b) => (a.method < b.method ? 1 : -1))) {
    const named = route.path.replace(':emailAddress', 'ada@example.com');
    for (const id of /[:*]/.test(named) ? ids : ['']) {
      const valid = () => (route.errors === 'otlp' ? traces([span()]) : validBody(route));
      const body: { id?: string } | undefined = route.body?.required ? { ...valid() } : undefined;
      if (body && 'id' in body && id !== '') body.id = id;
      const key = route.permission === 'person' ? theirPerson : theirs;
      const path = named.replace(/[:*]\w+/g, id);
      const headers = { prefer: 'respond-async' };
      const asked =
        route.access === 'session' ? { key: null, headers: theirSession } : { key, headers };
      const answer = await api.send(route.method, path, { ...asked, body });
      const seen = `${route.method} ${path} ${answer.status} ${answer.text}`;
      expect(seen).not.toContain(mark);
      expect(answer.status).toBeLessThan(500);
      statuses.add(answer.status);
    }
  }
  return statuses;
}

it('changes nothing of the first organization, whatever the second writes, without and with the same ids', async () => {
  const before = await stored(api.organizationId);
  expect(before['documents']).toContain(mark);
  const without = await tryEverything();
  expect(await stored(api.organizationId)).toEqual(before);
  await fill(theirs, 'theirs');
  const having = await tryEverything();
  expect(await stored(api.organizationId)).toEqual(before);
  for (const status of [404, 422]) expect(without).toContain(status);
  for (const status of [200, 201, 204]) expect(having).toContain(status);
});

it('shows the second organization its own under the same ids', async () => {
  await fill(theirs, 'theirs');
  for (const { collection } of documentKinds) {
    const answer = await api.send('GET', `/api/${collection}/mine`, { key: theirs });
    expect(`${collection} ${answer.status} ${answer.text}`).not.toContain(mark);
    const list = await api.send('GET', `/api/${collection}`, { key: theirs });
    expect(list.text).not.toContain(mark);
    for (const further of ['versions', 'audit']) {
      const history = await api.send('GET', `/api/${collection}/mine/${further}`, { key: theirs });
      expect(`${further} ${history.status}`).toBe(`${further} 200`);
    }
    expect((await api.send('GET', `/api/${collection}/mine?version=1`)).text).toContain(mark);
  }
});
