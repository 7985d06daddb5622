import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { openSecret, sealSecret } from '../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

const locationOf = (organizationId: OrganizationId): string[] => [
  'test_engines',
  organizationId,
  'api_key',
];

/** Seals the API key for storage. Refuses with `secret_key_missing` if SECRET_KEY is not set. */
export function sealEngineKey(
  apiKey: string,
  keys: SecretKeys | undefined,
  organizationId: OrganizationId,
): string {
  return sealSecret(apiKey, keys ?? refuseWithoutKey(), locationOf(organizationId));
}

function refuseWithoutKey(): never {
  return refuse(
    'secret_key_missing',
    'The API key cannot be stored: an operator must set SECRET_KEY for all processes and restart them.',
  );
}

/** Opens the API key of this organization; throws an error with the reason if that fails. */
export function openEngineKey(
  sealed: string,
  keys: SecretKeys | undefined,
  organizationId: OrganizationId,
): string {
  if (keys === undefined) throw new Error('SECRET_KEY is not set for the workers');
  return openSecret(sealed, keys, locationOf(organizationId));
}
