import type { OrganizationId } from '../../../domain/principal.ts';
import type {
  OrganizationMember,
  OrganizationRole,
} from '../../../domain/organizations/members.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { teamMembers } from '../../fragments/team-members.ts';

const list = {
  name: 'organization-members-list',
  text: `with known as (
      select email from (${teamMembers}) t
      union
      select email from organization_members where organization_id = $1)
    select k.email, coalesce(m.role, 'Member') as role, coalesce(m.custom, '{}'::json)::text as custom,
      exists (select 1 from scim_resources s where s.organization_id = $1 and s.email = k.email) as "isProvisioned"
    from known k
    left join organization_members m on m.organization_id = $1 and m.email = k.email
    where k.email <> '' and ($2::text[] is null or k.email = any($2)) and ($3::text is null or k.email > $3)
    order by k.email limit $4 offset $5`,
};

type Row = { email: string; role: OrganizationRole; custom: string; isProvisioned: boolean };

/** People who are in a team or have a stored role, each once, in the order of their addresses (in lower case). */
export async function listOrganizationMembers(
  db: Db,
  organizationId: OrganizationId,
  page: { emails?: readonly string[]; after?: string | undefined; limit: number; offset: number },
): Promise<OrganizationMember[]> {
  const { emails, after, limit, offset } = page;
  const values = [organizationId, emails, after, limit, offset];
  const rows = await runStatement<Row>(db, list, values);
  return rows.map((row) => ({ ...row, custom: JSON.parse(row.custom) as Record<string, string> }));
}

/** The person with this address (in lower case), if one is known. */
export async function findOrganizationMember(
  db: Db,
  organizationId: OrganizationId,
  email: string,
): Promise<OrganizationMember | undefined> {
  const [member] = await listOrganizationMembers(db, organizationId, {
    emails: [email],
    limit: 1,
    offset: 0,
  });
  return member;
}
