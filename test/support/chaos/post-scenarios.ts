import { branchScenarios, testedServer } from './branch-scenarios.ts';
import { reportedStatuses } from '../../../domain/access/provisioning.ts';
import type { Route } from '../../../api/route.ts';
import { access, fillForAccess } from '../builders/access.ts';
import { gitScenarios } from './git-scenarios.ts';
import type { TestApi } from '../http/api.ts';
import { newId } from '../../../lib/ids.ts';
import { contract, product } from '../builders/contracts.ts';
import { newPerson } from '../builders/messaging/messaging.ts';
import type { Person } from '../builders/messaging/messaging.ts';
import { newNotice } from '../builders/notices.ts';
import { entity, ontology, semantics } from '../builders/ontologies.ts';
import { validBody } from '../builders/route-bodies.ts';
import { signInAsPerson } from '../builders/people.ts';
import { signIn } from '../builders/sessions.ts';

/** A request with an effect, unless it was sent before. */
export type PostRequest = {
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

/** Creates such a request for a route; `name` makes its resources unique. */
export type MakePost = (route: Route, name: string) => Promise<PostRequest>;

type World = {
  api: TestApi;
  person: Person;
  session: Record<string, string>;
  /** Session of a person who has signed in. */
  reader: Record<string, string>;
};

/** Prepares ids for the path of a route and its body; without a body, the one from `route-bodies.ts` is sent. */
type Scenario = (world: World, name: string) => Promise<{ ids?: string[]; body?: object }>;

const put = async ({ api, session }: World, path: string, body?: object): Promise<void> => {
  const isSession = path.startsWith('/ui');
  const asked = isSession ? { key: null, headers: session } : {};
  const { status, text } = await api.send('PUT', path, { body, ...asked });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
};
const post = async ({ api, session }: World, path: string, body?: object): Promise<any> => {
  const isSession = path.startsWith('/ui');
  const asked = isSession ? { key: null, headers: session } : {};
  const headers = { ...asked.headers, prefer: 'respond-async' };
  const { status, text, json } = await api.send('POST', path, { body, ...asked, headers });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return json;
};

const requested = async (world: World): Promise<string> => {
  const path = '/api/dataproducts/shop/outputports/port-0/request-access';
  return (await post(world, path, { purpose: 'x', consumer: { teamId: 'marketing' } })).accessId;
};
const stored = async (world: World, name: string): Promise<string> => {
  await put(world, `/api/access/${name}`, access(name));
  return name;
};
const testRun = async (world: World): Promise<{ id: string; workId: string }> => {
  const run = await post(world, '/api/datacontracts/tested/test');
  const row = await world.api.database.knex('test_runs').where({ id: run.id }).first();
  return { id: run.id, workId: row.work_id };
};
const integration = async (world: World, name: string): Promise<string> => {
  await put(world, `/ui/integrations/${name}`, {
    externalId: name,
    name,
    source: 'postgres',
    enabled: name.startsWith('disable'),
    owningTeamExternalId: 'checkout',
    scheduleExpression: '0 6 * * *',
    configuration: { host: '127.0.0.1', port: 1, database: 'x' },
    credentials: { username: 'x', password: 'y' },
  });
  return name;
};
const webhook = async (world: World, name: string): Promise<string> => {
  await put(world, `/api/webhooks/${name}`, {
    url: 'https://x.example.com',
    events: ['TeamCreatedEvent'],
  });
  return name;
};
/** A webhook that has the delivery of an event behind it. */
const webhookWithPast = async (world: World, name: string): Promise<string> => {
  const id = await webhook(world, name);
  const { knex } = world.api.database;
  await knex.raw(`update events set seq = 1 where (organization_id, id) in (
      select organization_id, id from events where type = 'TeamCreatedEvent' order by n limit 1)
    and not exists (select 1 from events where seq is not null)`);
  await knex('webhooks').where({ id }).update({ cursor_seq: 1_000_000 });
  return id;
};
const channel = async (world: World, name: string): Promise<string[]> => {
  const body = { name, type: 'slack', endpoint: 'https://hooks.example.com/x', enabled: true };
  await put(world, `/api/teams/checkout/notification-channels/${name}`, body);
  return ['checkout', name];
};
const branch = async ({ api }: World, name: string, isTorn: boolean): Promise<string[]> => {
  const call = semantics(api);
  const text = (description: string): string => ontology(name, [entity('Thing', description)]);
  await call.put(name, text('first'));
  await call.cut(name, 'work');
  await call.putBranch(name, 'work', text('second'));
  if (isTorn) {
    await call.put(name, text('third'));
    await api.send('POST', call.branchAt(name, 'work', '/rebase'));
  }
  return [name, 'work'];
};
const proposed = async (world: World, name: string): Promise<{ ids: string[] }> => {
  await put(world, `/api/datacontracts/${name}`, contract(name));
  const source = JSON.stringify(contract(name, { description: { purpose: 'Changed' } }));
  const body = { kind: 'datacontracts', documentId: name, title: 'x', format: 'json', source };
  return { ids: [(await post(world, '/api/change-requests', body)).id] };
};
const contact = (username: string) => ({ username, phone_number: '+1 555 0100' });
const provisioning = async (world: World, name: string) => ({ ids: [await stored(world, name)] });
const ofIntegration = async (world: World, name: string) => ({
  ids: [await integration(world, name)],
});

/** A run that created one asset. */
const undoable = async (world: World, name: string): Promise<{ ids: string[] }> => {
  const { api } = world;
  await integration(world, name);
  await put(world, `/api/assets/${name}`, { info: { name } });
  const runId = newId();
  const { organizationId: organization_id } = api;
  const { knex } = api.database;
  await knex('ingestion_runs').insert({
    organization_id,
    id: runId,
    integration_id: name,
    work_id: newId(),
    trigger: 'request',
    requested_by: 'system',
    phase: 'ended',
    started_at: new Date(),
    ended_at: new Date(),
    outcome: 'SUCCESS',
  });
  const done = { asset_id: name, change: 'created', revision: 1 };
  await knex('ingestion_run_assets').insert({ organization_id, run_id: runId, ...done });
  return { ids: [name, runId] };
};

const sandbox = async (world: World): Promise<string> => {
  // A caller has at most five sandboxes.
  await world.api.database.knex('sandboxes').del();
  return (await post(world, '/api/sandbox', { endDate: '2040-12-31' })).id;
};
const ofSandbox = async (world: World) => ({ ids: [await sandbox(world)] });
const ofSandboxAccess = async (world: World) => ({
  ids: [await sandbox(world), 'sandbox-access'],
});

const sandboxReports = '/api/sandbox/:id/api/access/:accessId/provisioning';
const access_ = '/api/access/:id';
const changes = '/api/change-requests/:id';
const branches = '/api/semantics/experimental/namespaces/:namespace/branches/:branch';

const policy = {
  name: 'Mine',
  rules: [{ id: 'named', expression: 'contract.name != ""', message: 'Name it.' }],
};

const scenarios: Record<string, Scenario> = {
  '/api/access/alerts/:id/resolve': async (world, name) => {
    const differences = [{ kind: 'unexpected', reference: name }];
    await post(world, '/api/access/drift', { platform: name, differences });
    const row = await world.api.database.knex('access_alerts').where({ platform: name }).first();
    return { ids: [row.id] };
  },
  '/api/access/drift': async (_, name) => ({
    body: { platform: name, differences: [{ kind: 'unexpected', reference: 'y' }] },
  }),
  [`${access_}/approve`]: async (world) => ({ ids: [await requested(world)] }),
  [`${access_}/reject`]: async (world) => ({ ids: [await requested(world)] }),
  [`${access_}/request-change`]: async (world) => ({ ids: [await requested(world)] }),
  [`${access_}/cancel`]: async (world) => {
    const id = await requested(world);
    await post(world, `/api/access/${id}/approve`);
    return { ids: [id] };
  },
  [`${access_}/provisioning/provisioning-started`]: provisioning,
  [`${access_}/provisioning/provisioning-succeeded`]: provisioning,
  [`${access_}/provisioning/provisioning-failed`]: provisioning,
  [`${access_}/provisioning/deprovisioning-started`]: provisioning,
  [`${access_}/provisioning/deprovisioning-succeeded`]: provisioning,
  [`${access_}/provisioning/deprovisioning-failed`]: provisioning,
  '/api/sandbox': async ({ api }) => {
    await api.database.knex('sandboxes').del();
    return {};
  },
  '/api/sandbox/:id/clock': ofSandbox,
  '/api/sandbox/:id/cancel': ofSandbox,
  '/api/sandbox/:id/reset': ofSandbox,
  ...Object.fromEntries(
    Object.keys(reportedStatuses).map((name) => [`${sandboxReports}/${name}`, ofSandboxAccess]),
  ),
  '/api/dataproducts/:id/outputports/:outputPortId/request-access': async () => ({
    ids: ['shop', 'port-0'],
  }),
  '/api/contract-drafts': async () => ({}),
  '/api/datacontracts/:id/changes': async () => ({ ids: ['mine'], body: contract('mine') }),
  '/api/dataproducts/:id/changes': async () => ({ ids: ['shop'], body: product('shop') }),
  '/api/change-requests': async (world) => {
    await put(world, '/api/datacontracts/proposed', contract('proposed'));
    return {};
  },
  [`${changes}/comments`]: proposed,
  [`${changes}/accept`]: proposed,
  [`${changes}/decline`]: proposed,
  [`${changes}/withdraw`]: proposed,
  '/api/policies/:id/findings': async () => ({ ids: ['mine'], body: policy }),
  '/api/datacontracts/:id/test': async () => ({ ids: ['tested'] }),
  '/api/datacontracts/:id/generate': async (world, name) => {
    await put(world, `/api/datacontracts/${name}`, contract(name));
    return { ids: [name] };
  },
  '/api/test-runs/:id/cancel': async (world) => ({ ids: [(await testRun(world)).id] }),
  '/api/integrations/:id/run': ofIntegration,
  '/api/integrations/:id/runs/:runId/undo': undoable,
  '/api/integrations/:id/cancel': async (world, name) => {
    await integration(world, name);
    await post(world, `/api/integrations/${name}/run`);
    return { ids: [name] };
  },
  '/ui/notices/read': async ({ api }) => ({
    body: { ids: [await newNotice(api, 'organization')] },
  }),
  '/ui/messaging/people/:person/contact': async (world, name) => {
    const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}@example.com`;
    await signInAsPerson(world.api, email);
    const row = await world.api.database.knex('people').where({ email }).first();
    return { ids: [row.id] };
  },
  '/ui/saved-searches/:id/seen': async (world, name) => {
    await put(world, `/ui/saved-searches/${name}`, { name, query: 'x', filters: {} });
    return { ids: [name] };
  },
  '/ui/integrations/:id/run': ofIntegration,
  '/ui/integrations/:id/runs/:runId/undo': undoable,
  '/ui/integrations/:id/cancel': async (world, name) => {
    await integration(world, name);
    await post(world, `/api/integrations/${name}/run`);
    return { ids: [name] };
  },
  '/ui/integrations/:id/enable': ofIntegration,
  '/ui/integrations/:id/disable': ofIntegration,
  '/ui/integrations/:id/test-connection': ofIntegration,
  '/ui/integrations/:id/plan': ofIntegration,
  '/ui/integrations/:id/checks/:checkId/cancel': async (world, name) => {
    await integration(world, name);
    const check = await post(world, `/ui/integrations/${name}/test-connection`);
    return { ids: [name, check.checkId] };
  },
  '/api/test-results': async (_, name) => ({
    body: { ...validBodyOf('/api/test-results'), id: name },
  }),
  ...branchScenarios,
  [`${branches}/merge`]: async (world, name) => ({ ids: await branch(world, name, false) }),
  [`${branches}/rebase`]: async (world, name) => {
    const ids = await branch(world, name, false);
    const moved = ontology(name, [entity('Thing', 'first'), entity('Other', 'x')]);
    await semantics(world.api).put(name, moved);
    return { ids };
  },
  [`${branches}/resolve`]: async (world, name) => ({
    ids: await branch(world, name, true),
    body: { choices: [{ concept: 'Thing', field: 'description', take: 'value', value: 'fourth' }] },
  }),
  '/api/webhooks/:id/test': async (world, name) => ({ ids: [await webhook(world, name)] }),
  '/api/webhooks/:id/resume': async (world, name) => {
    const id = await webhook(world, name);
    const paused = { paused_at: new Date(), paused_reason: 'x' };
    await world.api.database.knex('webhooks').where({ id }).update(paused);
    return { ids: [id] };
  },
  '/api/webhooks/:id/rotate-secret': async (world, name) => ({ ids: [await webhook(world, name)] }),
  '/api/webhooks/:id/deliveries/:deliveryId/redeliver': async (world, name) => {
    const id = await webhook(world, name);
    await post(world, `/api/webhooks/${id}/test`);
    const { knex } = world.api.database;
    const row = await knex('webhook_deliveries').where({ webhook_id: id }).first();
    return { ids: [id, row.id] };
  },
  '/api/webhooks/:id/replay': async (world, name) => ({
    ids: [await webhookWithPast(world, name)],
    body: { from: '2020-01-01' },
  }),
  '/api/webhooks/:id/replays/:replayId/cancel': async (world, name) => {
    const id = await webhookWithPast(world, name);
    const replay = await post(world, `/api/webhooks/${id}/replay`, { from: '2020-01-01' });
    return { ids: [id, replay.id] };
  },
  '/api/notifications/:id/resend': async (world, name) => {
    const [team, id] = await channel(world, name);
    const path = `/api/teams/${team}/notification-channels/${id}/test`;
    return { ids: [(await post(world, path)).id] };
  },
  '/api/teams/:id/notification-channels/:channelId/test': async (world, name) => ({
    ids: await channel(world, name),
  }),
  '/api/teams/:id/members/:emailAddress/invite': async (world, name) => {
    const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}@example.com`;
    await put(world, `/api/teams/checkout/members/${email}`, { role: 'Member' });
    return { ids: ['checkout', email] };
  },
  '/api/scim/v2/Users': async (_, userName) => ({ body: { userName } }),
  '/api/scim/v2/Groups': async (_, displayName) => ({ body: { displayName } }),
  '/api/scim/v2/Bulk': async (_, userName) => ({
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [{ method: 'POST', path: '/Users', bulkId: 'x', data: { userName } }],
    },
  }),
  ...gitScenarios,
  '/api/messaging/contacts': async (_, name) => ({ body: contact(name) }),
  '/api/messaging/tokens': async ({ person }) => ({ body: { contactId: person.id } }),
  '/api/ops/work/:id/retry': async (world) => {
    const { workId: id } = await testRun(world);
    const failed = { state: 'FAILED', attempt: 1, finished_at: new Date(), last_error: 'x' };
    await world.api.database.knex('work').where({ id }).update(failed);
    return { ids: [id] };
  },
  '/api/ops/work/:id/cancel': async (world) => ({ ids: [(await testRun(world)).workId] }),
  '/api/ops/work/retry': async (world, key) => {
    const { workId: id } = await testRun(world);
    const failed = { state: 'FAILED', attempt: 1, finished_at: new Date(), last_error: 'x', key };
    await world.api.database.knex('work').where({ id }).update(failed);
    return { body: { filter: { state: 'FAILED', key }, expectedCount: 1 } };
  },
  '/api/ops/work/cancel': async (world, key) => {
    const { workId: id } = await testRun(world);
    await world.api.database.knex('work').where({ id }).update({ key });
    return { body: { filter: { state: 'QUEUED', key }, expectedCount: 1 } };
  },
  '/api/ops/work-batches/:id/stop': async ({ api }) => {
    const id = newId();
    await api.database.knex('work_batches').insert({
      organization_id: api.organizationId,
      id,
      action: 'retry',
      filter: '{"state":"FAILED"}',
      total: 1,
      requested_by: 'system',
      created_at: new Date(),
    });
    return { ids: [id] };
  },
  '/api/ops/kinds/:kind/pause': async ({ api }) => {
    await api.database.knex('paused_kinds').delete();
    return { ids: ['custom-generation'] };
  },
  '/api/ops/kinds/:kind/resume': async (world) => {
    await post(world, '/api/ops/kinds/custom-generation/pause', { reason: 'x' });
    return { ids: ['custom-generation'] };
  },
  '/v1/messages': async (world, name) => {
    const other = await newPerson(world.api, `friend of ${name}`);
    const { json } = await world.person.send('POST', '/v1/conversations', {
      body: { contact_id: other.id },
    });
    return { body: { conversation_id: json.id, message: name } };
  },
  '/v1/attachments': async (_, name) => ({ body: { file_url: `https://x.example.com/${name}` } }),
  '/v1/contacts': async (_, name) => ({ body: contact(name) }),
  '/v1/conversations': async (world, name) => ({
    body: { contact_id: (await newPerson(world.api, `friend of ${name}`)).id },
  }),
  '/v1/groups': async ({ person }, name) => ({ body: { name, contacts: [person.id] } }),
  '/api/import': async (_, name) => ({
    body: { resource: 'teams', id: name, document: { id: name, name, type: 'Team' } },
  }),
};

