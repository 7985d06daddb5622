import { isScimPath } from '../../../api/api-paths.ts';
import { routes } from '../../../api/routes/index.ts';
import { isGuarded } from '../../../api/route.ts';
import type { Route } from '../../../api/route.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { allowAnAgent } from '../../support/agents/oauth-client.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { span, traces } from '../../support/builders/spans.ts';
import { newPerson } from '../../support/builders/messaging/messaging.ts';
import { makeDocument } from '../../support/builders/documents.ts';
import { makeGitCredentials } from '../../support/builders/git-credentials.ts';
import { validBody } from '../../support/builders/route-bodies.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { integrations, registerStubSource } from '../../support/fakes/stub-source.ts';

/** What a rehearsed DELETE names has been made before; ids that the server chose are found by their route. */
const made = new Map<string, string>();
let api: TestApi;
let person: string;

/** SCIM writes resources with ids of its own: scim/rights.test.ts. */
const changing = routes.filter(
  (route) => isGuarded(route) && route.method !== 'GET' && !isScimPath(route.path),
);
/** Parts before the documents that they are parts of. */
const rehearsed = changing
  .filter(({ method }) => method !== 'POST')
  // RDF is no JSON: semantics/rdf.test.ts.
  .filter(({ path }) => !/\/ontology\.(ttl|jsonld|rdf)$/.test(path))
  // Its query names what to delete: lineage/events.test.ts.
  .filter(({ path }) => path !== '/api/v1/lineage')
  .toSorted((one, other) => other.path.split('/').length - one.path.split('/').length);
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

const pathOf = ({ path }: Route): string => {
  const known = made.get(path.split('/:')[0] ?? '');
  return path
    .replace(':emailAddress', 'ada@example.com')
    .replace(':dataProductId', 'shop')
    .replace(':outputPortId', 'port-0')
    .replace('/teams/:id/', '/teams/checkout/')
    .replace(/(^.*gitcredentials)\/:gitCredentialId/, (_, start) => `${start}/${made.get(start)}`)
    .replace('/dataproducts/:id/star', '/dataproducts/shop/star')
    .replace('/follows/:kind/*id', '/follows/dataproducts/shop')
    .replace(/[:*]\w+/g, known ?? 'mine');
};
/** OTLP has a message, and codes of its own. */
const problemOf = ({ errors }: Route, json: any): { code: string; detail: string } =>
  errors === 'otlp' && json.code === 3 ? { code: 'bad_request', detail: json.message } : json;
let session: Record<string, string>;
/** Session of a person. */
let reader: Record<string, string>;
const keyOf = ({ access, permission }: Route) =>
  access === 'session' ? null : permission === 'person' ? person : api.key;
const sessionOf = ({ access, path }: Route) => {
  if (access !== 'session') return {};
  return path.startsWith('/ui/me/keys') ? reader : session;
};
const send = (route: Route, query: string, body?: object) =>
  api.send(route.method, `${pathOf(route)}${query}`, {
    body,
    key: keyOf(route),
    // No worker runs here that would end what a connection with Git starts.
    headers: { prefer: 'wait=0', ...sessionOf(route) },
  });

