import type { Database } from '../../db/connect.ts';
import {
  listWebhooksBehind,
  lockWebhookCursor,
  moveWebhookCursor,
} from '../../db/tables/webhooks/cursors.ts';
import type { WebhookBehind } from '../../db/tables/webhooks/cursors.ts';
import type { WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { listEventsToDeliver } from '../../db/views/webhooks/deliveries.ts';
import { isWantedType } from '../../domain/webhooks/event-types.ts';
import { addDeliveries } from './add-deliveries.ts';

const eventBatch = 1_000;
const webhookBatch = 100;

/**
 * Creates deliveries of the events after the cursors of all active webhooks, in the order of their feeds, and requests the work
 * that sends them. Safe for concurrent callers: each webhook is locked. Returns true if there may be more. A failing webhook does
 * not delay the others; the first error is thrown at the end.
 */
export async function queueDeliveries(database: Database, now: Date): Promise<boolean> {
  let hasMore = false;
  const failures: unknown[] = [];
  let behind: WebhookBehind[] = [];
  do {
    const page = { after: behind.at(-1), limit: webhookBatch };
    behind = await listWebhooksBehind(database.knex, page);
    for (const webhook of behind) {
      try {
        hasMore = (await queueForWebhook(database, webhook, now)) || hasMore;
      } catch (error) {
        failures.push(error);
      }
    }
  } while (behind.length === webhookBatch);
  if (failures.length > 0) throw failures[0];
  return hasMore;
}

function queueForWebhook(database: Database, webhook: WebhookKey, now: Date): Promise<boolean> {
  return transact(database, async (tx) => {
    const cursor = await lockWebhookCursor(tx, webhook);
    if (!cursor) return false;
    const page = { afterSeq: cursor.cursorSeq, limit: eventBatch };
    const { organizationId } = webhook;
    const feed = { organizationId, feed: cursor.feed };
    const events = await listEventsToDeliver(tx, feed, page);
    const last = events.at(-1);
    if (!last) return false;
    const wanted = events.filter(({ eventType }) => isWantedType(cursor.events, eventType));
    await moveWebhookCursor(tx, webhook, last.eventSeq);
    await addDeliveries(tx, webhook, wanted, { now });
    return events.length === eventBatch;
  });
}
