import type { Database, Db } from '../../db/connect.ts';
import { findFeedLag } from '../../db/tables/feed/feed.ts';
import { findFailedNotifications } from '../../db/tables/notifications/states.ts';
import { countLostAttempts } from '../../db/tables/work/attempts.ts';
import { listPausedKinds } from '../../db/tables/operations/paused-kinds.ts';
import { listProcesses } from '../../db/tables/work/processes.ts';
import { listStoppedRemovals } from '../../db/views/ingestion/stopped-removals.ts';
import { findFailingWebhooks, findPausedWebhooks } from '../../db/views/webhooks/webhook-health.ts';
import {
  listFailedKinds,
  listStrugglingKinds,
  summariseUnfinishedWork,
} from '../../db/views/work/summary.ts';
import type { WorkScope } from '../../db/views/work/list.ts';
import { findOverdueSchedule } from '../../db/views/work/schedules.ts';
import { listNeeds } from '../../domain/operations/list-needs.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Services } from '../services.ts';
import { workScopeOf } from './operator-scope.ts';
import { nameSchedules } from './name-schedules.ts';

const day = 24 * 3_600_000;
const triedOften = 3;

/** A clock fires schedules each second. */
const overdueMs = 60_000;

/** Runs that wait for a decision, listed at most. */
const maxDecisions = 20;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Needs that name machines of the installation. */
const aboutMachines = new Set(['process_lost', 'clock_skewed']);

type Asked = { scope: NonNullable<WorkScope>; principal: Principal; now: Date };

async function readWork({ knex }: Database, { scope, now }: Asked) {
  const since = before(now, day);
  const [kinds, failed, struggling, lostAttempts, feed, pausedKinds, schedule] = await Promise.all([
    summariseUnfinishedWork(knex, scope, now),
    listFailedKinds(knex, scope, since),
    listStrugglingKinds(knex, scope, triedOften),
    countLostAttempts(knex, scope, since),
    findFeedLag(knex),
    listPausedKinds(knex),
    findOverdueSchedule(knex, scope, before(now, overdueMs)),
  ]);
  const overdueSchedules = schedule && (await nameOverdue(knex, schedule));
  const { lagSeconds: feedLagSeconds } = feed;
  return { kinds, failed, struggling, lostAttempts, feedLagSeconds, pausedKinds, overdueSchedules };
}

async function readDeliveries({ knex }: Database, { principal: { organizationId }, now }: Asked) {
  const [failedNotifications, pausedWebhooks, failingWebhooks, stoppedRemovals] = await Promise.all(
    [
      findFailedNotifications(knex, organizationId, before(now, day)),
      findPausedWebhooks(knex, organizationId),
      findFailingWebhooks(knex, organizationId),
      listStoppedRemovals(knex, organizationId, maxDecisions),
    ],
  );
  return { failedNotifications, pausedWebhooks, failingWebhooks, stoppedRemovals };
}

/** Reads everything that needs a human, and the numbers behind it, as far as the principal may see them. */
export async function readNeeds(services: Services, principal: Principal, now: Date) {
  const { database } = services;
  const scope = await workScopeOf(database.knex, principal);
  const asked = { scope, principal, now };
  const [work, deliveries, processes, eviction] = await Promise.all([
    readWork(database, asked),
    readDeliveries(database, asked),
    listProcesses(database.knex),
    scope.withInstallation ? services.findEviction() : undefined,
  ]);
  const writesRefusedSince = services.writes.since();
  const all = listNeeds({ now, ...work, ...deliveries, processes, eviction, writesRefusedSince });
  // The machines of the installation are only shown to its operator.
  const needs = scope.withInstallation ? all : all.filter(({ code }) => !aboutMachines.has(code));
  const { kinds, feedLagSeconds } = work;
  const { withInstallation: operates } = scope;
  return { needs, kinds, feedLagSeconds, operates, processes: operates ? processes : [] };
}

type Overdue = NonNullable<Awaited<ReturnType<typeof findOverdueSchedule>>>;

async function nameOverdue(db: Db, schedule: Overdue) {
  const { id, count, nextDueAt: at } = schedule;
  const nameOf = await nameSchedules(db, [schedule]);
  return { id, count, at, name: nameOf(schedule).name };
}
