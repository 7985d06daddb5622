import type { WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { refuse } from '../../domain/errors.ts';
import { openSecret, sealSecret } from '../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

function locationOf({ organizationId, id }: WebhookKey): string[] {
  return ['webhooks', organizationId, id, 'secret'];
}

/** Seals a secret for storage. Refuses with `secret_key_missing` if SECRET_KEY is not set. */
export function sealWebhookSecret(
  secret: string,
  secretKey: SecretKeys | undefined,
  key: WebhookKey,
): string {
  return sealSecret(secret, secretKey ?? refuseWithoutKey(), locationOf(key));
}

function refuseWithoutKey(): never {
  return refuse(
    'secret_key_missing',
    'Secrets cannot be stored: an operator must set SECRET_KEY for all processes and restart them.',
  );
}

/** Opens the secret of this webhook; throws an error with the reason if that fails. */
export function openWebhookSecret(
  sealed: string,
  secretKey: SecretKeys | undefined,
  key: WebhookKey,
): string {
  if (secretKey === undefined) {
    throw new Error('The secret of the webhook cannot be read: SECRET_KEY is not set.');
  }
  return openSecret(sealed, secretKey, locationOf(key));
}

const previousSecretHours = 24;

/** The time until which a secret replaced now keeps signing beside the new one. */
export function previousSecretEnd(now: Date): Date {
  return new Date(now.getTime() + previousSecretHours * 3_600_000);
}