/** Statements for the rows of all tables; only the time at which a key was last used moves by itself. */
let readEverything: string;
async function readTables(): Promise<void> {
  const { rows } = await api.database.knex.raw(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const statements = (rows as { name: string }[]).map(
    ({ name }) =>
      `select '${name}: ' || coalesce(string_agg(to_jsonb(t)::jsonb #- '{last_used_at}' #>> '{}', ' ' order by t::text), '') as text
        from "${name}" t`,
  );
  readEverything = statements.join('; ');
}

async function everything(): Promise<string> {
  // Sent at once, these are answered by a result for each.
  const found: { rows: { text: string }[] }[] = await api.database.knex.raw(readEverything);
  return found.map(({ rows }) => rows[0]?.text).join('\n');
}

registerStubSource();
beforeAll(async () => {
  api = await startApi();
  await readTables();
  session = await signIn(api);
  const own = await api.send('GET', '/ui/sessions', { key: null, headers: session });
  made.set('/ui/sessions', own.json[0].id);
  made.set('/ui/agents', await allowAnAgent(api, session));
  person = (await api.newKey('user', { email: 'eve@example.com' })).text;
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['other']) });
  for (const kind of documentKinds)
    await api.send('PUT', `/api/${kind.collection}/mine`, { body: makeDocument(kind, 'mine') });
  const access = rehearsed.find(({ path }) => path === '/api/access/:id') as Route;
  await api.send('PUT', '/api/access/mine', { body: validBody(access) });
  const { ofTeam, ofOrganization } = await makeGitCredentials(api, 'checkout');
  made.set('/api/teams/checkout/gitcredentials', ofTeam);
  made.set('/api/organization/gitcredentials', ofOrganization);
  // Its branch and its concepts stand behind longer paths, which come first.
  for (const end of [
    '/namespaces/:namespace/ontology.yaml',
    ':namespace/branches/:branch',
    ':id/branches/:branch',
  ]) {
    const maker = rehearsed.find(({ method, path }) => method === 'PUT' && path.endsWith(end));
    if (maker) await send(maker, '', maker.body?.required ? validBody(maker) : undefined);
  }
  const spans = traces([span()], { 'dataproduct.id': 'shop' }, 'mine');
  await api.send('POST', '/api/v1/traces', { body: spans });
  await api.send('PUT', '/api/datacontracts/proposed', { body: contract('proposed') });
  const posts = [
    '/api/change-requests',
    '/api/costs',
    '/api/api-keys',
    '/api/test-results',
    '/api/sandbox',
    '/api/git-webhooks',
  ];
  for (const route of changing.filter(
    ({ path, method }) => method === 'POST' && posts.includes(path),
  )) {
    const body: { id?: string } = validBody(route);
    const { headers, json } = await send(route, '', body);
    const location = headers.get('location')?.split('/').at(-1);
    made.set(route.path, body.id ?? location ?? json?.id ?? '');
  }
  reader = await signInAsPerson(api, 'reader@example.com');
  const ownKey = await api.send('POST', '/ui/me/keys', {
    key: null,
    headers: reader,
    body: { scope: 'user', displayName: 'x' },
  });
  made.set('/ui/me/keys', ownKey.json.organizationApiKeyId);
  made.set('/api/messaging/tokens', (await newPerson(api, 'Kevin')).tokenId);
  made.set('/api/messaging/contacts', (await newPerson(api, 'Kate')).id);
});
afterAll(() => api.stop());
// One of them ends it.
beforeEach(async () => {
  session = await signIn(api);
});

it('is possible on every PUT and DELETE', () => {
  expect(rehearsed.length).toBeGreaterThan(40);
  expect(rehearsed.filter(({ dryRun }) => !dryRun).map(nameOf)).toEqual([]);
});

it.each(rehearsed.map((route) => [nameOf(route), route] as const))(
  '%s changes nothing and tells the events',
  async (_, route) => {
    const body = route.body?.required ? validBody(route) : undefined;
    // Something to be deleted.
    const maker = rehearsed.find(({ method, path }) => method === 'PUT' && path === route.path);
    if (route.method === 'DELETE' && maker) {
      const making = maker.body?.required ? validBody(maker) : undefined;
      expect((await send(maker, '', making)).status).toBeLessThan(300);
    }
    const before = await everything();
    // Spans are deleted by a filter.
    const filter = route.path === '/api/v1/traces' ? '&scopeName=mine' : '';
    const answer = await send(route, `?dryRun=true${filter}`, body);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"effects"')]);
    expect(await everything()).toBe(before);
    if (route.method !== 'DELETE') return;
    expect(answer.json.effects.length).toBeGreaterThan(0);
    expect((await send(route, filter.replace('&', '?'))).status).toBeLessThan(300);
    expect(await everything()).not.toBe(before);
    // Documents are there for the other routes.
    if (maker?.body?.required) await send(maker, '', validBody(maker));
  },
);

it.each(
  changing
    .filter(({ method, dryRun }) => method === 'POST' && !dryRun)
    .map((route) => [nameOf(route), route] as const),
)('%s refuses what it cannot rehearse', async (_, route) => {
  const before = await everything();
  for (const query of ['?dryRun=true', '?dryRun', '?dryRun=1']) {
    const answer = await send(route, query, { anything: true });
    const { code, detail } = problemOf(route, answer.json);
    expect([query, answer.status, code]).toEqual([query, 400, 'bad_request']);
    expect(detail).toContain("'dryRun'");
  }
  expect(await everything()).toBe(before);
});

