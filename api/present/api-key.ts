import type { ListedApiKey } from '../../db/tables/organizations/api-keys.ts';
import { apiKeyState } from '../../domain/organizations/api-key-rules.ts';

/** A key as an entry of a list, without its secret. */
export function presentApiKey(key: ListedApiKey, now: Date): object {
  return {
    organizationApiKeyId: key.id,
    displayName: key.displayName,
    scope: key.scope,
    teamId: key.teamId,
    email: key.email,
    expiresAt: key.expiresOn,
    state: apiKeyState(key, now),
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}
