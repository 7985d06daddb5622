import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { openSecret, sealSecret } from '../../lib/secrets.ts';
import type { SecretKeys } from '../../lib/secrets.ts';

const placeOf = (organizationId: OrganizationId): string[] => [
  'test_engines',
  organizationId,
  'api_key',
];

/** The API key as it is stored. Refuses with `secret_key_missing` when the installation has no key to seal it with. */
export function sealEngineKey(
  apiKey: string,
  keys: SecretKeys | undefined,
  organizationId: OrganizationId,
): string {
  return sealSecret(apiKey, keys ?? refuseWithoutKey(), placeOf(organizationId));
}

function refuseWithoutKey(): never {
  return refuse(
    'secret_key_missing',
    'The API key cannot be stored: an operator has to set SECRET_KEY for all processes and start them again.',
  );
}

/** The API key that was sealed for this organization; throws an error that says why when it cannot be read. */
export function openEngineKey(
  sealed: string,
  keys: SecretKeys | undefined,
  organizationId: OrganizationId,
): string {
  if (keys === undefined) throw new Error('SECRET_KEY is not set for the workers');
  return openSecret(sealed, keys, placeOf(organizationId));
}
