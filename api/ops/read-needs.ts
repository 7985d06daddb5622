import { findFeedLag } from '../../db/tables/feed/feed.ts';
import { findFailedNotifications } from '../../db/tables/notifications/states.ts';
import { countLostAttempts } from '../../db/tables/work/attempts.ts';
import { listPausedKinds } from '../../db/tables/operations/paused-kinds.ts';
import { listProcesses } from '../../db/tables/work/processes.ts';
import { findPausedWebhooks } from '../../db/views/webhooks/deliveries.ts';
import {
  listFailedKinds,
  listStrugglingKinds,
  summariseUnfinishedWork,
} from '../../db/views/work/summary.ts';
import { listNeeds } from '../../domain/operations/list-needs.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Services } from '../services.ts';
import { workScopeOf } from './operator-scope.ts';

const day = 24 * 3_600_000;
const triedOften = 3;

/** Needs that name machines of the installation. */
const aboutMachines = new Set(['process_lost', 'clock_skewed']);

/** Reads everything that needs a human, and the numbers behind it, as far as the principal may see them. */
export async function readNeeds(services: Services, principal: Principal, now: Date) {
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
    pausedKinds,
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
    listPausedKinds(knex),
  ]);
  const feedLagSeconds = feed.lagSeconds;
  const work = { kinds, failed, struggling, lostAttempts };
  const writesRefusedSince = services.writes.since();
  const states = {
    feedLagSeconds,
    failedNotifications,
    pausedWebhooks,
    processes,
    eviction,
    pausedKinds,
  };
  const all = listNeeds({ now, ...work, ...states, writesRefusedSince });
  // The machines of the installation are only shown to its operator.
  const needs = scope.withInstallation ? all : all.filter(({ code }) => !aboutMachines.has(code));
  return { needs, kinds, feedLagSeconds, processes: scope.withInstallation ? processes : [] };
}
