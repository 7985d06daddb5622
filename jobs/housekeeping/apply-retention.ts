import { Type } from '@sinclair/typebox';
import type { Tx } from '../../db/connect.ts';
import { deleteEvents } from '../../db/tables/events.ts';
import { deleteDeliveries } from '../../db/tables/webhook-deliveries.ts';
import { deleteFinishedWork } from '../../db/tables/work.ts';
import { defineJob } from '../define-job.ts';

const batch = 1_000;
const day = 24 * 3_600_000;

/** Finished work explains itself for this long; what it did is in tables of its own. */
const workKeptDays = 14;
/** The ledger of what was sent to webhooks; what still waits stays as long as its event. */
const deliveriesKeptDays = 30;

/** Deletes events that are older than the feed reaches (EVENT_RETENTION_DAYS), and what ended long ago: work, deliveries. */
export const applyRetention = defineJob({
  kind: 'housekeeping',
  name: 'apply-retention',
  payload: Type.Object({}),
  run: async ({ clock, settings, signal, fenced, log }) => {
    const now = clock.now().getTime();
    const inBatches = async (remove: (tx: Tx) => Promise<number>): Promise<number> => {
      let total = 0;
      for (let deleted = batch; deleted === batch; total += deleted) {
        signal.throwIfAborted();
        deleted = await fenced(remove);
      }
      return total;
    };
    const eventsBefore = new Date(now - settings.eventRetentionDays * day);
    const workBefore = new Date(now - workKeptDays * day);
    const events = await inBatches((tx) => deleteEvents(tx, eventsBefore, batch));
    const work = await inBatches((tx) => deleteFinishedWork(tx, workBefore, batch));
    const ended = new Date(now - deliveriesKeptDays * day);
    const waiting = eventsBefore < ended ? eventsBefore : ended;
    const deliveries = await inBatches((tx) => deleteDeliveries(tx, { ended, waiting }, batch));
    log.info({ events, work, deliveries }, 'retention applied');
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
