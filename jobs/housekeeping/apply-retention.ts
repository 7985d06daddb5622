import { Type } from '@sinclair/typebox';
import type { Tx } from '../../db/connect.ts';
import { deleteResolvedAlerts } from '../../db/tables/access/alerts.ts';
import { deleteAccessRecords } from '../../db/tables/access/deleted-access.ts';
import { deleteAuditedEvents } from '../../db/tables/feed/events.ts';
import { deleteOldestEvents } from '../../db/tables/feed/horizons.ts';
import { deleteOldRuns } from '../../db/tables/ingestion/runs.ts';
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
import { listOrganizations } from '../../db/tables/organizations/organizations.ts';
import { deleteFailedSamples } from '../../db/tables/contract-tests/test-results.ts';
import { deleteOldMinutes } from '../../db/tables/operations/minutes.ts';
import { deleteDeliveries } from '../../db/tables/webhooks/deliveries.ts';
import { deleteOldBatches } from '../../db/tables/work/batches.ts';
import { deleteFinishedWork } from '../../db/tables/work/work.ts';
import { minutesKeptDays } from '../../domain/operations/series.ts';
import { defineJob } from '../define-job.ts';

const batch = 1_000;
const day = 24 * 3_600_000;

/** Retention of finished work; its results are in other tables. */
const workKeptDays = 14;
/** Retention of webhook deliveries; waiting ones stay as long as their event. */
const deliveriesKeptDays = 30;

/** Retention of deleted accesses, for components that were offline. */
const accessKeptDays = 30;

const notificationsKeptDays = 90;

/** Retention of notices in the web UI. */
const noticesKeptDays = 90;

/** Notices that each recipient keeps at most. */
const maxNotices = 1_000;

/** Retention of integration runs; the newest run of each integration stays. */
const runsKeptDays = 90;

/** Retention of failed rows in test results, because they are other people's data. */
const samplesKeptDays = 30;

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
    const workBefore = new Date(now - workKeptDays * day);
    const notificationsBefore = new Date(now - notificationsKeptDays * day);
    let events = await inBatches((tx) => deleteAuditedEvents(tx, before, batch));
    let messaging = 0;
    const oldest = { before, limit: batch };
    for (const { id } of await listOrganizations(database.knex)) {
      events += await inBatches((tx) => deleteOldestEvents(tx, id, oldest));
      await inBatches((tx) => raiseMessagingHorizon(tx, id, oldest));
      messaging += await inBatches((tx) => deleteOldMessagingEvents(tx, id, batch));
    }
    const work = await forgetWork(inBatches, workBefore);
    const minutesBefore = new Date(now - minutesKeptDays * day);
    await inBatches((tx) => deleteOldMinutes(tx, minutesBefore, batch));
    const accessBefore = new Date(now - accessKeptDays * day);
    const access = await inBatches((tx) => deleteAccessRecords(tx, accessBefore, batch));
    const alerts = await inBatches((tx) => deleteResolvedAlerts(tx, accessBefore, batch));
    const notifications = await inBatches((tx) =>
      deleteNotifications(tx, notificationsBefore, batch),
    );
    const notices = await forgetNotices(inBatches, new Date(now - noticesKeptDays * day));
    const ended = new Date(now - deliveriesKeptDays * day);
    const waiting = before < ended ? before : ended;
    const deliveries = await inBatches((tx) => deleteDeliveries(tx, { ended, waiting }, batch));
    const runsBefore = new Date(now - runsKeptDays * day);
    const runs = await inBatches((tx) => deleteOldRuns(tx, runsBefore, batch));
    const checks = await inBatches((tx) => deleteOldChecks(tx, workBefore, batch));
    const samplesBefore = new Date(now - samplesKeptDays * day);
    const samples = await inBatches((tx) => deleteFailedSamples(tx, samplesBefore, batch));
    const told = { messaging, notifications, notices, deliveries };
    log.info({ events, work, ...told, samples, access, alerts, runs, checks }, 'retention applied');
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});

type InBatches = (remove: (tx: Tx) => Promise<number>) => Promise<number>;

/** Finished work, and what operators did to many pieces of it. */
async function forgetWork(inBatches: InBatches, before: Date): Promise<number> {
  await inBatches(async (tx) => (await deleteOldBatches(tx, before, 1)) * batch);
  return inBatches((tx) => deleteFinishedWork(tx, before, batch));
}

async function forgetNotices(inBatches: InBatches, before: Date): Promise<number> {
  const old = await inBatches((tx) => deleteOldNotices(tx, before, batch));
  const surplus = await inBatches((tx) => deleteSurplusNotices(tx, maxNotices, batch));
  await inBatches((tx) => deleteOldReadMarks(tx, before, batch));
  return old + surplus;
}
