import type { Route } from '../../api/route.ts';
import { routes } from '../../api/routes/index.ts';
import { messagingRoutes } from '../../api/routes/messaging/messaging.ts';
import { freePort } from '../../local/servers/free-port.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { openCommitProxy } from '../support/chaos/commit-proxy.ts';
import type { CommitFault, CommitProxy } from '../support/chaos/commit-proxy.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet, Member } from '../support/chaos/fleet.ts';
import { preparePosts } from '../support/chaos/post-scenarios.ts';
import type { MakePost, PostRequest } from '../support/chaos/post-scenarios.ts';
import { testSecretKey } from '../support/sources/job-settings.ts';
import { until } from '../support/until.ts';
import { startWorkers, testRedisUrl } from '../support/servers/worker.ts';

/** A process of the API behind a wire to Postgres of its own. */
type Server = { member: Member; address: string; wire: CommitProxy };

let api: TestApi;
let fleet: Fleet;
let makePost: MakePost;
let server: Server;
let next: Promise<Server>;

async function startServer(): Promise<Server> {
  const port = await freePort();
  const wire = await openCommitProxy(api.url);
  const address = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), DATABASE_URL: wire.through(api.url) };
  const member = fleet.start(`api ${port}`, 'api', own);
  await until(`the API answers\n${fleet.log()}`, async () => {
    const answer = await fetch(`${address}/health/ready`).catch(() => undefined);
    return answer?.status === 200;
  });
  return { member, address, wire };
}

beforeAll(async () => {
  ensureBuilt();
  const credentials = {
    DATACONTRACT_POSTGRES_USERNAME: 'x',
    DATACONTRACT_POSTGRES_PASSWORD: 'y',
  };
  api = await startApi({ sourceCredentials: credentials });
  fleet = createFleet({
    ...credentials,
    REDIS_URL: testRedisUrl(),
    SECRET_KEY: testSecretKey,
    PUBLIC_URL: api.address,
    ATTACHMENTS_DIR: api.attachmentsDir,
    LOG_LEVEL: 'warn',
  });
  makePost = await preparePosts(api);
  server = await startServer();
  next = startServer();
});
afterAll(async () => {
  const { wire } = await next;
  await fleet.stop();
  await Promise.all([wire.close(), server.wire.close()]);
  await api.stop();
});

type Got = { status: number; location: string | null; text: string };

/** Undefined when no answer came. */
async function send({ path, headers, body }: PostRequest): Promise<Got | undefined> {
  const init = { method: 'POST', headers, ...(body !== undefined && { body }) };
  const answer = await fetch(`${server.address}${path}`, init).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (!answer || text === undefined) return undefined;
  return { status: answer.status, location: answer.headers.get('location'), text };
}

