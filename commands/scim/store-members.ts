import type { Tx } from '../../db/connect.ts';
import { findUnknownUser, replaceGroupMembers } from '../../db/tables/scim/group-members.ts';
import type { ScimResource } from '../../db/tables/scim/resources.ts';
import { refuseScim } from '../../domain/scim/protocol/refuse-scim.ts';
import { isUuid } from '../../lib/ids.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { ScimCause } from './cause.ts';

const nested = 'Groups within groups are not possible: send their users.';

/**
 * Makes these users the members of a group; returns their ids, and those that came and went. Refuses with `invalidValue` ids that are
 * no user's, such as those of groups.
 */
export async function storeMembers(
  tx: Tx,
  { kind, id }: ScimResource,
  members: readonly JsonObject[],
  { principal: { organizationId } }: ScimCause,
): Promise<{ all: string[]; changed: string[] }> {
  if (kind !== 'Group') return { all: [], changed: [] };
  const all = [...new Set(members.map(userIdOf))];
  const unknown = await findUnknownUser(tx, organizationId, all);
  if (unknown !== undefined) {
    refuseScim('invalidValue', `'members' has the id '${unknown}', which is no user's. ${nested}`);
  }
  return { all, changed: await replaceGroupMembers(tx, { organizationId, id }, all) };
}

function userIdOf({ value, type }: JsonObject): string {
  if (typeof type === 'string' && type.toLowerCase() === 'group') {
    refuseScim('invalidValue', nested);
  }
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
  return refuseScim('invalidValue', "Each value of 'members' needs the id of a user in 'value'.");
}
