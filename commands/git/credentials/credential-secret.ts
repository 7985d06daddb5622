import type { GitCredentialKey } from '../../../db/tables/git/credentials.ts';
import { refuse } from '../../../domain/errors.ts';
import { openSecret, sealSecret } from '../../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../../lib/secrets/secrets.ts';

function locationOf({ organizationId, id }: GitCredentialKey): string[] {
  return ['git_credentials', organizationId, id, 'secret'];
}

function refuseWithoutKey(): never {
  return refuse(
    'secret_key_missing',
    'Git credentials are stored encrypted: an operator must set SECRET_KEY for all processes and restart them.',
  );
}

/** Seals a token or private key for storage. Refuses with `secret_key_missing` if SECRET_KEY is not set. */
export function sealGitSecret(
  secret: string,
  keys: SecretKeys | undefined,
  key: GitCredentialKey,
): string {
  return sealSecret(secret, keys ?? refuseWithoutKey(), locationOf(key));
}

/** Opens the token or private key of this credential; throws an error with the reason if that fails. */
export function openGitSecret(
  sealed: string,
  keys: SecretKeys | undefined,
  key: GitCredentialKey,
): string {
  return openSecret(sealed, keys ?? refuseWithoutKey(), locationOf(key));
}