/** A digest of the rows of each table but those of Idempotency-Keys, without what moves by itself. */
async function everything(): Promise<Record<string, string>> {
  const { knex } = api.database;
  const { rows } = await knex.raw(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('idempotency_keys', 'import_results', 'processes', 'api_keys', 'api_key_uses', 'contact_tokens')
      order by 1`,
  );
  const digests = rows.map(
    ({ name }: { name: string }) =>
      `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(text, ',' order by text), '')) as digest
         from (select (to_jsonb(t) - '{last_used_at,last_active_at}'::text[])::text as text from "${name}" t) as texts`,
  );
  const keys = `select 'keys', ((select count(*) from api_keys) + (select count(*) from contact_tokens))::text`;
  const found = await knex.raw([...digests, keys].join(' union all '));
  return Object.fromEntries(found.rows.map(({ name, digest }: never) => [name, digest]));
}

const keyOf = ({ headers }: PostRequest): string => headers['idempotency-key'] ?? '';

/** In the order in which it was requested; what the worker of `untilDone` finds for webhooks is left out. */
async function workIds(): Promise<string[]> {
  const work = api.database.knex('work').whereNot({ kind: 'webhooks' });
  return (await work.orderBy('created_at').orderBy('id')).map(({ id }) => id);
}

/** Lets a worker do one piece of work; what else waits stays as it is. */
async function untilDone(id: string): Promise<void> {
  const { knex } = api.database;
  const others = knex('work').whereNot({ id }).where({ state: 'QUEUED' });
  await others.clone().update({ available_at: new Date('2099-01-01') });
  const workers = startWorkers(api, {}, { settings: { secretKey: testSecretKey } });
  try {
    await until('the work is done', async () => {
      const row = await knex('work').where({ id }).first();
      return row.state !== 'QUEUED' && row.state !== 'RUNNING';
    });
  } finally {
    await workers.stop();
  }
}

type Mode = 'kill' | 'cut';

/**
 * Sends a request that meets the fault, and comes back when API and wire are well again. A connection that is as old as the limit of
 * idle ones can end just before the request: as any client would, this sends the same request again.
 */
async function sendIntoFault(request: PostRequest, fault: CommitFault, mode: Mode): Promise<void> {
  const isImport = request.path === '/api/import';
  const statement = isImport ? 'import-results-insert' : 'idempotency-keys-insert';
  const reached = { isMet: false };
  const met = server.wire.fail(fault, statement, async () => {
    reached.isMet = true;
    if (mode === 'kill') await fleet.kill(server.member);
  });
  for (let tries = 0; !reached.isMet && tries < 5; tries += 1) {
    const got = await send(request);
    const isFinal = got && got.status < 500 && !isImport && !reached.isMet;
    if (isFinal) throw new Error(`answered before the fault: ${got.status} ${got.text}`);
  }
  expect(reached.isMet).toBe(true);
  await met;
  if (mode === 'cut') return;
  await server.wire.close();
  server = await next;
  next = startServer();
}

const keyed: readonly Route[] = [...routes, ...messagingRoutes].filter(
  // A route under a former name has the handler of the present one.
  ({ method, access, hidden, repeatable }) =>
    method === 'POST' && access !== 'public' && repeatable !== false && !hidden,
);
const nameOf = ({ path }: Route): string => path;
/** These only read: their bodies hold what does not fit into an address. */
const withoutEffect = new Set([
  '/api/access/evaluation',
  '/api/access/evaluations',
  '/api/contract-drafts',
  '/api/datacontracts/:id/changes',
  '/api/dataproducts/:id/changes',
  '/api/policies/:id/findings',
  '/api/settings/email-templates/preview',
  '/api/scim/v2/.search',
  '/api/scim/v2/Groups/.search',
  '/api/scim/v2/Users/.search',
  '/ui/names',
  '/ui/schedules/preview',
]);
const waiting = keyed.filter(
  ({ path }) =>
    /\/(test|mail-test|generate|merge|test-connection|plan|check|pull|push|push-pr|import\/git|git-imports)$/.test(
      path,
    ) &&
    !/webhooks|channels/.test(path) &&
    path !== '/api/datacontracts/:id/branches/:branch/merge',
);
/** What came of these is known as long as the row of their work. */
const keptByWorkAlone = new Set(['/api/ops/mail-test']);
const immediate = keyed.filter((route) => !waiting.includes(route));

const idOf = (path: string, mode: Mode): string =>
  `${path.split('/').findLast((part) => /^[a-z]/.test(part))}-${mode}-${keyed.findIndex((route) => route.path === path)}`;

/** The worker of `untilDone` is another build than the API, and generates nothing for it. */
function statusOfWork(path: string): number {
  // No worker may contact the host of the repositories.
  if (/\/(generate|pull|push|push-pr|import\/git)$/.test(path)) return 422;
  return path.endsWith('/merge') ? 204 : 200;
}

describe.each(['cut', 'kill'] as const)('%s around the commit', (mode) => {
  it.each(immediate.map((route) => [nameOf(route), route] as const))(
    'POST %s has its effect once, and a repetition the answer',
    async (path, route) => {
      const request = await makePost(route, idOf(path, mode));
      const before = await everything();
      await sendIntoFault(request, 'before commit', mode);
      expect(await everything()).toEqual(before);
      await sendIntoFault(request, 'after commit', mode);
      const after = await everything();
      if (!withoutEffect.has(path)) expect(after).not.toEqual(before);
      const stored = await api.database
        .knex('idempotency_keys')
        .where({ key: request.headers['idempotency-key'] })
        .first();
      const again = await send(request);
      const isSecret = route.shownOnce === true;
      expect([path, again?.status]).toEqual([path, isSecret ? 409 : expect.any(Number)]);
      if (!isSecret) expect(again?.status).toBeLessThan(300);
      if (path !== '/api/import') {
        const headers = JSON.parse(stored.headers);
        expect(again).toEqual({
          status: stored.status,
          location: headers.location ?? null,
          text: stored.body,
        });
      }
      expect(await send(request)).toEqual(again);
      expect(await everything()).toEqual(after);
    },
  );

  it.each(waiting.map((route) => [nameOf(route), route] as const))(
    'POST %s requests its work once, and a repetition waits for that, also when its row is deleted',
    async (path, route) => {
      const request = await makePost(route, idOf(path, mode));
      const before = await everything();
      const work = await workIds();
      await sendIntoFault(request, 'before commit', mode);
      expect(await everything()).toEqual(before);
      await sendIntoFault(request, 'after commit', mode);
      const requested = await workIds();
      expect(requested).toHaveLength(work.length + 1);
      await untilDone(requested.at(-1) ?? '');
      const { prefer: _, ...headers } = request.headers;
      const again = await send({ ...request, headers });
      expect(again?.status).toBe(statusOfWork(path));
      const [key] = await api.database.knex('idempotency_keys').where({ key: keyOf(request) });
      expect([key.status, key.body]).toEqual([again?.status, again?.text]);
      // As if the API had died before the answer was stored, and housekeeping had been there.
      await api.database
        .knex('idempotency_keys')
        .where({ key: keyOf(request) })
        .update({ status: null });
      await api.database.knex('work').where({ id: key.work_id }).delete();
      const later = await send({ ...request, headers });
      if (keptByWorkAlone.has(path)) {
        expect(later?.status).toBe(404);
        expect(later?.text).toContain('send another Idempotency-Key');
      } else {
        // Why work failed is known as long as its row.
        expect(later).toEqual({ ...again, ...(again?.status === 422 && { text: later?.text }) });
      }
      expect(await workIds()).toEqual(requested.filter((id) => id !== key.work_id));
    },
  );
});

it('handles one of twenty equal requests that come at once', async () => {
  const [costs] = keyed.filter(({ path }) => path === '/api/costs');
  const request = await makePost(costs as Route, 'twenty');
  const rows = () => api.database.knex('costs').select('id');
  const before = (await rows()).length;
  const all = await Promise.all(Array.from({ length: 20 }, () => send(request)));
  const answers = new Set(
    all.filter((got) => got?.status !== 409).map((got) => JSON.stringify(got)),
  );
  expect([...answers]).toEqual([expect.stringContaining('"status":200')]);
  expect(await rows()).toHaveLength(before + 1);
});

it('says below /v1 by a code that a request with the key is being handled', async () => {
  const [messages] = keyed.filter(({ path }) => path === '/v1/messages');
  const request = await makePost(messages as Route, 'slow');
  let go = (): void => undefined;
  let first: Promise<unknown> = Promise.resolve();
  let met: Promise<void> = Promise.resolve();
  await new Promise<void>((reached) => {
    met = server.wire.fail('before commit', 'idempotency-keys-insert', () => {
      reached();
      return new Promise((resolve) => (go = resolve));
    });
    first = send(request);
  });
  const second = await send(request);
  expect([second?.status, JSON.parse(second?.text ?? '').code]).toEqual([
    409,
    'request_in_progress',
  ]);
  go();
  await met;
  await first;
  const third = await send(request);
  expect(third?.status).toBe(200);
  expect(await api.database.knex('messages').where({ message: 'slow' })).toHaveLength(1);
});

it('goes on with an import whose API is killed between two batches, and answers all of it', async () => {
  const ids = Array.from({ length: 1_300 }, (_, index) => `imported-${index}`);
  const lines = ids.map((id) =>
    JSON.stringify({ resource: 'teams', id, document: { id, name: id, type: 'Team' } }),
  );
  const [route] = keyed.filter(({ path }) => path === '/api/import');
  const { path, headers } = await makePost(route as Route, 'night');
  const request = { path, headers, body: `${lines.join('\n')}\n` };
  for (const fault of ['after commit', 'before commit', 'after commit'] as const)
    await sendIntoFault(request, fault, 'kill');
  const whole = await send(request);
  const results = (whole?.text ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(results.at(-1).summary).toMatchObject({ documents: 1_300, created: 1_300, failed: 0 });
  expect(results.slice(0, -1).map(({ id, status }) => `${id} ${status}`)).toEqual(
    ids.map((id) => `${id} created`),
  );
  const { knex } = api.database;
  const events = await knex('events')
    .where({ type: 'TeamCreatedEvent' })
    .whereIn('subject_id', ids);
  expect(events).toHaveLength(1_300);
  expect(await send(request)).toEqual(whole);
});
