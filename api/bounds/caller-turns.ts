import { isShort } from '../../commands/tasks/run-task.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { createBoundedQueue, QueueFull } from '../../lib/waiting/bounded-queue.ts';
import type { BoundedQueue } from '../../lib/waiting/bounded-queue.ts';
import type { Route } from '../route.ts';
import type { RawBody } from '../exchange.ts';

const megabyte = 1024 * 1024;

/**
 * Limits of requests with long texts, and of dry runs, for one caller (key, session or contact) and for one
 * organization in this process. `atOnce` requests run; further ones wait in a queue per caller, so that other
 * callers are not delayed. `tasks` and `size` (characters) limit running and waiting requests together.
 */
export const turns = {
  caller: { atOnce: 2, tasks: 100, size: 64 * megabyte },
  organization: { atOnce: 3, tasks: 200, size: 128 * megabyte },
};

/**
 * Does the work when it is the caller's turn; refuses with `too_many_requests` if the caller has too much work
 * waiting.
 */
export type InTurn = <T>(principal: Principal, size: number, work: () => Promise<T>) => Promise<T>;

/** Creates the queues of this process. */
export function createCallerTurns(): InTurn {
  const ofCallers = createQueues(turns.caller);
  const ofOrganizations = createQueues(turns.organization);
  return async ({ organizationId, name }, size, work) => {
    try {
      return await ofCallers(`${organizationId} ${name}`, size, () =>
        ofOrganizations(organizationId, size, work),
      );
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      return refuse(
        'too_many_requests',
        'Too many long texts and dry runs of yours wait to be worked on; try again when some have been answered.',
      );
    }
  };
}

/** A queue for each name while it has running or waiting work. */
function createQueues(most: Parameters<typeof createBoundedQueue>[0]) {
  const queues = new Map<string, { queue: BoundedQueue; uses: number }>();
  return async <T>(name: string, size: number, work: () => Promise<T>): Promise<T> => {
    const own = queues.get(name) ?? { queue: createBoundedQueue(most), uses: 0 };
    queues.set(name, own);
    own.uses++;
    try {
      return await own.queue.add(size, work);
    } finally {
      own.uses--;
      if (own.uses === 0) queues.delete(name);
    }
  };
}

/**
 * True if a request may keep the task processes, or a connection, busy for long, so that it waits for its
 * caller's turn.
 */
export function needsTurn(route: Route, body: RawBody, query: { dryRun?: boolean }): boolean {
  const isRehearsal = route.dryRun === true && query.dryRun === true;
  return isRehearsal || route.longTexts === true || !isShort(body);
}
