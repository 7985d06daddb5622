import type { Db } from '../../db/connect.ts';
import { findApiKeyById } from '../../db/tables/organizations/api-keys.ts';
import type { ApiKey } from '../../db/tables/organizations/api-keys.ts';
import { findPerson } from '../../db/tables/organizations/people.ts';
import { refuse } from '../../domain/errors.ts';
import {
  endOfKey,
  isWorkingKey,
  readKeyText,
  sameDigest,
} from '../../domain/organizations/api-key-rules.ts';
import { personPrefix, principalOfPerson } from '../../domain/organizations/people.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';

const prefix = 'api-key:';
const noDigest = Buffer.alloc(32);
const otherDigest = Buffer.alloc(32, 1);

/** Finds the valid key with this text. Unknown, wrong, revoked and expired keys are refused with the same `api_key_invalid`. */
export async function checkApiKey(
  text: string,
  now: Date,
  find: (publicId: string) => Promise<ApiKey | undefined>,
): Promise<ApiKey> {
  const parts = readKeyText(text);
  const key = parts && (await find(parts.publicId));
  // Unknown keys run the same comparison, so that the timing reveals nothing.
  const matches = sameDigest(parts?.secretHash ?? noDigest, key?.secretHash ?? otherDigest);
  if (key && matches && isWorkingKey(key, now)) return key;
  return refuse('api_key_invalid', 'The API key was not found or not the expected value.');
}

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
