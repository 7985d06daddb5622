import type { Database } from '../../db/connect.ts';
import { lockWebhook, updateWebhookSecret } from '../../db/tables/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { makeWebhookSecret } from '../../lib/webhook-signature.ts';
import { auditorOf, auditWebhook, refuseUnknownWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';
import { previousSecretEnd, sealWebhookSecret } from './webhook-secret.ts';

/**
 * Makes a new secret, which the answer shows this once; the former one signs beside it for a day. Refuses with `not_found`
 * and `secret_key_missing`.
 */
export async function rotateWebhookSecret(
  database: Database,
  request: WebhookRequest & { secretKey: string | undefined },
): Promise<{ secret: string; previousSecretUntil: Date }> {
  return transact(database, async (tx) => {
    const by = auditorOf(request);
    const stored = await lockWebhook(tx, by);
    if (!stored) refuseUnknownWebhook(request.id);
    const secret = makeWebhookSecret();
    const sealed = sealWebhookSecret(secret, request.secretKey, by);
    const until = previousSecretEnd(by.now);
    const previous = { secret: stored.secret, until };
    await updateWebhookSecret(tx, by, { secret: sealed, previous }, by.now);
    await auditWebhook(tx, 'WebhookSecretRotated', by);
    return { secret, previousSecretUntil: until };
  });
}
