import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const readBelow = {
  name: 'team-tree-below',
  // `union` ends the walk at a team that was visited before.
  text: `with recursive below as (
      select d.id from documents d where d.organization_id = $1 and d.kind = 'team' and d.id = any($2)
      union
      select d.id from below join documents d
        on d.organization_id = $1 and d.kind = 'team' and d.owner_id = below.id)
    select id from below`,
};

/** The existing teams among these, and all teams below them in the tree. */
export async function listTeamsBelow(
  db: Db,
  organizationId: OrganizationId,
  teamIds: readonly string[],
): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(db, readBelow, [organizationId, teamIds]);
  return rows.map(({ id }) => id);
}

const readNames = {
  name: 'team-tree-names',
  text: `select d.id, d.name from unnest($2::text[]) with ordinality as t(id, n)
    join documents d on d.organization_id = $1 and d.kind = 'team' and d.id = t.id order by t.n`,
};

/** Names of the existing teams among these, in the same order. */
export async function listTeamNames(
  db: Db,
  organizationId: OrganizationId,
  teamIds: readonly string[],
): Promise<Map<string, string | undefined>> {
  type Row = { id: string; name: string | null };
  const rows = await runStatement<Row>(db, readNames, [organizationId, [...new Set(teamIds)]]);
  return new Map(rows.map(({ id, name }) => [id, name ?? undefined]));
}

const readNamed = {
  name: 'team-tree-named',
  text: `select id from documents where organization_id = $1 and kind = 'team' and id <> ''
    and left(lower(name), 100) collate "C" = left(lower($2), 100) collate "C" and lower(name) = lower($2)`,
};

/** Teams with this name, in any case; names need not be unique. */
export async function listTeamsNamed(
  db: Db,
  organizationId: OrganizationId,
  name: string,
): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(db, readNamed, [organizationId, name]);
  return rows.map(({ id }) => id);
}
