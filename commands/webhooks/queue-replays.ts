import type { Database } from '../../db/connect.ts';
import { lockWebhookCursor } from '../../db/tables/webhooks/cursors.ts';
import { listRunningReplays, lockReplay, moveReplay } from '../../db/tables/webhooks/replays.ts';
import type { ReplayKey } from '../../db/tables/webhooks/replays.ts';
import { transact } from '../../db/transact.ts';
import { listEventsToDeliver } from '../../db/views/webhooks/deliveries.ts';
import { isWantedType } from '../../domain/webhooks/event-types.ts';
import { addDeliveries } from './add-deliveries.ts';

const eventBatch = 1_000;

/** A replay has at most about this many deliveries that wait, so that one to a slow receiver does not fill the table. */
const maxWaiting = 5_000;

/**
 * Creates the next deliveries of all running replays, in the order of their feeds. The position is stored with them, so a process
 * that dies doubles nothing. Safe for concurrent callers: each webhook is locked. Returns true if there may be more now.
 */
export async function queueReplays(database: Database, now: Date): Promise<boolean> {
  let hasMore = false;
  const failures: unknown[] = [];
  for (const replay of await listRunningReplays(database.knex)) {
    try {
      hasMore = (await queueReplay(database, replay, now)) || hasMore;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return hasMore;
}

function queueReplay(database: Database, replay: ReplayKey, now: Date): Promise<boolean> {
  const { webhook } = replay;
  return transact(database, async (tx) => {
    const cursor = await lockWebhookCursor(tx, webhook);
    const found = cursor && (await lockReplay(tx, replay, maxWaiting));
    if (!found || found.waiting >= maxWaiting) return false;
    const { organizationId } = webhook;
    const page = { afterSeq: found.cursorSeq, limit: eventBatch };
    const read = await listEventsToDeliver(tx, { organizationId, feed: cursor.feed }, page);
    const events = read.filter(({ eventSeq }) => eventSeq <= found.toSeq);
    const wanted = events.filter(({ eventType }) => isWantedType(found.events, eventType));
    const isLast = events.length < eventBatch;
    const seq = isLast ? found.toSeq : (events.at(-1)?.eventSeq ?? found.toSeq);
    await moveReplay(tx, replay, { seq, queued: wanted.length, now });
    await addDeliveries(tx, webhook, wanted, { now, replayId: replay.id });
    return !isLast;
  });
}
