import { freePort } from '../../../../local/servers/free-port.ts';
import { startApi } from '../../http/api.ts';
import type { TestApi } from '../../http/api.ts';
import { testSecretKey } from '../../sources/job-settings.ts';
import { until } from '../../until.ts';
import { startWorkers, testRedisUrl } from '../../servers/worker.ts';
import { openCommitProxy } from '../commit-proxy.ts';
import type { CommitFault, CommitProxy } from '../commit-proxy.ts';
import { ensureBuilt } from '../dist.ts';
import { createFleet } from '../fleet.ts';
import type { Member } from '../fleet.ts';
import { preparePosts } from '../post-scenarios.ts';
import type { MakePost, PostRequest } from '../post-scenarios.ts';

/** A process of the API behind a wire to Postgres of its own. */
type Server = { member: Member; address: string; wire: CommitProxy };

export type Got = { status: number; location: string | null; text: string };

/** What happens around a commit: the wire to Postgres is cut, or the process of the API is killed. */
export type Mode = 'kill' | 'cut';

/** An API whose commits can fail, and an organization in which every POST has a meaning. */
export type FaultyApi = {
  api: TestApi;
  makePost: MakePost;
  /** Undefined when no answer came. */
  send: (request: PostRequest) => Promise<Got | undefined>;
  /**
   * Sends a request that meets the fault, and comes back when API and wire are well again. A connection that is as old as the limit of
   * idle ones can end just before the request: as any client would, this sends the same request again.
   */
  sendIntoFault: (request: PostRequest, fault: CommitFault, mode: Mode) => Promise<void>;
  /** Between the API that answers now and Postgres. */
  wire: () => CommitProxy;
  stop: () => Promise<void>;
};

export async function startFaultyApi(): Promise<FaultyApi> {
  ensureBuilt();
  const credentials = { DATACONTRACT_POSTGRES_USERNAME: 'x', DATACONTRACT_POSTGRES_PASSWORD: 'y' };
  const api = await startApi({ sourceCredentials: credentials });
  const fleet = createFleet({
    ...credentials,
    REDIS_URL: testRedisUrl(),
    SECRET_KEY: testSecretKey,
    PUBLIC_URL: api.address,
    ATTACHMENTS_DIR: api.attachmentsDir,
    LOG_LEVEL: 'warn',
  });
  const startServer = async (): Promise<Server> => {
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
  };
  const makePost = await preparePosts(api);
  let server = await startServer();
  // Takes over after a kill; started before it is needed.
  let next = startServer();

  const send: FaultyApi['send'] = async ({ path, headers, body }) => {
    const init = { method: 'POST', headers, ...(body !== undefined && { body }) };
    const answer = await fetch(`${server.address}${path}`, init).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (!answer || text === undefined) return undefined;
    return { status: answer.status, location: answer.headers.get('location'), text };
  };

  const sendIntoFault: FaultyApi['sendIntoFault'] = async (request, fault, mode) => {
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
    if (!reached.isMet) throw new Error('the fault was not met');
    await met;
    if (mode === 'cut') return;
    await server.wire.close();
    server = await next;
    next = startServer();
  };

  return {
    api,
    makePost,
    send,
    sendIntoFault,
    wire: () => server.wire,
    stop: async () => {
      const { wire } = await next;
      await fleet.stop();
      await Promise.all([wire.close(), server.wire.close()]);
      await api.stop();
    },
  };
}

/** A digest of the rows of each table but those of Idempotency-Keys, without what moves by itself. */
export async function digestTables({
  database: { knex },
}: TestApi): Promise<Record<string, string>> {
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

/** In the order in which it was requested; what the worker of `untilDone` finds for webhooks is left out. */
export async function workIds({ database }: TestApi): Promise<string[]> {
  const work = database.knex('work').whereNot({ kind: 'webhooks' });
  return (await work.orderBy('created_at').orderBy('id')).map(({ id }) => id);
}

/** Lets a worker do one piece of work; what else waits stays as it is. */
export async function workUntilDone(api: TestApi, id: string): Promise<void> {
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
