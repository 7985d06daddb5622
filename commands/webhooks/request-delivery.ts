import type { Tx } from '../../db/connect.ts';
import { listWaitingLines } from '../../db/tables/webhooks/deliveries.ts';
import type { DeliveryLine } from '../../db/tables/webhooks/deliveries.ts';
import { listRunningSenders, requestLines } from '../../db/tables/webhooks/lines.ts';
import type { WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { requestAllWorkAtLatest } from '../../db/tables/work/work.ts';
import type { WorkRequest } from '../../db/tables/work/work.ts';

/** Maximum number of concurrent senders per webhook over all workers, so that others get slots, too. */
export const maxSenders = 10;

/** A sender of a webhook, which sends any due lines. */
export function senderWork(
  { organizationId, id }: WebhookKey,
  slot: number,
  { dueAt, now }: { dueAt: Date; now: Date },
): WorkRequest {
  return {
    organizationId,
    kind: 'webhooks',
    job: 'deliver-webhook',
    key: `${id}/${slot}`,
    subjectId: id,
    payload: { webhookId: id, slot },
    dueAt,
    now,
  };
}

/**
 * Requests senders for the given number of due lines. Running senders do not count, because they may just have checked for the
 * last time: if all are running, one more is requested.
 */
export async function requestSenders(
  tx: Tx,
  webhook: WebhookKey,
  lines: number,
  now: Date,
): Promise<void> {
  const running = new Set((await listRunningSenders(tx, webhook)).map(({ key }) => key));
  const senders = Array.from({ length: maxSenders }, (_, slot) =>
    senderWork(webhook, slot, { dueAt: now, now }),
  );
  const idle = senders.filter(({ key }) => !running.has(key)).slice(0, lines);
  await requestAllWorkAtLatest(tx, idle.length > 0 ? idle : senders.slice(0, 1));
}

type Subject = Omit<DeliveryLine, 'webhook'>;

/** Requests the sending of lines with new deliveries; a line waiting for its next attempt keeps waiting. */
export async function requestNewDeliveries(
  tx: Tx,
  webhook: WebhookKey,
  lines: readonly Subject[],
  now: Date,
): Promise<void> {
  await requestLines(tx, webhook, lines, { dueAt: now, hasten: false });
  await requestSenders(tx, webhook, lines.length, now);
}

/** Requests the sending of lines now, even if they wait for their next attempt. */
export async function requestDeliveries(
  tx: Tx,
  webhook: WebhookKey,
  lines: readonly Subject[],
  now: Date,
): Promise<void> {
  if (lines.length === 0) return;
  await requestLines(tx, webhook, lines, { dueAt: now, hasten: true });
  await requestSenders(tx, webhook, lines.length, now);
}

/** Requests the sending of all pending deliveries of the webhook now. */
export async function requestWaitingDeliveries(
  tx: Tx,
  webhook: WebhookKey,
  now: Date,
): Promise<void> {
  await requestDeliveries(tx, webhook, await listWaitingLines(tx, webhook), now);
}
