import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';
import type { Listed } from './listed.ts';
import type { TodoFilter } from './todo.ts';

/** A proposed change that waits for a decision. */
export type WaitingChange = {
  id: string;
  kind: string;
  documentId: string;
  documentName: string;
  teamName: string | null;
  title: string;
  proposedBy: string;
  createdAt: Date;
};

const textFor = (condition: string): string =>
  `select c.id, c.kind, c.document_id as "documentId", d.name as "documentName", t.name as "teamName", c.title,
      c.proposed_by as "proposedBy", c.created_at as "createdAt", (count(*) over ())::int as total
    from change_requests c
    join documents d on d.organization_id = c.organization_id and d.kind = c.kind and d.id = c.document_id
    left join documents t on t.organization_id = c.organization_id and t.kind = 'team' and t.id = d.owner_id
    where c.organization_id = $1 and c.status = 'open'
      and (c.branch is null or c.revision > 1) ${condition}
    order by c.id limit $3`;

const ofTeams: Statement = {
  name: 'todo-changes-of-teams',
  text: textFor('and d.owner_id = any($2::text[])'),
};
const ofAll: Statement = {
  name: 'todo-changes-all',
  text: textFor('and $2::text[] is null'),
};

/** Open change requests, except untouched branches, for documents of these teams, the longest waiting first. */
export function listWaitingChanges(
  db: Db,
  organizationId: OrganizationId,
  { teams, limit }: TodoFilter,
): Promise<Listed<WaitingChange>[]> {
  return runStatement(db, teams ? ofTeams : ofAll, [organizationId, teams, limit]);
}

const countText = (condition: string): string =>
  `select count(*)::int as count from change_requests c
    join documents d on d.organization_id = c.organization_id and d.kind = c.kind and d.id = c.document_id
    where c.organization_id = $1 and c.status = 'open'
      and (c.branch is null or c.revision > 1) ${condition}`;

const countOfTeams: Statement = {
  name: 'todo-changes-count-of-teams',
  text: countText('and d.owner_id = any($2::text[])'),
};
const countOfAll: Statement = {
  name: 'todo-changes-count-all',
  text: countText('and $2::text[] is null'),
};

/** The number of open change requests for documents of these teams. */
export async function countWaitingChanges(
  db: Db,
  organizationId: OrganizationId,
  teams: readonly string[] | undefined,
): Promise<number> {
  const statement = teams ? countOfTeams : countOfAll;
  const [row] = await runStatement<{ count: number }>(db, statement, [organizationId, teams]);
  return row?.count ?? 0;
}

const countOfProposer = {
  name: 'todo-changes-count-of-proposer',
  text: `select count(*)::int as count from change_requests
    where organization_id = $1 and proposer = $2 and status = 'open'`,
};

/** The number of open change requests of a proposer. */
export async function countProposedChanges(
  db: Db,
  organizationId: OrganizationId,
  proposer: string,
): Promise<number> {
  const values = [organizationId, proposer];
  const [row] = await runStatement<{ count: number }>(db, countOfProposer, values);
  return row?.count ?? 0;
}
