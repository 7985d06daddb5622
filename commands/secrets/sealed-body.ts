import type { ChannelKey } from '../../db/tables/notifications/channels.ts';
import type { WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { isSealed, openSecret, sealSecret } from '../../lib/secrets/secrets.ts';
import type { SecretLocation, SecretKeys } from '../../lib/secrets/secrets.ts';

/** Location of the sealed body of a webhook; its address is sealed because it may be enough to post there. */
export function webhookSecretLocation({ organizationId, id }: WebhookKey): SecretLocation {
  return ['webhooks', organizationId, id, 'body'];
}

/** Location of the sealed body of a notification channel. */
export function channelSecretLocation({ organizationId, teamId, id }: ChannelKey): SecretLocation {
  return ['notification_channels', organizationId, teamId, id, 'body'];
}

/** Seals a JSON text for storage. Refuses with `secret_key_missing` if SECRET_KEY is not set. */
export function sealBody(
  body: string,
  keys: SecretKeys | undefined,
  location: SecretLocation,
): string {
  if (keys !== undefined) return sealSecret(body, keys, location);
  return refuse(
    'secret_key_missing',
    'Addresses are stored encrypted: an operator must set SECRET_KEY for all processes and restart them.',
  );
}

/**
 * Opens the JSON text sealed for this location; throws an error with the reason if that fails. Rows from before bodies were
 * sealed are plain until `sealPlainSecrets` has processed them.
 */
export function openBody(
  stored: string,
  keys: SecretKeys | undefined,
  location: SecretLocation,
): string {
  if (!isSealed(stored)) return stored;
  if (keys === undefined) throw new Error('The address cannot be read: SECRET_KEY is not set.');
  return openSecret(stored, keys, location);
}

/** Opens a text for an answer: refuses with `secret_key_missing` if it cannot be read. */
export function showBody(
  stored: string,
  keys: SecretKeys | undefined,
  location: SecretLocation,
): string {
  try {
    return openBody(stored, keys, location);
  } catch (error) {
    return refuse('secret_key_missing', (error as Error).message);
  }
}

/** The JSON text of a list entry: `show`, or the unsealed members and the reason why the text cannot be read. */
export function showListed(
  show: () => string,
  withoutBody: (unreadable: string) => Record<string, unknown>,
): string {
  try {
    return show();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'secret_key_missing') throw error;
    return JSON.stringify(withoutBody(error.message));
  }
}