function validBodyOf(path: string): object {
  return validBody({ path } as Route);
}

/** Fills an organization with the resources of the requests, and creates the requests. */
export async function preparePosts(api: TestApi): Promise<MakePost> {
  await fillForAccess(api);
  const session = await signIn(api);
  const reader = await signInAsPerson(api, 'reader@example.com');
  const world: World = { api, session, reader, person: await newPerson(api, 'Kate') };
  await put(world, '/api/datacontracts/mine', contract('mine'));
  await put(world, '/api/datacontracts/tested', contract('tested', { servers: [testedServer] }));
  return async (route, name) => {
    const made = (await scenarios[route.path]?.(world, name)) ?? {};
    const ids = [...(made.ids ?? [])];
    const path = route.path.replace(/:\w+/g, () => ids.shift() ?? '');
    const body = made.body ?? (route.body?.required ? validBody(route) : undefined);
    const headers: Record<string, string> = {
      prefer: 'respond-async',
      'idempotency-key': name,
      ...credentialsOf(route, world),
    };
    if (body === undefined) return { path, headers };
    const isImport = route.path === '/api/import';
    headers['content-type'] = isImport ? 'application/x-ndjson' : 'application/json';
    return { path, headers, body: JSON.stringify(body) };
  };
}

function credentialsOf({ access: by, path }: Route, { api, person, reader, session }: World) {
  if (path.startsWith('/ui/messaging/') || path === '/ui/me/keys') return reader;
  if (by === 'session') return session;
  return by === 'token' ? { authorization: `Bearer ${person.token}` } : { 'x-api-key': api.key };
}
