import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { teamMembers } from '../../fragments/team-members.ts';

const listSignedIn = {
  name: 'person-names-signed-in',
  text: `select email, name from people where organization_id = $1 and email = any($2) and name is not null`,
};

/** Names of people who have signed in, by their addresses in lower case. */
export async function listSignedInNames(
  db: Db,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const values = [organizationId, [...emails]];
  const rows = await runStatement<{ email: string; name: string }>(db, listSignedIn, values);
  return new Map(rows.map(({ email, name }) => [email, name]));
}

/** The name of a sign-in precedes those in teams: the provider knows it. */
const list = {
  name: 'person-names-list',
  text: `with members as (
      select email, name from (${teamMembers}) t where email = any($2)
      union all
      select email, null from organization_members where organization_id = $1 and email = any($2))
    select k.email, coalesce(p.name, min(m.name)) as name, count(m.email) > 0 as "isMember"
    from unnest($2::text[]) as k(email)
    left join members m on m.email = k.email
    left join people p on p.organization_id = $1 and p.email = k.email
    group by k.email, p.name`,
};

export type PersonName = { name: string | null; isMember: boolean };

/** Names of people by their addresses in lower case, from their sign-in or their teams, and whether they still are in a team. */
export async function listPersonNames(
  db: Db,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<Map<string, PersonName>> {
  if (emails.length === 0) return new Map();
  const rows = await runStatement<PersonName & { email: string }>(db, list, [
    organizationId,
    [...new Set(emails)],
  ]);
  return new Map(rows.map(({ email, ...person }) => [email, person]));
}
