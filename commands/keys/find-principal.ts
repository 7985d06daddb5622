import type { Db } from '../../db/connect.ts';
import { findApiKeyById } from '../../db/tables/api-keys.ts';
import type { ApiKey } from '../../db/tables/api-keys.ts';
import { endOfKey, isWorkingKey } from '../../domain/api-key-rules.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';

const prefix = 'api-key:';

/** Who asks with this key. */
export function principalOf(key: ApiKey): Principal {
  return {
    organizationId: key.organizationId,
    name: `${prefix}${key.id}`,
    scope: key.scope,
    teamId: key.teamId ?? undefined,
    email: key.email ?? undefined,
    isOwner: key.isOwner,
    expiresAt: endOfKey(key),
  };
}

/** Who asked for something earlier, as events and work name it, with the rights of today; undefined when the key has ended since. */
export async function findPrincipal(
  db: Db,
  organizationId: OrganizationId,
  name: string,
  now: Date,
): Promise<Principal | undefined> {
  if (!name.startsWith(prefix)) return undefined;
  const key = await findApiKeyById(db, organizationId, name.slice(prefix.length));
  return key && isWorkingKey(key, now) ? principalOf(key) : undefined;
}
