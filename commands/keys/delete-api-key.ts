import type { Database } from '../../db/connect.ts';
import { findListedApiKey } from '../../db/tables/organizations/listed-api-keys.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { assertPermission } from '../assert-permission.ts';
import { revokeApiKey } from './revoke-api-key.ts';

/**
 * Revokes a key on behalf of another: a key of a team by RESOURCES_EDIT on the team, a key of a person by their own keys, any key
 * by the organization. Refuses with `not_found` and `permission_denied`.
 */
export async function deleteApiKey(
  database: Database,
  request: { id: string; principal: Principal; requestId: string; now: Date },
): Promise<void> {
  const { id, principal, requestId, now } = request;
  const { organizationId, name: revokedBy } = principal;
  const key = isUuid(id) ? await findListedApiKey(database.knex, organizationId, id) : undefined;
  if (!key) return refuse('not_found', `There is no working key with the id '${id}'.`);
  const isOwn = key.email !== null && key.email.toLowerCase() === principal.email?.toLowerCase();
  if (!isOwn) {
    const owner = key.teamId ?? undefined;
    await assertPermission(database.knex, principal, 'RESOURCES_EDIT', [owner]);
  }
  await revokeApiKey(database, { organizationId, id: key.id, revokedBy, requestId }, now);
}
