import type { OrganizationId } from '../../domain/principal.ts';
import type { OrganizationRole } from '../../domain/organization-members.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** Names a person of an organization; the address is in lower case. */
export type MemberKey = { organizationId: OrganizationId; email: string };

const findRole = {
  name: 'organization-members-find-role',
  text: `select role from organization_members where organization_id = $1 and email = $2`,
};

/** The role that is written down for a person; undefined when none is, as for most who are in teams. */
export async function findOrganizationRole(
  db: Db,
  key: MemberKey,
): Promise<OrganizationRole | undefined> {
  type Row = { role: OrganizationRole };
  const [row] = await runStatement<Row>(db, findRole, [key.organizationId, key.email]);
  return row?.role;
}

const upsert = {
  name: 'organization-members-upsert',
  text: `insert into organization_members (organization_id, email, role, custom, updated_at, updated_by)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (organization_id, email) do update set role = excluded.role, custom = excluded.custom,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
};

/** Writes down the role of a person, and what else callers want to keep about them. */
export async function upsertOrganizationMember(
  db: Db,
  key: MemberKey,
  member: { role: OrganizationRole; custom: Record<string, string>; principal: string; now: Date },
): Promise<void> {
  const { role, custom, principal, now } = member;
  const values = [key.organizationId, key.email, role, JSON.stringify(custom), now, principal];
  await runStatement(db, upsert, values);
}

/** Forgets what was written down about a person; false when nothing was. */
export async function deleteOrganizationMember(db: Db, key: MemberKey): Promise<boolean> {
  const deleted = await db('organization_members')
    .where({ organization_id: key.organizationId, email: key.email })
    .delete();
  return deleted === 1;
}
