import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const list = {
  name: 'scim-members-list',
  text: `select group_id as "groupId", user_id as "userId" from scim_group_members
    where organization_id = $1 and group_id = any($2::uuid[]) order by group_id, user_id`,
};

/** Ids of the users of each of the groups. */
export async function listGroupMembers(
  db: Db,
  organizationId: OrganizationId,
  groupIds: readonly string[],
): Promise<Map<string, string[]>> {
  type Row = { groupId: string; userId: string };
  const found = new Map<string, string[]>(groupIds.map((id) => [id, []]));
  if (groupIds.length === 0) return found;
  const rows = await runStatement<Row>(db, list, [organizationId, groupIds]);
  for (const { groupId, userId } of rows) found.get(groupId)?.push(userId);
  return found;
}

const count = {
  name: 'scim-members-count',
  text: `select g.id, (select count(*) from scim_group_members m
      where m.organization_id = $1 and m.group_id = g.id)::int as members
    from unnest($2::uuid[]) g(id)`,
};

/** Numbers of users of each of the groups. */
export async function countGroupMembers(
  db: Db,
  organizationId: OrganizationId,
  groupIds: readonly string[],
): Promise<Map<string, number>> {
  type Row = { id: string; members: number };
  const rows = await runStatement<Row>(db, count, [organizationId, groupIds]);
  return new Map(rows.map(({ id, members }) => [id, members]));
}

/** A group that has a user as a member. */
export type GroupOfUser = { userId: string; groupId: string; display: string };

const listGroups = {
  name: 'scim-members-groups',
  text: `select m.user_id as "userId", m.group_id as "groupId", g.body->>'displayName' as display
    from scim_group_members m
    join scim_resources g on g.organization_id = m.organization_id and g.id = m.group_id
    where m.organization_id = $1 and m.user_id = any($2::uuid[]) order by g.name_key`,
};

/** The groups of the users, by their names. */
export async function listGroupsOfUsers(
  db: Db,
  organizationId: OrganizationId,
  userIds: readonly string[],
): Promise<GroupOfUser[]> {
  if (userIds.length === 0) return [];
  return runStatement<GroupOfUser>(db, listGroups, [organizationId, userIds]);
}

const findUnknown = {
  name: 'scim-members-find-unknown',
  text: `select u.id from unnest($2::uuid[]) u(id)
    where not exists (select 1 from scim_resources r where r.organization_id = $1 and r.kind = 'User' and r.id = u.id)
    limit 1`,
};

/** One of the ids that is no user's. */
export async function findUnknownUser(
  db: Db,
  organizationId: OrganizationId,
  userIds: readonly string[],
): Promise<string | undefined> {
  const rows = await runStatement<{ id: string }>(db, findUnknown, [organizationId, userIds]);
  return rows[0]?.id;
}

const remove = {
  name: 'scim-members-delete',
  text: `delete from scim_group_members where organization_id = $1 and group_id = $2
    and user_id <> all($3::uuid[]) returning user_id as id`,
};

const add = {
  name: 'scim-members-insert',
  text: `insert into scim_group_members (organization_id, group_id, user_id)
    select $1, $2, u.id from unnest($3::uuid[]) u(id) on conflict do nothing returning user_id as id`,
};

/** Makes the users the members of a group; returns the ids of those that came and went. */
export async function replaceGroupMembers(
  tx: Tx,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
  userIds: readonly string[],
): Promise<string[]> {
  const values = [organizationId, id, userIds];
  const gone = await runStatement<{ id: string }>(tx, remove, values);
  const come = await runStatement<{ id: string }>(tx, add, values);
  return [...gone, ...come].map((row) => row.id);
}
