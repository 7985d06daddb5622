import type { Db } from '../../db/connect.ts';
import { findApiKeyById } from '../../db/tables/organizations/api-keys.ts';
import type { ApiKey } from '../../db/tables/organizations/api-keys.ts';
import { findPerson } from '../../db/tables/organizations/people.ts';
import { personPrefix, principalOfPerson } from '../../domain/organizations/people.ts';
import { endOfKey, isWorkingKey } from '../../domain/organizations/api-key-rules.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';

const prefix = 'api-key:';

/** The principal of a key. */
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

/**
 * The principal of an earlier request, as recorded in events and work, with its current rights; undefined if the key was revoked
 * since.
 */
export async function findPrincipal(
  db: Db,
  organizationId: OrganizationId,
  name: string,
  now: Date,
): Promise<Principal | undefined> {
  if (name.startsWith(personPrefix)) {
    const id = name.slice(personPrefix.length);
    const person = isUuid(id) ? await findPerson(db, organizationId, id) : undefined;
    return person && principalOfPerson(person);
  }
  if (!name.startsWith(prefix)) return undefined;
  const key = await findApiKeyById(db, organizationId, name.slice(prefix.length));
  return key && isWorkingKey(key, now) ? principalOf(key) : undefined;
}
