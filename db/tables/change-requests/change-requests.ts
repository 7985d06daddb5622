import type { ChangeRequestStatus } from '../../../domain/change-requests/change-request.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one change request of one organization. */
export type ChangeRequestKey = { organizationId: OrganizationId; id: string };

/** The proposed text. */
export type Proposal = {
  source: string;
  format: 'json' | 'yaml';
  title: string;
  note: string | null;
  /** The state of the document that was edited. */
  baseRevision: number;
  baseEdition: number;
};

export type StoredChangeRequest = Proposal & {
  id: string;
  kind: string;
  documentId: string;
  status: ChangeRequestStatus;
  revision: number;
  proposer: string;
  proposedBy: string;
  createdAt: Date;
  updatedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  decisionNote: string | null;
  acceptedRevision: number | null;
  /** Name of a branch of a data contract; null for other changes. */
  branch: string | null;
  /** Revision of the contract that the last merge or rebase of the branch disagreed with. */
  conflictRevision: number | null;
};

/** SQL of the columns of a change request. */
export const changeRequestColumns = `id, kind, document_id as "documentId", source, format, title, note, base_revision as "baseRevision",
    base_edition as "baseEdition", status, revision, proposer, proposed_by as "proposedBy", created_at as "createdAt",
    updated_at as "updatedAt", decided_at as "decidedAt", decided_by as "decidedBy", decision_note as "decisionNote",
    accepted_revision as "acceptedRevision", branch, conflict_revision as "conflictRevision"`;

const find = {
  name: 'change-requests-find',
  text: `select ${changeRequestColumns} from change_requests where organization_id = $1 and id = $2`,
};

/** One change request with its text. */
export async function findChangeRequest(
  db: Db,
  { organizationId, id }: ChangeRequestKey,
): Promise<StoredChangeRequest | undefined> {
  const [row] = await runStatement<StoredChangeRequest>(db, find, [organizationId, id]);
  return row;
}

const lock = { name: 'change-requests-lock', text: `${find.text} for update` };

/** The same, locked until the end of the transaction: an edit and two decisions cannot overtake each other. */
export async function lockChangeRequest(
  tx: Tx,
  { organizationId, id }: ChangeRequestKey,
): Promise<StoredChangeRequest | undefined> {
  const [row] = await runStatement<StoredChangeRequest>(tx, lock, [organizationId, id]);
  return row;
}

const insert = {
  name: 'change-requests-insert',
  text: `insert into change_requests (organization_id, id, kind, document_id, base_revision, base_edition, source, format,
      title, note, status, revision, proposer, proposed_by, created_at, updated_at, branch)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'open', 1, $11, $12, $13, $13, $15
    where (select count(*) from change_requests
      where organization_id = $1 and kind = $3 and document_id = $4 and status = 'open') < $14
    on conflict (organization_id, kind, document_id, branch) where status = 'open' and branch is not null do nothing
    returning 1`,
};

type NewChangeRequest = Proposal &
  Pick<StoredChangeRequest, 'kind' | 'documentId' | 'proposer' | 'proposedBy'> & {
    branch?: string;
  };

/** Stores an open change request; false when the document has `max` of them, or an open branch with the same name. */
export async function insertChangeRequest(
  tx: Tx,
  { organizationId, id }: ChangeRequestKey,
  request: NewChangeRequest,
  { now, max }: { now: Date; max: number },
): Promise<boolean> {
  const { kind, documentId, proposer, proposedBy, branch, ...proposal } = request;
  const { baseRevision, baseEdition, source, format, title, note } = proposal;
  const document = [organizationId, id, kind, documentId];
  const text = [baseRevision, baseEdition, source, format, title, note];
  const values = [...document, ...text, proposer, proposedBy, now, max, branch];
  return (await runStatement(tx, insert, values)).length === 1;
}

const update = {
  name: 'change-requests-update',
  text: `update change_requests set source = $3, format = $4, title = $5, note = $6, base_revision = $7, base_edition = $8,
      revision = revision + 1, updated_at = $9, conflict_revision = null
    where organization_id = $1 and id = $2`,
};

/** Replaces the proposal of a locked change request. */
export async function updateProposal(
  tx: Tx,
  { organizationId, id }: ChangeRequestKey,
  { source, format, title, note, baseRevision, baseEdition }: Proposal,
  now: Date,
): Promise<void> {
  const text = [source, format, title, note, baseRevision, baseEdition];
  await runStatement(tx, update, [organizationId, id, ...text, now]);
}

const decide = {
  name: 'change-requests-decide',
  text: `update change_requests set status = $3, decided_by = $4, decision_note = $5, accepted_revision = $6,
      decided_at = $7, updated_at = $7, revision = revision + 1
    where organization_id = $1 and id = $2`,
};

/** Ends a locked change request. */
export async function decideChangeRequest(
  tx: Tx,
  { organizationId, id }: ChangeRequestKey,
  decision: {
    status: Exclude<ChangeRequestStatus, 'open'>;
    principal: string;
    note: string | undefined;
    acceptedRevision?: number;
  },
  now: Date,
): Promise<void> {
  const { status, principal, note, acceptedRevision } = decision;
  const values = [organizationId, id, status, principal, note, acceptedRevision, now];
  await runStatement(tx, decide, values);
}
