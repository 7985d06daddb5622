import type { OrganizationId } from '../../../domain/principal.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A role that SCIM gives to a user; `teamId` is empty for the role in the organization. */
export type ScimGrant = { userId: string; teamId: string; email: string; role: string };

const upsert = {
  name: 'scim-grants-upsert',
  text: `insert into scim_grants (organization_id, user_id, team_id, email, role)
    select $1, g.user_id, g.team_id, g.email, g.role
    from json_to_recordset($2::json) as g(user_id uuid, team_id text, email text, role text)
    on conflict (organization_id, user_id, team_id) do update set email = excluded.email, role = excluded.role`,
};

/** Stores grants, replacing those of the same users and teams. */
export async function upsertScimGrants(
  tx: Tx,
  organizationId: OrganizationId,
  grants: readonly ScimGrant[],
): Promise<void> {
  if (grants.length === 0) return;
  const rows = grants.map(({ userId, teamId, email, role }) => ({
    user_id: userId,
    team_id: teamId,
    email,
    role,
  }));
  await runStatement(tx, upsert, [organizationId, JSON.stringify(rows)]);
}

const remove = {
  name: 'scim-grants-delete',
  text: `delete from scim_grants d using json_to_recordset($2::json) as g(user_id uuid, team_id text)
    where d.organization_id = $1 and d.user_id = g.user_id and d.team_id = g.team_id`,
};

/** Deletes grants. */
export async function deleteScimGrants(
  tx: Tx,
  organizationId: OrganizationId,
  grants: readonly Pick<ScimGrant, 'userId' | 'teamId'>[],
): Promise<void> {
  if (grants.length === 0) return;
  const rows = grants.map(({ userId, teamId }) => ({ user_id: userId, team_id: teamId }));
  await runStatement(tx, remove, [organizationId, JSON.stringify(rows)]);
}

/** Deletes the grants of a deleted team, so that a later team with the same id gets them anew. */
export async function deleteScimGrantsOfTeam(
  tx: Tx,
  organizationId: OrganizationId,
  teamId: string,
): Promise<void> {
  await tx('scim_grants').where({ organization_id: organizationId, team_id: teamId }).delete();
}
