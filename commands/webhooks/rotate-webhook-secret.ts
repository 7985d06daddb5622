import type { Database } from '../../db/connect.ts';
import { lockWebhook } from '../../db/tables/webhooks/webhooks.ts';
import type { Webhook } from '../../db/tables/webhooks/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { makeWebhookSecret } from '../../lib/secrets/webhook-signature.ts';
import { replaceWebhookSecret } from './replace-webhook-secret.ts';
import { tryAnew } from './try-anew.ts';
import { auditorOf, refuseUnknownWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

/**
 * Generates a new secret, which is only shown in this answer; the former one, if readable, keeps signing for a day. Failed
 * deliveries are due now, because the secret may have been the cause. Refuses with `not_found` and `secret_key_missing`.
 */
export async function rotateWebhookSecret(
  database: Database,
  request: WebhookRequest & { secretKey: SecretKeys | undefined },
): Promise<{ secret: string; previousSecretUntil: Date | null; feed: Webhook['feed'] }> {
  return transact(database, async (tx) => {
    const by = auditorOf(request);
    const stored = await lockWebhook(tx, by);
    if (!stored) refuseUnknownWebhook(request.id);
    const secret = makeWebhookSecret();
    const replacement = { stored, secret, secretKey: request.secretKey };
    const { previousSecretUntil } = await replaceWebhookSecret(tx, by, replacement);
    if (stored.failingSince) await tryAnew(tx, by, stored);
    return { secret, previousSecretUntil: previousSecretUntil ?? null, feed: stored.feed };
  });
}
