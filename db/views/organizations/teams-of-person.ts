import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A role of a person in a team. */
export type TeamOfPerson = { id: string; name: string; role: string };

/**
 * Parsing all teams takes much longer than searching their texts. A text with a backslash may spell the address with escapes, so it
 * is parsed in any case.
 */
export function mentions(body: string, email: string): string {
  return `(strpos(lower(${body}::text), ${email}) > 0 or strpos(${body}::text, '\\') > 0)`;
}

const list = {
  name: 'teams-of-person',
  text: `select d.id, d.name, coalesce(member->>'role', '') as role
    from documents d
    cross join lateral (
      select body from document_revisions
      where organization_id = d.organization_id and kind = d.kind and id = d.id and revision = d.revision
        and ${mentions('body', '$2')} limit 1) r
    cross join lateral json_array_elements(
      case json_typeof(r.body->'members') when 'array' then r.body->'members' else '[]' end) as member
    where d.organization_id = $1 and d.kind = 'team' and lower(member->>'emailAddress') = $2
    order by d.name, d.id, role`,
};

/** The teams that name this address (in lower case) as a member, with its roles, by name. */
export function listTeamsOfPerson(
  db: Db,
  organizationId: OrganizationId,
  email: string,
): Promise<TeamOfPerson[]> {
  return runStatement<TeamOfPerson>(db, list, [organizationId, email]);
}

const listBelow = {
  name: 'teams-below',
  text: `with recursive below as (
      select id, 1 as depth from documents where organization_id = $1 and kind = 'team' and id = any($2::text[])
      union
      select d.id, below.depth + 1 from below
      join documents d on d.organization_id = $1 and d.kind = 'team' and d.owner_id = below.id
      where below.depth < 50)
    select distinct id from below`,
};

/** Ids of the teams and of all teams below them, to which their roles extend. */
export async function listTeamsBelow(
  db: Db,
  organizationId: OrganizationId,
  teamIds: readonly string[],
): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(db, listBelow, [organizationId, teamIds]);
  return rows.map(({ id }) => id);
}
