import type { Database } from '../../db/connect.ts';
import { reopenDelivery } from '../../db/tables/webhook-deliveries.ts';
import { lockWebhook } from '../../db/tables/webhooks.ts';
import { requestWork } from '../../db/tables/work.ts';
import { transact } from '../../db/transact.ts';
import { findDelivery, findEventToDeliver } from '../../db/views/webhook-deliveries.ts';
import { refuse } from '../../domain/errors.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { isUuid } from '../../lib/ids.ts';
import { deliveryWork } from './request-delivery.ts';
import { auditorOf, auditWebhook, refuseUnknownWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';

/**
 * Requests that a delivery is sent once more, now, under the same id, whatever became of it. Refuses with `not_found`, and with
 * `invalid_transition` while the webhook sends nothing or when the event is no longer kept.
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
    await reopenDelivery(tx, by, deliveryId, by.now);
    await requestWork(tx, deliveryWork({ webhook: by, ...delivery }, by.now, by.now));
    await auditWebhook(tx, 'WebhookRedeliveryRequested', by, { deliveryId });
  });
}
