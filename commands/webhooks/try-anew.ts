import type { Tx } from '../../db/connect.ts';
import { reopenUndelivered } from '../../db/tables/webhook-deliveries.ts';
import type { Webhook, WebhookKey } from '../../db/tables/webhooks.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { requestWaitingDeliveries } from './request-delivery.ts';

/**
 * Makes what failed, or is being sent, due as if it had never been tried, because what made it fail may be mended; it is
 * requested unless the webhook sends nothing. The caller has locked the webhook.
 */
export async function tryAnew(
  tx: Tx,
  by: WebhookKey & { now: Date },
  webhook: Pick<Webhook, 'enabled' | 'pausedAt' | 'failingSince'>,
): Promise<void> {
  await reopenUndelivered(tx, by, by.now);
  if (['paused', 'disabled'].includes(webhookStatus(webhook))) return;
  await requestWaitingDeliveries(tx, by, by.now);
}
