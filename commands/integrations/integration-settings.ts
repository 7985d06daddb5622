import type { IntegrationKey, SealedSettings } from '../../db/tables/integrations.ts';
import { refuse } from '../../domain/errors.ts';
import type { IntegrationSettings } from '../../domain/ingestion/integration.ts';
import { openSecret, sealSecret } from '../../lib/secrets.ts';
import type { SecretKeys } from '../../lib/secrets.ts';

type Part = 'settings' | 'credentials';

function placeOf({ organizationId, id }: IntegrationKey, part: Part): string[] {
  return ['integrations', organizationId, id, part];
}

function seal(key: IntegrationKey, part: Part, value: object, secretKey: SecretKeys | undefined) {
  const sealedWith = secretKey ?? refuseWithoutKey();
  return sealSecret(JSON.stringify(value), sealedWith, placeOf(key, part));
}

function open(
  key: IntegrationKey,
  part: Part,
  sealed: string,
  secretKey: SecretKeys | undefined,
): unknown {
  return JSON.parse(openSecret(sealed, secretKey ?? refuseWithoutKey(), placeOf(key, part)));
}

function refuseWithoutKey(): never {
  return refuse(
    'secret_key_missing',
    'Integrations are sealed: an operator has to set SECRET_KEY for all processes and start them again.',
  );
}

/** The settings as they are stored. Refuses with `secret_key_missing` when the installation has no key to seal them with. */
export function sealSettings(
  settings: IntegrationSettings,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): string {
  return seal(key, 'settings', settings, secretKey);
}

/** The credentials as they are stored. Refuses with `secret_key_missing`. */
export function sealCredentials(
  credentials: Record<string, unknown>,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): string {
  return seal(key, 'credentials', credentials, secretKey);
}

/** The settings that were sealed for this integration. Refuses with `secret_key_missing`; throws an error that says why when they cannot be read. */
export function openSettings(
  { settings }: Pick<SealedSettings, 'settings'>,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): IntegrationSettings {
  return open(key, 'settings', settings, secretKey) as IntegrationSettings;
}

/** The credentials of this integration, `{}` when it has none; only for the jobs that use them. Refuses and throws as `openSettings`. */
export function openCredentials(
  { credentials }: Pick<SealedSettings, 'credentials'>,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): Record<string, unknown> {
  if (credentials === null) return {};
  return open(key, 'credentials', credentials, secretKey) as Record<string, unknown>;
}
