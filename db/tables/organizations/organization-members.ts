import type { OrganizationId } from '../../../domain/principal.ts';
import type { OrganizationRole } from '../../../domain/organizations/members.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Identifies a person of an organization; the address is in lower case. */
export type MemberKey = { organizationId: OrganizationId; email: string };

const findRole = {
  name: 'organization-members-find-role',
  text: `select role from organization_members where organization_id = $1 and email = $2`,
};

/** The explicit role of a person; undefined for most team members, who have none. */
export async function findOrganizationRole(
  db: Db,
  key: MemberKey,
): Promise<OrganizationRole | undefined> {
  type Row = { role: OrganizationRole };
  const [row] = await runStatement<Row>(db, findRole, [key.organizationId, key.email]);
  return row?.role;
}

const listFirstOwners = {
  name: 'organization-members-list-owners',
  text: `select email from organization_members where organization_id = $1 and role = 'Owner' order by email limit $2`,
};

/** Addresses of up to `limit` Owners of the organization. */
export async function listOrganizationOwners(
  db: Db,
  organizationId: OrganizationId,
  limit: number,
): Promise<string[]> {
  const rows = await runStatement<{ email: string }>(db, listFirstOwners, [organizationId, limit]);
  return rows.map(({ email }) => email);
}

const upsert = {
  name: 'organization-members-upsert',
  text: `insert into organization_members (organization_id, email, role, custom, updated_at, updated_by)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (organization_id, email) do update set role = excluded.role, custom = excluded.custom,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
};

/** Stores a person's role and attributes. */
export async function upsertOrganizationMember(
  db: Db,
  key: MemberKey,
  member: { role: OrganizationRole; custom: Record<string, string>; principal: string; now: Date },
): Promise<void> {
  const { role, custom, principal, now } = member;
  const values = [key.organizationId, key.email, role, JSON.stringify(custom), now, principal];
  await runStatement(db, upsert, values);
}

/** Deletes a person's stored role and attributes; false when there were none. */
export async function deleteOrganizationMember(db: Db, key: MemberKey): Promise<boolean> {
  const deleted = await db('organization_members')
    .where({ organization_id: key.organizationId, email: key.email })
    .delete();
  return deleted === 1;
}

const listAllOwners = {
  name: 'organization-members-owners',
  text: `select email from organization_members where organization_id = $1 and role = 'Owner' order by email`,
};

/** E-mail addresses of the Owners of the organization. */
export async function listOwners(db: Db, organizationId: OrganizationId): Promise<string[]> {
  const rows = await runStatement<{ email: string }>(db, listAllOwners, [organizationId]);
  return rows.map(({ email }) => email);
}
