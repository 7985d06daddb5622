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
    const workBefore = new Date(now - keptDays.work * day);
    const notificationsBefore = new Date(now - keptDays.notifications * day);
    let events = await inBatches((tx) => deleteAuditedEvents(tx, before, batch));
    let messaging = 0;
    const oldest = { before, limit: batch };
    for (const { id } of await listOrganizations(database.knex)) {
      events += await inBatches((tx) => deleteOldestEvents(tx, id, oldest));
      await inBatches((tx) => raiseMessagingHorizon(tx, id, oldest));
      messaging += await inBatches((tx) => deleteOldMessagingEvents(tx, id, batch));
    }
    const work = await forgetWork(inBatches, workBefore);
    const minutesBefore = new Date(now - keptDays.minutes * day);
    await inBatches((tx) => deleteOldMinutes(tx, minutesBefore, batch));
    const readersBefore = new Date(now - keptDays.readers * day);
    await inBatches((tx) => deleteFeedReaders(tx, readersBefore, batch));
    const accessBefore = new Date(now - keptDays.access * day);
    const access = await inBatches((tx) => deleteAccessRecords(tx, accessBefore, batch));
    const alerts = await inBatches((tx) => deleteResolvedAlerts(tx, accessBefore, batch));
    const notifications = await inBatches((tx) =>
      deleteNotifications(tx, notificationsBefore, batch),
    );
    const notices = await forgetNotices(inBatches, new Date(now - keptDays.notices * day));
    const ended = new Date(now - keptDays.deliveries * day);
    const waiting = before < ended ? before : ended;
    const deliveries = await inBatches((tx) => deleteDeliveries(tx, { ended, waiting }, batch));
    await inBatches((tx) => deleteReplays(tx, ended, batch));
    const runsBefore = new Date(now - keptDays.runs * day);
    const runs = await inBatches((tx) => deleteOldRuns(tx, runsBefore, batch));
    const gitBefore = new Date(now - keptDays.gitRuns * day);
    const gitRuns = await inBatches((tx) => deleteOldGitRuns(tx, gitBefore, batch));
    await inBatches((tx) => deleteOldGitImports(tx, gitBefore, batch));
    const checks = await inBatches((tx) => deleteOldChecks(tx, workBefore, batch));
    const samplesBefore = new Date(now - keptDays.samples * day);
    const samples = await inBatches((tx) => deleteFailedSamples(tx, samplesBefore, batch));
    const lineageBefore = new Date(now - keptDays.lineage * day);
    const lineage = await inBatches((tx) => deleteOldLineage(tx, lineageBefore, batch));
    await forgetUses(inBatches, now);
    const told = { messaging, notifications, notices, deliveries };
    const rest = { samples, access, alerts, runs, gitRuns, checks, lineage };
    log.info({ events, work, ...told, ...rest }, 'retention applied');
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
