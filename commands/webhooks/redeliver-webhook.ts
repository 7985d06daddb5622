import type { Database } from '../../db/connect.ts';
import { reopenDelivery } from '../../db/tables/webhooks/deliveries.ts';
import { lockWebhook } from '../../db/tables/webhooks/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { findDelivery, findEventToDeliver } from '../../db/views/webhooks/deliveries.ts';
import { refuse } from '../../domain/errors.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { isUuid } from '../../lib/ids.ts';
import { requestDeliveries } from './request-delivery.ts';
import { auditorOf, auditWebhook, refuseUnknownWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';

/**
 * Sends a delivery again now, under the same id, regardless of its status. Refuses with `not_found`, and with
 * `invalid_transition` while the webhook is not active or if the event is no longer kept.
 */
export async function redeliverWebhook(
  database: Database,
  request: WebhookRequest & { deliveryId: string },
): Promise<void> {
  const { deliveryId } = request;
  await transact(database, async (tx) => {
    const by = auditorOf(request);
    const stored = await lockWebhook(tx, by);
    if (!stored) refuseUnknownWebhook(request.id);
    const delivery = isUuid(deliveryId) ? await findDelivery(tx, by, deliveryId) : undefined;
    if (!delivery) refuse('not_found', `The webhook has no delivery with the id '${deliveryId}'.`);
    const status = webhookStatus(stored);
    if (!delivery.isTest && (status === 'paused' || status === 'disabled')) {
      const change = status === 'paused' ? 'resume it first' : 'enable it first';
      refuse('invalid_transition', `The webhook is ${status}; ${change}.`, {
        extra: { state: status },
      });
    }
    if (!(await findEventToDeliver(tx, by.organizationId, delivery.eventId))) {
      refuse('invalid_transition', 'The event is no longer kept (EVENT_RETENTION_DAYS).');
    }
    await requestDeliveries(tx, by, [delivery], by.now);
    await reopenDelivery(tx, by, deliveryId, by.now);
    await auditWebhook(tx, 'WebhookRedeliveryRequested', by, { deliveryId });
  });
}
