import { Type } from '@sinclair/typebox';
import type { Tx } from '../../db/connect.ts';
import { deleteResolvedAlerts } from '../../db/tables/access/alerts.ts';
import { deleteAccessRecords } from '../../db/tables/access/deleted-access.ts';
import { deleteAuditedEvents } from '../../db/tables/feed/events.ts';
import { deleteOldestEvents } from '../../db/tables/feed/horizons.ts';
import { deleteOldLineage } from '../../db/tables/lineage/forgotten.ts';
import { deleteOldGitImports } from '../../db/tables/git/imports.ts';
import { deleteOldGitRuns } from '../../db/tables/git/runs.ts';
import { deleteOldRuns } from '../../db/tables/ingestion/run-ends.ts';
import { deleteFeedReaders } from '../../db/tables/feed/readers.ts';
import { deleteOldChecks } from '../../db/tables/ingestion/integration-checks.ts';
import {
  deleteOldNotices,
  deleteOldReadMarks,
  deleteSurplusNotices,
} from '../../db/tables/notices/notice-retention.ts';
import { deleteNotifications } from '../../db/tables/notifications/notifications.ts';
import {
  deleteOldMessagingEvents,
  raiseMessagingHorizon,
} from '../../db/tables/messaging/messaging-events.ts';
import { deleteOldKeyUses } from '../../db/tables/organizations/api-key-uses.ts';
import { listOrganizations } from '../../db/tables/organizations/organizations.ts';
import { deleteOldUsage } from '../../db/tables/usage/usage-days.ts';
import { deleteEndedSandboxes } from '../../db/tables/sandbox/sandboxes.ts';
import { deleteFailedSamples } from '../../db/tables/contract-tests/test-results.ts';
import { deleteOldMinutes } from '../../db/tables/operations/minutes.ts';
import { deleteDeliveries } from '../../db/tables/webhooks/deliveries.ts';
import { deleteOldBatches } from '../../db/tables/work/batches.ts';
import { deleteReplays } from '../../db/tables/webhooks/replays.ts';
import { deleteFinishedWork } from '../../db/tables/work/work.ts';
import { keptDays } from '../../domain/operations/retention.ts';
import { defineJob } from '../define-job.ts';

const batch = 1_000;
const day = 24 * 3_600_000;

/** Notices that each recipient keeps at most. */
const maxNotices = 1_000;

type DeleteOld = (tx: Tx, before: Date, limit: number) => Promise<number>;

/** What is deleted by its age alone. */
const rowsByAge: readonly [name: string, days: number, remove: DeleteOld][] = [
  ['minutes', keptDays.minutes, deleteOldMinutes],
  ['readers', keptDays.readers, deleteFeedReaders],
  ['access', keptDays.access, deleteAccessRecords],
  ['alerts', keptDays.access, deleteResolvedAlerts],
  ['notifications', keptDays.notifications, deleteNotifications],
  ['replays', keptDays.deliveries, deleteReplays],
  ['runs', keptDays.runs, deleteOldRuns],
  ['gitRuns', keptDays.gitRuns, deleteOldGitRuns],
  ['gitImports', keptDays.gitRuns, deleteOldGitImports],
  ['checks', keptDays.work, deleteOldChecks],
  ['samples', keptDays.samples, deleteFailedSamples],
  ['lineage', keptDays.lineage, deleteOldLineage],
];

/** Deletes events older than EVENT_RETENTION_DAYS, and other data that ended long ago. */
export const applyRetention = defineJob({
  kind: 'housekeeping',
  name: 'apply-retention',
  payload: Type.Object({}),
  run: async ({ clock, settings, signal, fenced, log, database }) => {
    const now = clock.now().getTime();
    const inBatches = async (remove: (tx: Tx) => Promise<number>): Promise<number> => {
      let total = 0;
      for (let deleted = batch; deleted === batch; total += deleted) {
        signal.throwIfAborted();
        deleted = await fenced(remove);
      }
      return total;
    };
    const before = new Date(now - settings.eventRetentionDays * day);
    let events = await inBatches((tx) => deleteAuditedEvents(tx, before, batch));
    let messaging = 0;
    const oldest = { before, limit: batch };
    for (const { id } of await listOrganizations(database.knex)) {
      events += await inBatches((tx) => deleteOldestEvents(tx, id, oldest));
      await inBatches((tx) => raiseMessagingHorizon(tx, id, oldest));
      messaging += await inBatches((tx) => deleteOldMessagingEvents(tx, id, batch));
    }
    const work = await forgetWork(inBatches, new Date(now - keptDays.work * day));
    const notices = await forgetNotices(inBatches, new Date(now - keptDays.notices * day));
    const ended = new Date(now - keptDays.deliveries * day);
    const waiting = before < ended ? before : ended;
    const deliveries = await inBatches((tx) => deleteDeliveries(tx, { ended, waiting }, batch));
    const others: Record<string, number> = {};
    for (const [name, days, remove] of rowsByAge) {
      const oldest = new Date(now - days * day);
      others[name] = await inBatches((tx) => remove(tx, oldest, batch));
    }
    await forgetUses(inBatches, now);
    const told = { messaging, notices, deliveries };
    log.info({ events, work, ...told, ...others }, 'retention applied');
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});

type InBatches = (remove: (tx: Tx) => Promise<number>) => Promise<number>;

/** Finished work, and what operators did to many pieces of it. */
async function forgetWork(inBatches: InBatches, before: Date): Promise<number> {
  // One in each transaction, because it may have 100,000 rows.
  await inBatches(async (tx) => (await deleteOldBatches(tx, before, 1)) * batch);
  return inBatches((tx) => deleteFinishedWork(tx, before, batch));
}

async function forgetUses(inBatches: InBatches, now: number): Promise<void> {
  const before = new Date(now - keptDays.keyUses * day);
  await inBatches((tx) => deleteOldKeyUses(tx, before, batch));
  const usageBefore = new Date(now - keptDays.usage * day);
  await inBatches((tx) => deleteOldUsage(tx, usageBefore, batch));
  await inBatches((tx) => deleteEndedSandboxes(tx, new Date(now), batch));
}

async function forgetNotices(inBatches: InBatches, before: Date): Promise<number> {
  const old = await inBatches((tx) => deleteOldNotices(tx, before, batch));
  const surplus = await inBatches((tx) => deleteSurplusNotices(tx, maxNotices, batch));
  await inBatches((tx) => deleteOldReadMarks(tx, before, batch));
  return old + surplus;
}
