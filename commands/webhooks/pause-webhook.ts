import type { Tx } from '../../db/connect.ts';
import { pauseWebhook as pauseRow } from '../../db/tables/webhooks.ts';
import type { WebhookKey } from '../../db/tables/webhooks.ts';
import { auditWebhook } from './webhook-audit.ts';

/** Sends nothing more until somebody resumes the webhook; what waits goes on waiting. */
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
