import type { Tx } from '../../db/connect.ts';
import { pauseWebhook as pauseRow } from '../../db/tables/webhooks/webhooks.ts';
import type { WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { auditWebhook } from './webhook-audit.ts';

/** Stops deliveries until the webhook is resumed; pending deliveries stay. */
export async function pauseWebhook(
  tx: Tx,
  { organizationId, id }: WebhookKey,
  reason: string,
  now: Date,
): Promise<void> {
  if (!(await pauseRow(tx, { organizationId, id }, reason, now))) return;
  const by = { organizationId, id, principal: 'system', requestId: undefined, now };
  await auditWebhook(tx, 'WebhookPaused', by, { reason });
}
