import { localAdministrator } from '../../../domain/organizations/people.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { mentions } from './teams-of-person.ts';

/** An organization that a person may sign in to. */
export type OwnOrganization = { id: OrganizationId; name: string; vanity: string };

const list = {
  name: 'organizations-of-person',
  text: `select o.id, o.name, o.vanity from organizations o
    where $2::boolean
      or not exists (select 1 from scim_resources s where s.organization_id = o.id and s.email = $1 and not s.is_active) and (
        exists (select 1 from organization_members m where m.organization_id = o.id and m.email = $1)
      or exists (
        select 1 from documents d
        cross join lateral (
          select body from document_revisions
          where organization_id = d.organization_id and kind = d.kind and id = d.id and revision = d.revision
            and ${mentions('body', '$1')} limit 1) r
        cross join lateral json_array_elements(
          case json_typeof(r.body->'members') when 'array' then r.body->'members' else '[]' end) as member
        where d.organization_id = o.id and d.kind = 'team' and lower(member->>'emailAddress') = $1))
    order by o.created_at, o.id`,
};

/**
 * The organizations in which the address is a member of a team or has a role, oldest first; all of them for the local
 * administrator. Organizations whose identity provider has switched the person off are left out.
 */
export async function listOrganizationsOfPerson(db: Db, email: string): Promise<OwnOrganization[]> {
  const isAdministrator = email === localAdministrator.email;
  const rows = await runStatement<OwnOrganization>(db, list, [email, isAdministrator]);
  return rows.map((row) => ({ ...row, id: asOrganizationId(row.id) }));
}
