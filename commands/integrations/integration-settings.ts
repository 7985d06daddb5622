import type { IntegrationKey, SealedSettings } from '../../db/tables/ingestion/integrations.ts';
import { refuse } from '../../domain/errors.ts';
import type { IntegrationSettings } from '../../domain/ingestion/integration.ts';
import { openSecret, sealSecret } from '../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

type Part = 'settings' | 'credentials';

function locationOf({ organizationId, id }: IntegrationKey, part: Part): string[] {
  return ['integrations', organizationId, id, part];
}

function seal(key: IntegrationKey, part: Part, value: object, secretKey: SecretKeys | undefined) {
  const sealedWith = secretKey ?? refuseWithoutKey();
  return sealSecret(JSON.stringify(value), sealedWith, locationOf(key, part));
}

function open(
  key: IntegrationKey,
  part: Part,
  sealed: string,
  secretKey: SecretKeys | undefined,
): unknown {
  return JSON.parse(openSecret(sealed, secretKey ?? refuseWithoutKey(), locationOf(key, part)));
}

function refuseWithoutKey(): never {
  return refuse(
    'secret_key_missing',
    'Settings of integrations are stored encrypted: an operator must set SECRET_KEY for all processes and restart them.',
  );
}

/** Seals settings for storage. Refuses with `secret_key_missing` if SECRET_KEY is not set. */
export function sealSettings(
  settings: IntegrationSettings,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): string {
  return seal(key, 'settings', settings, secretKey);
}

/** Seals credentials for storage. Refuses with `secret_key_missing`. */
export function sealCredentials(
  credentials: Record<string, unknown>,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): string {
  return seal(key, 'credentials', credentials, secretKey);
}

/**
 * Opens the settings of this integration. Refuses with `secret_key_missing`; throws an error with the reason if they cannot be
 * read.
 */
export function openSettings(
  { settings }: Pick<SealedSettings, 'settings'>,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): IntegrationSettings {
  return open(key, 'settings', settings, secretKey) as IntegrationSettings;
}

/**
 * Opens the credentials of this integration, `{}` if there are none; only for the jobs that use them. Refuses and throws like
 * `openSettings`.
 */
export function openCredentials(
  { credentials }: Pick<SealedSettings, 'credentials'>,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): Record<string, unknown> {
  if (credentials === null) return {};
  return open(key, 'credentials', credentials, secretKey) as Record<string, unknown>;
}
