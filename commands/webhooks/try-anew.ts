import type { Tx } from '../../db/connect.ts';
import { reopenUndelivered } from '../../db/tables/webhooks/deliveries.ts';
import type { Webhook, WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { requestWaitingDeliveries } from './request-delivery.ts';

/**
 * Resets failed deliveries and those under way to never tried, because the cause of failures may be fixed; requests them unless
 * the webhook is inactive. The caller has locked the webhook.
 */
export async function tryAnew(
  tx: Tx,
  by: WebhookKey & { now: Date },
  webhook: Pick<Webhook, 'enabled' | 'pausedAt' | 'failingSince'>,
): Promise<void> {
  const isSilent = ['paused', 'disabled'].includes(webhookStatus(webhook));
  if (!isSilent) await requestWaitingDeliveries(tx, by, by.now);
  await reopenUndelivered(tx, by, by.now);
}
