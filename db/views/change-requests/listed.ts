import type { ChangeRequestStatus } from '../../../domain/change-requests/change-request.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { StoredChangeRequest } from '../../tables/change-requests/change-requests.ts';

/** A change request in a list: without its text, with names and the state of its document. */
export type ListedChangeRequest = Omit<
  StoredChangeRequest,
  'source' | 'format' | 'conflictRevision'
> & {
  documentName: string;
  teamId: string | null;
  teamName: string | null;
  currentRevision: number;
  currentEdition: number;
  commentCount: number;
};

/** Members that are missing do not filter. */
export type ChangeRequestFilter = {
  kind?: string | undefined;
  documentId?: string | undefined;
  status?: ChangeRequestStatus | undefined;
  proposer?: string | undefined;
  /** True leaves out branches without a change since they were cut. */
  changed?: true | undefined;
  /** Owning teams of the documents. */
  teams?: readonly string[] | undefined;
};

const columns = `c.id, c.kind, c.document_id as "documentId", c.title, c.note, c.base_revision as "baseRevision",
    c.base_edition as "baseEdition", c.status, c.revision, c.proposer, c.proposed_by as "proposedBy",
    c.created_at as "createdAt", c.updated_at as "updatedAt", c.decided_at as "decidedAt", c.decided_by as "decidedBy",
    c.decision_note as "decisionNote", c.accepted_revision as "acceptedRevision", c.branch, d.name as "documentName",
    d.owner_id as "teamId", t.name as "teamName", d.revision as "currentRevision",
    d.edition as "currentEdition",
    (select count(*) from change_request_comments m
      where m.organization_id = c.organization_id and m.change_request_id = c.id)::int as "commentCount"`;

const from = `from change_requests c
    join documents d on d.organization_id = c.organization_id and d.kind = c.kind and d.id = c.document_id
    left join documents t on t.organization_id = d.organization_id and t.kind = 'team' and t.id = d.owner_id`;

const conditions: Readonly<Record<keyof ChangeRequestFilter, (parameter: string) => string>> = {
  kind: (parameter) => `c.kind = ${parameter}`,
  documentId: (parameter) => `c.document_id = ${parameter}`,
  status: (parameter) => `c.status = ${parameter}`,
  proposer: (parameter) => `c.proposer = ${parameter}`,
  changed: (parameter) => `(c.branch is null or c.revision > 1) = ${parameter}`,
  teams: (parameter) => `d.owner_id = any(${parameter}::text[])`,
};

/** Change requests, newest first; only those older than `beforeId`. Each set of filters is a statement with its own plan. */
export function listChangeRequests(
  db: Db,
  organizationId: OrganizationId,
  filter: ChangeRequestFilter,
  { beforeId, limit, offset }: { beforeId: string | undefined; limit: number; offset: number },
): Promise<ListedChangeRequest[]> {
  const names = (Object.keys(conditions) as (keyof ChangeRequestFilter)[]).filter(
    (name) => filter[name] !== undefined,
  );
  const wanted = names.map((name, index) => `and ${conditions[name](`$${index + 5}`)}`).join(' ');
  const statement = {
    name: `change-requests-list-${names.join('-')}`,
    text: `select ${columns} ${from}
      where c.organization_id = $1 and ($2::uuid is null or c.id < $2::uuid) ${wanted}
      order by c.id desc limit $3 offset $4`,
  };
  const values = names.map((name) => filter[name]);
  return runStatement<ListedChangeRequest>(db, statement, [
    organizationId,
    beforeId,
    limit,
    offset,
    ...values,
  ]);
}

const find = {
  name: 'change-requests-find-listed',
  text: `select ${columns} ${from} where c.organization_id = $1 and c.id = $2`,
};

/** One change request as lists show it. */
export async function findListedChangeRequest(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<ListedChangeRequest | undefined> {
  const [row] = await runStatement<ListedChangeRequest>(db, find, [organizationId, id]);
  return row;
}
