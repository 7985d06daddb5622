import type { Database } from '../../db/connect.ts';
import { deleteWebhook as deleteRow, lockWebhook } from '../../db/tables/webhooks/webhooks.ts';
import { cancelQueuedWork } from '../../db/tables/work/work.ts';
import { transact } from '../../db/transact.ts';
import { auditorOf, auditWebhook, refuseUnknownWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';

/** Deletes the webhook, its deliveries and its waiting work. Refuses with `not_found`. */
export async function deleteWebhook(database: Database, request: WebhookRequest): Promise<void> {
  await transact(database, async (tx) => {
    const by = auditorOf(request);
    if (!(await lockWebhook(tx, by))) refuseUnknownWebhook(request.id);
    await deleteRow(tx, by);
    const { organizationId, id } = by;
    await cancelQueuedWork(tx, { organizationId, kind: 'webhooks', subjectId: id });
    await auditWebhook(tx, 'WebhookDeleted', by);
  });
}
