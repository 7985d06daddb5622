import type { Tx } from '../../db/connect.ts';
import { insertDeliveries } from '../../db/tables/webhooks/deliveries.ts';
import type { NewDelivery } from '../../db/tables/webhooks/deliveries.ts';
import type { WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { requestNewDeliveries } from './request-delivery.ts';

/** Stores deliveries of events, in the order of the feed, and requests the work that sends them. */
export async function addDeliveries(
  tx: Tx,
  webhook: WebhookKey,
  events: readonly NewDelivery[],
  { now, replayId }: { now: Date; replayId?: string },
): Promise<void> {
  if (events.length === 0) return;
  const lines = new Map(
    events.map(({ subjectKind, subjectId }) => [
      `${subjectKind}/${subjectId}`,
      { subjectKind, subjectId },
    ]),
  );
  // Locks lines first: a sender that leaves a line locked by this transaction then sees the new deliveries.
  await requestNewDeliveries(tx, webhook, [...lines.values()], now);
  await insertDeliveries(tx, webhook, events, { now, replayId });
}
