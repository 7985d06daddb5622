import type { Redis } from 'ioredis';
import type { Context, Middleware, Next } from 'koa';
import type { Database } from '../../db/connect.ts';
import { refuse, Refusal } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { pause } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { stateOf } from '../request-state.ts';
import { assertInstallationOperator } from './operator-scope.ts';
import { openBoard } from './queue-board.ts';
import type { Board } from './queue-board.ts';

/** Path of the dashboard for keys. */
const forKeys = '/ops/queues';

/** Path of the dashboard for sessions; their cookie is sent below `/ui` only. */
const forSessions = '/ui/queues';

/** The pages of the dashboard may load only their own files, and their inline styles. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

export type QueueDashboard = {
  middleware: Middleware;
  close: () => Promise<void>;
};

/**
 * The read-only dashboard of BullMQ, once for keys and once for signed-in people. It shows the entries of the queues, which are ids and attempts; the authoritative state of
 * work is at /api/ops/work. Libraries and the connection are loaded on the first visit, so that the API needs no Redis.
 */
export function createQueueDashboard(options: {
  database: Database;
  redisUrl: string | undefined;
  authenticate: Authenticate;
  authenticateSession: Authenticate;
  log: Logger;
}): QueueDashboard {
  const { database, redisUrl, authenticate, authenticateSession, log } = options;
  let opening: Promise<Board> | undefined;
  const board = async (): Promise<Board> => {
    if (redisUrl === undefined) {
      return refuse(
        'unavailable',
        'The API was started without REDIS_URL, so the dashboard cannot read the queues.',
      );
    }
    const opened = await (opening ??= openBoard(redisUrl, [forKeys, forSessions], log));
    if (!(await answers(opened.redis))) refuse('unavailable', 'Redis does not answer.');
    return opened;
  };
  const show = async (ctx: Context, path: string): Promise<void> => {
    stateOf(ctx).route = path;
    assertReading(ctx);
    stateOf(ctx).principal =
      path === forKeys
        ? await login(ctx, database, authenticate)
        : await enter(ctx, database, authenticateSession);
    ctx.set('content-security-policy', contentPolicy);
    await (await board()).pages.get(path)?.(ctx, () => Promise.resolve());
    if (ctx.status === 404 && !ctx.body) refuse('not_found', `There is nothing at ${ctx.path}.`);
  };
  return {
    middleware: (ctx: Context, next: Next) => {
      const path = [forKeys, forSessions].find(
        (mount) => ctx.path === mount || ctx.path.startsWith(`${mount}/`),
      );
      return path === undefined ? next() : show(ctx, path);
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

/** The signed-in person or key. Refuses with `login_required`, and with `permission_denied` who does not operate the installation. */
async function enter(
  ctx: Context,
  { knex }: Database,
  authenticateSession: Authenticate,
): Promise<Principal> {
  const principal = await authenticateSession((name) => ctx.get(name) || undefined);
  await assertInstallationOperator(knex, principal);
  return principal;
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
