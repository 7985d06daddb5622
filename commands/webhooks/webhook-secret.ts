import type { WebhookKey } from '../../db/tables/webhooks.ts';
import { refuse } from '../../domain/errors.ts';
import { openSecret, sealSecret } from '../../lib/secrets.ts';
import type { SecretKeys } from '../../lib/secrets.ts';

function placeOf({ organizationId, id }: WebhookKey): string[] {
  return ['webhooks', organizationId, id, 'secret'];
}

/** The secret as it is stored. Refuses with `secret_key_missing` when the installation has no key to seal it with. */
export function sealWebhookSecret(
  secret: string,
  secretKey: SecretKeys | undefined,
  key: WebhookKey,
): string {
  return sealSecret(secret, secretKey ?? refuseWithoutKey(), placeOf(key));
}

function refuseWithoutKey(): never {
  return refuse(
    'secret_key_missing',
    'Secrets cannot be stored: an operator has to set SECRET_KEY for all processes and start them again.',
  );
}

/** The secret that was sealed for this webhook; throws an error that says why when it cannot be read. */
export function openWebhookSecret(
  sealed: string,
  secretKey: SecretKeys | undefined,
  key: WebhookKey,
): string {
  if (secretKey === undefined) {
    throw new Error('The secret of the webhook cannot be read: SECRET_KEY is not set.');
  }
  return openSecret(sealed, secretKey, placeOf(key));
}

const previousSecretHours = 24;

/** Until when a secret that is replaced now goes on signing beside the new one. */
export function previousSecretEnd(now: Date): Date {
  return new Date(now.getTime() + previousSecretHours * 3_600_000);
}
