import { Type } from '@sinclair/typebox';
import type { Tx } from '../../db/connect.ts';
import { forgetAccessAlerts } from '../../db/tables/access-alerts.ts';
import { forgetDeletedAccess } from '../../db/tables/deleted-access.ts';
import { deleteAuditedEvents } from '../../db/tables/events.ts';
import { deleteOldestEvents } from '../../db/tables/feed-horizons.ts';
import { deleteOldRuns } from '../../db/tables/ingestion-runs.ts';
import { deleteOldChecks } from '../../db/tables/integration-checks.ts';
import { deleteNotifications } from '../../db/tables/notifications.ts';
import {
  deleteOldMessagingEvents,
  raiseMessagingHorizon,
} from '../../db/tables/messaging-events.ts';
import { listOrganizations } from '../../db/tables/organizations.ts';
import { forgetFailedSamples } from '../../db/tables/test-results.ts';
import { deleteDeliveries } from '../../db/tables/webhook-deliveries.ts';
import { deleteFinishedWork } from '../../db/tables/work.ts';
import { defineJob } from '../define-job.ts';

const batch = 1_000;
const day = 24 * 3_600_000;

/** Finished work explains itself for this long; what it did is in tables of its own. */
const workKeptDays = 14;
/** The ledger of what was sent to webhooks; what still waits stays as long as its event. */
const deliveriesKeptDays = 30;

/** Components that were away so long do not ask for what was deleted any more (decisions §5). */
const accessKeptDays = 30;

const notificationsKeptDays = 90;

/** Of integrations; the newest run of each stays. */
const runsKeptDays = 90;

/** Rows that failed in tests of contracts are data of others: people look at them for a while, and nobody later. */
const samplesKeptDays = 30;

/** Deletes events that are older than the feed reaches (EVENT_RETENTION_DAYS), and what ended long ago. */
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
    const work = await inBatches((tx) => deleteFinishedWork(tx, workBefore, batch));
    const accessBefore = new Date(now - accessKeptDays * day);
    const access = await inBatches((tx) => forgetDeletedAccess(tx, accessBefore, batch));
    const alerts = await inBatches((tx) => forgetAccessAlerts(tx, accessBefore, batch));
    const notifications = await inBatches((tx) =>
      deleteNotifications(tx, notificationsBefore, batch),
    );
    const ended = new Date(now - deliveriesKeptDays * day);
    const waiting = before < ended ? before : ended;
    const deliveries = await inBatches((tx) => deleteDeliveries(tx, { ended, waiting }, batch));
    const runsBefore = new Date(now - runsKeptDays * day);
    const runs = await inBatches((tx) => deleteOldRuns(tx, runsBefore, batch));
    const checks = await inBatches((tx) => deleteOldChecks(tx, workBefore, batch));
    const samplesBefore = new Date(now - samplesKeptDays * day);
    const samples = await inBatches((tx) => forgetFailedSamples(tx, samplesBefore, batch));
    const others = { messaging, samples, access, alerts, notifications, deliveries, runs, checks };
    log.info({ events, work, ...others }, 'retention applied');
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
