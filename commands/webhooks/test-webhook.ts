import type { Database } from '../../db/connect.ts';
import { insertDeliveries } from '../../db/tables/webhooks/deliveries.ts';
import { lockWebhook } from '../../db/tables/webhooks/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { requestDeliveries } from './request-delivery.ts';
import { auditorOf, auditWebhook, refuseUnknownWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';

/**
 * Requests a single delivery of a `WebhookTested` event, which is in no feed, also to a paused or disabled webhook; its delivery
 * entry has the result. Returns the id of the delivery. Refuses with `not_found`.
 */
export async function testWebhook(database: Database, request: WebhookRequest): Promise<string> {
  return transact(database, async (tx) => {
    const by = auditorOf(request);
    if (!(await lockWebhook(tx, by))) refuseUnknownWebhook(request.id);
    const eventId = await auditWebhook(tx, 'WebhookTested', by);
    const line = { subjectKind: 'webhook', subjectId: by.id };
    const event = { ...line, eventId, eventSeq: undefined, eventType: 'WebhookTested' };
    await requestDeliveries(tx, by, [line], by.now);
    const [id] = await insertDeliveries(tx, by, [event], { now: by.now });
    if (id === undefined) throw new Error('the delivery of a test was not stored');
    return id;
  });
}
