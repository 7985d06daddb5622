import { findFeedLag } from '../../db/tables/feed/feed.ts';
import { findFailedNotifications } from '../../db/tables/notifications/states.ts';
import { listProcesses } from '../../db/tables/work/processes.ts';
import { findPausedWebhooks } from '../../db/views/webhooks/deliveries.ts';
import { countLostAttempts } from '../../db/tables/work/attempts.ts';
import {
  listFailedKinds,
  listStrugglingKinds,
  summariseUnfinishedWork,
} from '../../db/views/work/summary.ts';
import { isAlive } from '../../domain/operations/facts.ts';
import { listNeeds } from '../../domain/operations/list-needs.ts';
import { statusOf } from '../../domain/operations/need.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { overviewSchema } from '../schemas/work.ts';
import { workScopeOf } from './operator-scope.ts';
import { secondsSince } from '../../db/views/work/counts.ts';

const day = 24 * 3_600_000;
const triedOften = 3;

/** Needs that name machines of the installation. */
const aboutMachines = new Set(['process_lost', 'clock_skewed']);

/** Lists everything that needs a human. */
export const overviewRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/ops/overview',
  name: 'getOperationsOverview',
  summary: 'List problems that need a human: failed and late work, lost leases, missing processes',
  tag: 'operations',
  permission: 'organization',
  answers: { 200: { description: 'The list, empty when all is well', schema: overviewSchema } },
  handle: async ({ principal, now, services }) => {
    const { knex } = services.database;
    const scope = await workScopeOf(knex, principal);
    const since = new Date(now.getTime() - day);
    const [
      kinds,
      failed,
      struggling,
      lostAttempts,
      feed,
      failedNotifications,
      pausedWebhooks,
      processes,
      eviction,
    ] = await Promise.all([
      summariseUnfinishedWork(knex, scope, now),
      listFailedKinds(knex, scope, since),
      listStrugglingKinds(knex, scope, triedOften),
      countLostAttempts(knex, scope, since),
      findFeedLag(knex),
      findFailedNotifications(knex, principal.organizationId, since),
      findPausedWebhooks(knex, principal.organizationId),
      listProcesses(knex),
      scope.withInstallation ? services.findEviction() : undefined,
    ]);
    const feedLagSeconds = feed.lagSeconds;
    const work = { kinds, failed, struggling, lostAttempts };
    const writesRefusedSince = services.writes.since();
    const states = { feedLagSeconds, failedNotifications, pausedWebhooks, processes, eviction };
    const all = listNeeds({ now, ...work, ...states, writesRefusedSince });
    // The machines of the installation are only shown to its operator.
    const needs = scope.withInstallation ? all : all.filter(({ code }) => !aboutMachines.has(code));
    const shown = scope.withInstallation ? processes : [];
    const oldest = (at: (kind: (typeof kinds)[number]) => Date | null): number =>
      Math.max(0, ...kinds.map((kind) => secondsSince(at(kind), now)));
    return {
      status: 200,
      json: {
        status: statusOf(needs),
        checkedAt: now,
        needs,
        lag: {
          dispatchSeconds: oldest((kind) => kind.oldestUndispatchedAt),
          oldestDueSeconds: oldest((kind) => kind.oldestDueAt),
          feedSeconds: feedLagSeconds,
        },
        processes: shown.map(presentProcess),
      },
    };
  },
});

type Process = Awaited<ReturnType<typeof listProcesses>>[number];

function presentProcess(process: Process) {
  const { role, host, pid, kinds, startedAt, seenAt } = process;
  return { role, host, pid, kinds, startedAt, seenAt, alive: isAlive(process) };
}
