import type { Database } from '../../db/connect.ts';
import { insertDeliveries } from '../../db/tables/webhook-deliveries.ts';
import { lockWebhook } from '../../db/tables/webhooks.ts';
import { requestWork } from '../../db/tables/work.ts';
import { transact } from '../../db/transact.ts';
import { deliveryWork } from './request-delivery.ts';
import { auditorOf, auditWebhook, refuseUnknownWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';

/**
 * Requests that an event `WebhookTested`, which is in no feed, is sent once, in the form of the others, also to a webhook that is paused or
 * disabled; the ledger tells how it went. Refuses with `not_found`.
 */
export async function testWebhook(database: Database, request: WebhookRequest): Promise<void> {
  await transact(database, async (tx) => {
    const by = auditorOf(request);
    if (!(await lockWebhook(tx, by))) refuseUnknownWebhook(request.id);
    const eventId = await auditWebhook(tx, 'WebhookTested', by);
    const line = { webhook: by, subjectKind: 'webhook', subjectId: by.id };
    const event = { ...line, eventId, eventSeq: undefined, eventType: 'WebhookTested' };
    await insertDeliveries(tx, by, [event], by.now);
    await requestWork(tx, deliveryWork(line, by.now, by.now));
  });
}
