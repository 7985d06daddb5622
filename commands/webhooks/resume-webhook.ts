import type { Database } from '../../db/connect.ts';
import { lockWebhook, resumeWebhook as resumeRow } from '../../db/tables/webhooks/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { tryAnew } from './try-anew.ts';
import { auditorOf, auditWebhook, refuseUnknownWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';

/**
 * Ends the pause: pending deliveries are due now, in order, and new events follow. Does nothing for a webhook that is not paused.
 * Refuses with `not_found`.
 */
export async function resumeWebhook(database: Database, request: WebhookRequest): Promise<void> {
  await transact(database, async (tx) => {
    const by = auditorOf(request);
    const stored = await lockWebhook(tx, by);
    if (!stored) refuseUnknownWebhook(request.id);
    if (!stored.pausedAt) return;
    await resumeRow(tx, by);
    await tryAnew(tx, by, { ...stored, pausedAt: null });
    await auditWebhook(tx, 'WebhookResumed', by);
  });
}
