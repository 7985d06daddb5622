import type { TeamOnPath } from '../../../domain/organizations/permissions.ts';
import { rolesOfDocument } from '../../../domain/organizations/team-roles.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { batched } from '../../batched.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Maximum depth of the walk; also ends the walk through a cyclic tree. */
const maxDepth = 50;

const read = {
  name: 'team-path',
  text: `with recursive path as (
      select k.n, d.organization_id, d.id, d.owner_id, d.revision, 1 as depth
      from unnest($1::uuid[], $2::text[]) with ordinality as k(organization_id, id, n)
      join documents d on d.organization_id = k.organization_id and d.kind = 'team' and d.id = k.id
      union all
      select path.n, d.organization_id, d.id, d.owner_id, d.revision, path.depth + 1 from path
      join documents d on d.organization_id = path.organization_id and d.kind = 'team' and d.id = path.owner_id
      where path.depth < $3)
    select path.n::int as n, path.id, coalesce(r.body->'members', '[]'::json)::text as members,
      case path.depth when 1 then (
        select body::text from settings_documents s
        where s.organization_id = path.organization_id and s.name = 'team-roles') end as roles
    from path join document_revisions r
      on r.organization_id = path.organization_id and r.kind = 'team' and r.id = path.id and r.revision = path.revision
    order by path.n, path.depth`,
};

type Team = { organizationId: OrganizationId; id: string };
type Row = { n: number; id: string; members: string; roles: string | null };

/** Many ask for the same team at once, such as the documents of an import. */
const readTogether = batched<Team, TeamOnPath[]>({ maxRunning: 4 }, async (db, asked) => {
  const nameOf = ({ organizationId, id }: Team): string => `${organizationId} ${id}`;
  const teams = new Map(asked.map((team) => [nameOf(team), team]));
  const rows = await runStatement<Row>(db, read, [
    [...teams.values()].map(({ organizationId }) => organizationId),
    [...teams.values()].map(({ id }) => id),
    maxDepth,
  ]);
  const names = [...teams.keys()];
  const paths = new Map(
    names.map((name, index) => [name, toPath(rows.filter(({ n }) => n === index + 1))]),
  );
  return asked.map((team) => paths.get(nameOf(team)));
});

function toPath(rows: readonly Row[]): TeamOnPath[] {
  const [first] = rows;
  const roles = first?.roles ? rolesOfDocument(first.roles) : undefined;
  return rows.map(({ id, members }) => ({ id, members: membersOf(JSON.parse(members)), roles }));
}

/**
 * The team and its ancestors up to the root, with their direct members and the roles of the organization; empty
 * when the team does not exist. Roles are read in the same query so that a change of them applies at once,
 * without another round trip.
 */
export async function listTeamPath(
  db: Db,
  organizationId: OrganizationId,
  teamId: string,
): Promise<TeamOnPath[]> {
  return (await readTogether(db, { organizationId, id: teamId })) ?? [];
}

function membersOf(members: unknown): TeamOnPath['members'] {
  if (!Array.isArray(members)) return [];
  return members.map((member: { emailAddress?: string | null; role?: string | null }) => ({
    emailAddress: member.emailAddress ?? '',
    role: member.role ?? '',
  }));
}
