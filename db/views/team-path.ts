import type { TeamOnPath } from '../../domain/permissions.ts';
import { rolesOfDocument } from '../../domain/team-roles.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** Deeper trees than this are cut; it also ends a walk that a broken tree would make endless. */
const maximumDepth = 50;

const read = {
  name: 'team-path',
  text: `with recursive path as (
      select id, owner_id, revision, 1 as depth from documents
      where organization_id = $1 and kind = 'team' and id = $2
      union all
      select d.id, d.owner_id, d.revision, path.depth + 1 from path
      join documents d on d.organization_id = $1 and d.kind = 'team' and d.id = path.owner_id
      where path.depth < $3)
    select path.id, coalesce(r.body->'members', '[]'::json)::text as members,
      case path.depth when 1 then (
        select body::text from settings_documents where organization_id = $1 and name = 'team-roles') end as roles
    from path join document_revisions r
      on r.organization_id = $1 and r.kind = 'team' and r.id = path.id and r.revision = path.revision
    order by path.depth`,
};

/**
 * The team and those above it up to the root, with their direct members and the roles of the organization; empty when
 * it does not exist. The roles come along so that a change of them holds at once, without a further round trip.
 */
export async function listTeamPath(
  db: Db,
  organizationId: OrganizationId,
  teamId: string,
): Promise<TeamOnPath[]> {
  const rows = await runStatement<{ id: string; members: string; roles: string | null }>(db, read, [
    organizationId,
    teamId,
    maximumDepth,
  ]);
  const [first] = rows;
  const roles = first?.roles ? rolesOfDocument(first.roles) : undefined;
  return rows.map(({ id, members }) => ({ id, members: membersOf(JSON.parse(members)), roles }));
}

function membersOf(members: unknown): TeamOnPath['members'] {
  if (!Array.isArray(members)) return [];
  return members.map((member: { emailAddress?: string | null; role?: string | null }) => ({
    emailAddress: member.emailAddress ?? '',
    role: member.role ?? '',
  }));
}