it('rehearses a run of an integration, and its cancellation', async () => {
  const { put, at, trigger } = integrations(api);
  await put('rehearsed');
  const rehearse = async (step: string): Promise<string[]> => {
    const before = await everything();
    const answer = await api.send('POST', at('rehearsed', `/${step}?dryRun=true`));
    expect([answer.status, await everything()]).toEqual([200, before]);
    return answer.json.effects.map((effect: { type: string }) => effect.type);
  };
  expect(await rehearse('cancel')).toEqual([]);
  expect(await rehearse('run')).toEqual([expect.stringContaining('IngestionRunStarted')]);
  await trigger('rehearsed');
  const taken = await api.send('POST', at('rehearsed', '/run?dryRun=true'));
  expect([taken.status, taken.json.code]).toEqual([409, 'run_in_progress']);
  expect(await rehearse('cancel')).toContainEqual(
    expect.stringContaining('IngestionRunCancelRequested'),
  );
  await api.send('POST', at('rehearsed', '/cancel'));
});

it('rehearses a cancellation of a test run, and interventions in its work', async () => {
  expect(changing.filter(({ method, dryRun }) => method === 'POST' && dryRun).map(nameOf)).toEqual([
    'POST /api/access/:id/approve',
    'POST /api/access/:id/reject',
    'POST /api/access/:id/request-change',
    'POST /api/access/:id/cancel',
    'POST /api/datausageagreements/:id/approve',
    'POST /api/datausageagreements/:id/reject',
    'POST /api/datausageagreements/:id/request-change',
    'POST /api/datausageagreements/:id/cancel',
    // These are tried in test/api/change-requests/change-requests.test.ts.
    'POST /api/change-requests/:id/accept',
    'POST /api/change-requests/:id/decline',
    'POST /api/change-requests/:id/withdraw',
    // These are tried in test/api/contract-branches/branch-merges.test.ts.
    'POST /api/datacontracts/:id/branches/:branch/merge',
    'POST /api/datacontracts/:id/branches/:branch/rebase',
    'POST /api/test-runs/:id/cancel',
    'POST /api/integrations/:id/run',
    'POST /api/integrations/:id/cancel',
    'POST /api/integrations/:id/runs/:runId/undo',
    'POST /api/semantics/experimental/namespaces/:namespace/branches/:branch/merge',
    'POST /api/semantics/experimental/namespaces/:namespace/branches/:branch/rebase',
    'POST /api/semantics/experimental/namespaces/:namespace/branches/:branch/resolve',
    // This is tried in test/api/documents/import/import-dry-run.test.ts.
    'POST /api/import',
    // This is tried in test/api/events/webhook-replays.test.ts.
    'POST /api/webhooks/:id/replay',
    // These are tried in test/api/organization/ui-integrations.test.ts.
    'POST /ui/integrations/:id/cancel',
    'POST /ui/integrations/:id/runs/:runId/undo',
    'POST /ui/integrations/:id/run',
    'POST /ui/integrations/:id/enable',
    'POST /ui/integrations/:id/disable',
    // These are tried in test/api/operations.
    'POST /api/ops/work/retry',
    'POST /api/ops/work/cancel',
    'POST /api/ops/work-batches/:id/stop',
    'POST /api/ops/work/:id/retry',
    'POST /api/ops/work/:id/cancel',
    'POST /api/ops/kinds/:kind/pause',
    'POST /api/ops/kinds/:kind/resume',
  ]);
  const servers = [{ server: 'files', type: 'local', path: 'orders.csv', format: 'csv' }];
  await api.send('PUT', '/api/datacontracts/tested', { body: contract('tested', { servers }) });
  // Nobody works here, so that it waits.
  const started = await api.send('POST', '/api/datacontracts/tested/test', {
    headers: { prefer: 'respond-async' },
  });
  expect([started.status, started.text]).toEqual([202, expect.any(String)]);
  const run = started.headers.get('location') ?? '';
  const { id } = await api.database.knex('work').where({ kind: 'contract-tests' }).first();
  for (const [path, type] of [
    [`${run}/cancel`, 'TestRunCancelRequested'],
    [`/api/ops/work/${id}/cancel`, 'WorkCancelRequested'],
    [`/api/ops/work/${id}/retry`, 'WorkRetryRequested'],
  ] as const) {
    const before = await everything();
    const answer = await api.send('POST', `${path}?dryRun=true`);
    const types = answer.json.effects.map((effect: { type: string }) => effect.type);
    expect([path, answer.status, types]).toEqual([
      path,
      200,
      expect.arrayContaining([expect.stringContaining(type)]),
    ]);
    expect(await everything()).toBe(before);
  }
  expect((await api.send('POST', `${run}/cancel`)).json.state).toBe('CANCELLED');
});
