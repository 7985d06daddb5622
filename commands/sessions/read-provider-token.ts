import type { UiSession } from '../../db/tables/organizations/ui-sessions.ts';
import { openSecret } from '../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import { providerTokenLocation } from './begin-session.ts';

/** The ID token with which a session began; undefined for other sessions, and when its key is no longer known. */
export function readProviderToken(
  { id, providerToken }: Pick<UiSession, 'id' | 'providerToken'>,
  organizationId: string,
  secretKey: SecretKeys | undefined,
): string | undefined {
  if (providerToken === null || secretKey === undefined) return undefined;
  try {
    return openSecret(providerToken, secretKey, providerTokenLocation(organizationId, id));
  } catch {
    // Without the token one stays signed in at the provider, which is no reason to stay signed in here.
    return undefined;
  }
}
