import type { OrganizationId } from '../../../domain/principal.ts';
import type { GroupRole } from '../../../domain/scim/mapping.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A difference between the roles that users should have by their groups, and those that they were given. */
export type GrantChange = {
  userId: string;
  /** Empty for the role in the organization. */
  teamId: string;
  /** The address and role to give; null to take a role away. */
  email: string | null;
  role: string | null;
  formerEmail: string | null;
  formerRole: string | null;
};

const list = {
  name: 'scim-grant-changes',
  text: `with mapping as materialized (
      select m.* from json_to_recordset($2::json) as m(place int, group_key text collate "C", team_id text collate "C", role text)
      where m.team_id = '' or exists (
        select 1 from documents d where d.organization_id = $1 and d.kind = 'team' and d.id = m.team_id)),
    given as (
      select u.id as user_id, u.email, m.team_id, m.role, m.place
      from mapping m
      join scim_resources g on g.organization_id = $1 and g.kind = 'Group' and g.name_key = m.group_key
      join scim_group_members gm on gm.organization_id = $1 and gm.group_id = g.id
      join scim_resources u on u.organization_id = $1 and u.id = gm.user_id
      where u.email is not null and u.is_active and ($3::uuid[] is null or u.id = any($3))
      union all
      select u.id, u.email, '' collate "C", 'Member', 2147483647 from scim_resources u
      where u.organization_id = $1 and u.kind = 'User' and u.email is not null and u.is_active
        and ($3::uuid[] is null or u.id = any($3))),
    wanted as (
      select distinct on (user_id, team_id) user_id, team_id, email, role from given order by user_id, team_id, place),
    current as (
      select user_id, team_id, email, role from scim_grants
      where organization_id = $1 and ($3::uuid[] is null or user_id = any($3)))
    select coalesce(w.user_id, c.user_id) as "userId", coalesce(w.team_id, c.team_id) as "teamId", w.email, w.role,
      c.email as "formerEmail", c.role as "formerRole", (count(*) over ())::int as total
    from wanted w full join current c on c.user_id = w.user_id and c.team_id = w.team_id
    where w.role is distinct from c.role or w.email is distinct from c.email
    order by 2, coalesce(w.email, c.email), 1 limit $4`,
};

/** The differences of these users, or of all, at most `limit`, and how many there are. */
export async function listGrantChanges(
  db: Db,
  organizationId: OrganizationId,
  {
    roles,
    userIds,
    limit,
  }: { roles: readonly GroupRole[]; userIds?: readonly string[]; limit: number },
): Promise<{ changes: GrantChange[]; total: number }> {
  const mapping = roles.map(({ groupKey, teamId, role }, place) => ({
    place,
    group_key: groupKey,
    team_id: teamId,
    role,
  }));
  const values = [organizationId, JSON.stringify(mapping), userIds, limit];
  const rows = await runStatement<GrantChange & { total: number }>(db, list, values);
  const total = rows[0]?.total ?? 0;
  return { changes: rows, total };
}
