import type { Tx } from '../../db/connect.ts';
import { listWaitingLines } from '../../db/tables/webhook-deliveries.ts';
import type { DeliveryLine } from '../../db/tables/webhook-deliveries.ts';
import type { WebhookKey } from '../../db/tables/webhooks.ts';
import { requestAllWork, requestMissingWork } from '../../db/tables/work.ts';
import type { WorkRequest } from '../../db/tables/work.ts';

const batch = 1_000;

/** Work that sends what waits in a line; its key makes one line wait in one row. */
export function deliveryWork(
  { webhook, subjectKind, subjectId }: DeliveryLine,
  dueAt: Date,
  now: Date,
): WorkRequest {
  return {
    organizationId: webhook.organizationId,
    kind: 'webhooks',
    job: 'deliver-webhook',
    key: `${webhook.id}/${subjectKind}/${subjectId}`,
    subjectId: webhook.id,
    payload: { webhookId: webhook.id, subjectKind, subjectId },
    dueAt,
    now,
  };
}

/** Requests the sending of lines that got something new; one that waits for its next attempt goes on waiting. */
export async function requestNewDeliveries(
  tx: Tx,
  lines: readonly DeliveryLine[],
  now: Date,
): Promise<void> {
  await requestMissingWork(
    tx,
    lines.map((line) => deliveryWork(line, now, now)),
  );
}

/** Requests the sending, now, of everything that waits for the webhook. */
export async function requestWaitingDeliveries(
  tx: Tx,
  webhook: WebhookKey,
  now: Date,
): Promise<void> {
  const lines = await listWaitingLines(tx, webhook);
  for (let from = 0; from < lines.length; from += batch) {
    const some = lines.slice(from, from + batch);
    await requestAllWork(
      tx,
      some.map((line) => deliveryWork(line, now, now)),
    );
  }
}
