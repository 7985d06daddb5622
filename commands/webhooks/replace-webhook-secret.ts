import type { Tx } from '../../db/connect.ts';
import { updateWebhookSecret } from '../../db/tables/webhooks/webhooks.ts';
import type { Webhook, WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { auditWebhook } from './webhook-audit.ts';
import type { WebhookAuditor } from './webhook-audit.ts';
import { openWebhookSecret, previousSecretEnd, sealWebhookSecret } from './webhook-secret.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

export type SecretReplacement = {
  stored: Webhook;
  secret: string;
  secretKey: SecretKeys | undefined;
};

/**
 * Stores another secret; the former one keeps signing for a while if it can be read. The same secret changes nothing. Refuses
 * with `secret_key_missing`.
 */
export async function replaceWebhookSecret(
  tx: Tx,
  by: WebhookAuditor,
  { stored, secret, secretKey }: SecretReplacement,
): Promise<{ isChanged: boolean; previousSecretUntil: Date | undefined }> {
  const sealed = sealWebhookSecret(secret, secretKey, by);
  const former = readableSecret(by, stored, secretKey);
  if (former === secret) return { isChanged: false, previousSecretUntil: undefined };
  const until = previousSecretEnd(by.now);
  const previous = former === undefined ? undefined : { secret: stored.secret, until };
  await updateWebhookSecret(tx, by, { secret: sealed, previous }, by.now);
  await auditWebhook(tx, 'WebhookSecretRotated', by);
  return { isChanged: true, previousSecretUntil: previous?.until };
}

function readableSecret(
  key: WebhookKey,
  stored: Webhook,
  secretKey: SecretKeys | undefined,
): string | undefined {
  try {
    return openWebhookSecret(stored.secret, secretKey, key);
  } catch {
    // Sealed with a lost SECRET_KEY: storing a new secret is the way out.
    return undefined;
  }
}
