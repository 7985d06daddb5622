import { isIdempotent } from '../../../../api/openapi/declared-headers.ts';
import type { Route } from '../../../../api/route.ts';
import { routes } from '../../../../api/routes/index.ts';
import { messagingRoutes } from '../../../../api/routes/messaging/messaging.ts';
import { digestTables, workIds, workUntilDone } from './faulty-api.ts';
import type { FaultyApi, Mode } from './faulty-api.ts';
import type { PostRequest } from '../post-scenarios.ts';

/** The routes that take an Idempotency-Key; those that stream their body say so themselves. */
export const keyed: readonly Route[] = [...routes, ...messagingRoutes].filter(
  // A route under a former name has the handler of the present one.
  (route) => !route.hidden && (isIdempotent(route) || route.takes?.includes('idempotency-key')),
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
    /\/(test|test-candidate|mail-test|generate|merge|test-connection|plan|check|pull|push|push-pr|import\/git|git-imports)$/.test(
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

/** The worker of `workUntilDone` is another build than the API, and generates nothing for it. */
function statusOfWork(path: string): number {
  // No worker may contact the host of the repositories.
  if (path.endsWith('/generate') || /\/(pull|push|push-pr|import\/git)$/.test(path)) return 422;
  return path.endsWith('/merge') ? 204 : 200;
}

const keyOf = ({ headers }: PostRequest): string => headers['idempotency-key'] ?? '';

/**
 * Defines a test of every route with a key: its effect is there once, and a repetition gets its answer. What a process leaves that is
 * killed before its commit is what a cut wire leaves, and Postgres rolls back: only cuts try that.
 */
export function testRepetitions(mode: Mode, faulty: () => FaultyApi): void {
  /** Meets the fault until the commit has happened, without its answer; before that, nothing may be there. */
  const commitWithoutAnswer = async (request: PostRequest): Promise<void> => {
    const { api, sendIntoFault } = faulty();
    if (mode === 'cut') {
      const before = await digestTables(api);
      await sendIntoFault(request, 'before commit', mode);
      expect(await digestTables(api)).toEqual(before);
    }
    await sendIntoFault(request, 'after commit', mode);
  };

  const storedOf = async (request: PostRequest) => {
    const { knex } = faulty().api.database;
    return knex('idempotency_keys')
      .where({ key: keyOf(request) })
      .first();
  };

  it.each(immediate.map((route) => [nameOf(route), route] as const))(
    'POST %s has its effect once, and a repetition the answer',
    async (path, route) => {
      const { api, makePost, send } = faulty();
      const request = await makePost(route, idOf(path, mode));
      const before = await digestTables(api);
      await commitWithoutAnswer(request);
      const after = await digestTables(api);
      if (!withoutEffect.has(path)) expect(after).not.toEqual(before);
      const stored = await storedOf(request);
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
      expect(await digestTables(api)).toEqual(after);
    },
  );

  it.each(waiting.map((route) => [nameOf(route), route] as const))(
    'POST %s requests its work once, and a repetition waits for that, also when its row is deleted',
    async (path, route) => {
      const { api, makePost, send } = faulty();
      const request = await makePost(route, idOf(path, mode));
      const work = await workIds(api);
      await commitWithoutAnswer(request);
      const requested = await workIds(api);
      expect(requested).toHaveLength(work.length + 1);
      await workUntilDone(api, requested.at(-1) ?? '');
      const { prefer: _, ...headers } = request.headers;
      const again = await send({ ...request, headers });
      expect([path, again?.status]).toEqual([path, statusOfWork(path)]);
      const key = await storedOf(request);
      expect([key.status, key.body]).toEqual([again?.status, again?.text]);
      // As if the API had died before the answer was stored, and housekeeping had been there.
      const { knex } = api.database;
      await knex('idempotency_keys')
        .where({ key: keyOf(request) })
        .update({ status: null });
      await knex('work').where({ id: key.work_id }).delete();
      const later = await send({ ...request, headers });
      if (keptByWorkAlone.has(path)) {
        expect(later?.status).toBe(404);
        expect(later?.text).toContain('send another Idempotency-Key');
      } else {
        // Why work failed is known as long as its row.
        expect(later).toEqual({ ...again, ...(again?.status === 422 && { text: later?.text }) });
      }
      expect(await workIds(api)).toEqual(requested.filter((id) => id !== key.work_id));
    },
  );
}
