import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Context, Middleware, Next } from 'koa';
import type { Database } from '../../db/connect.ts';
import { refuse, Refusal } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { queuePrefix, workKinds } from '../../domain/work/kinds.ts';
import { pause } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { createThrottle } from '../../lib/log.ts';
import { describeRedisError } from '../../lib/redis/redis-error.ts';
import { redisAddress } from '../../lib/redis/redis-address.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { stateOf } from '../request-state.ts';
import { assertInstallationOperator } from './operator-scope.ts';

const mountedAt = '/ops/queues';

/** The pages of the dashboard may load only their own files, and their inline styles. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

export type QueueDashboard = {
  middleware: Middleware;
  close: () => Promise<void>;
};

type Board = { middleware: Middleware; redis: Redis; queues: Queue[] };

/**
 * The read-only dashboard of BullMQ. It shows the entries of the queues, which are ids and attempts; the authoritative state of
 * work is at /api/ops/work. Libraries and the connection are loaded on the first visit, so that the API needs no Redis.
 */
export function createQueueDashboard(options: {
  database: Database;
  redisUrl: string | undefined;
  authenticate: Authenticate;
  log: Logger;
}): QueueDashboard {
  const { database, redisUrl, authenticate, log } = options;
  let opening: Promise<Board> | undefined;
  const board = async (): Promise<Board> => {
    if (redisUrl === undefined) {
      return refuse(
        'unavailable',
        'The API was started without REDIS_URL, so the dashboard cannot read the queues.',
      );
    }
    const opened = await (opening ??= openBoard(redisUrl, log));
    if (!(await answers(opened.redis))) refuse('unavailable', 'Redis does not answer.');
    return opened;
  };
  const show = async (ctx: Context): Promise<void> => {
    stateOf(ctx).route = mountedAt;
    assertReading(ctx);
    stateOf(ctx).principal = await login(ctx, database, authenticate);
    ctx.set('content-security-policy', contentPolicy);
    await (await board()).middleware(ctx, () => Promise.resolve());
    if (ctx.status === 404 && !ctx.body) refuse('not_found', `There is nothing at ${ctx.path}.`);
  };
  return {
    middleware: (ctx: Context, next: Next) => {
      const isOurs = ctx.path === mountedAt || ctx.path.startsWith(`${mountedAt}/`);
      return isOurs ? show(ctx) : next();
    },
    close: async () => {
      const opened = await opening;
      await Promise.all((opened?.queues ?? []).map((queue) => queue.close()));
      opened?.redis.disconnect();
    },
  };
}

function assertReading(ctx: Context): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  ctx.set('allow', 'GET, HEAD');
  refuse('method_not_allowed', `${ctx.method} is not possible here: the dashboard is read-only.`);
}

/** Asks a browser for user and password: any user, and an API key of the organization as password. */
async function login(
  ctx: Context,
  { knex }: Database,
  authenticate: Authenticate,
): Promise<Principal> {
  const password = basicPassword(ctx.get('authorization'));
  const header = (name: string): string | undefined =>
    name === 'x-api-key' && password !== undefined ? password : ctx.get(name) || undefined;
  try {
    const principal = await authenticate(header);
    await assertInstallationOperator(knex, principal);
    return principal;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  ctx.set('www-authenticate', 'Basic realm="Concordat queues", charset="UTF-8"');
  return refuse(
    'login_required',
    'Log in with any user name and, as password, an organization-wide API key of the organization that was created first.',
  );
}

function basicPassword(authorization: string): string | undefined {
  const [scheme, value] = authorization.split(' ');
  if (scheme?.toLowerCase() !== 'basic' || !value) return undefined;
  const text = Buffer.from(value, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

async function answers(redis: Redis): Promise<boolean> {
  if (redis.status !== 'ready') {
    const ready = new AbortController();
    redis.once('ready', () => ready.abort());
    await pause(2_000, ready.signal);
  }
  return redis.ping().then(
    () => true,
    () => false,
  );
}

/** Without this text, an empty queue would look as if no work had ever been done. */
const description =
  'Waiting and running attempts. Finished work leaves no entry here; its history is at /api/ops/work.';

async function openBoard(redisUrl: string, log: Logger): Promise<Board> {
  const [{ Queue }, { Redis }, { createBullBoard }, { BullMQAdapter }, { KoaAdapter }] =
    await Promise.all([
      import('bullmq'),
      import('ioredis'),
      import('@bull-board/api'),
      import('@bull-board/api/bullMQAdapter'),
      import('@bull-board/koa'),
    ]);
  const redis = new Redis({
    ...redisAddress(redisUrl),
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 3_000,
    connectTimeout: 5_000,
  });
  const mayLog = createThrottle(10_000);
  redis.on('error', (error: Error) => {
    const detail = describeRedisError(error, redisUrl);
    if (mayLog(detail)) log.warn({ detail }, 'redis of the dashboard');
  });
  const queues = workKinds.map((kind) => {
    const queue = new Queue(kind, {
      connection: redis,
      prefix: queuePrefix,
      skipVersionCheck: true,
    });
    queue.on('error', () => undefined); // the connection's own listener reports it
    return queue;
  });
  const server = new KoaAdapter();
  server.setBasePath(mountedAt);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true, description })),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'Concordat queues', hideRedisDetails: true } },
  });
  return { middleware: server.registerPlugin() as unknown as Middleware, redis, queues };
}
