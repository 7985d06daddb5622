import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { BranchKey } from './ontology-branches.ts';

type MergeKey = { organizationId: OrganizationId; id: string };

/** A requested merge; `outcome` is missing while it is in progress. */
export type OntologyMerge = {
  id: string;
  namespaceId: string;
  branch: string;
  workId: string;
  principal: string;
  requestId: string | null;
  outcome: MergeOutcome['outcome'] | null;
  revision: number | null;
  /** JSON text. */
  conflicts: string | null;
  conflictCount: number | null;
  error: string | null;
};

/** The outcome of a merge. */
export type MergeOutcome =
  | { outcome: 'landed'; revision: number }
  | { outcome: 'conflicted'; revision: number; conflicts: string; conflictCount: number }
  | { outcome: 'nothing' }
  | { outcome: 'failed'; error: string };

const columns = `id, namespace_id as "namespaceId", branch, work_id as "workId", principal, request_id as "requestId",
    outcome, revision, conflicts::text as conflicts, conflict_count as "conflictCount", error`;

const find = {
  name: 'ontology-merges-find',
  text: `select ${columns} from ontology_merges where organization_id = $1 and id = $2`,
};

/** The merge with this id; it is deleted with its branch. */
export async function findMerge(db: Db, key: MergeKey): Promise<OntologyMerge | undefined> {
  const [row] = await runStatement<OntologyMerge>(db, find, [key.organizationId, key.id]);
  return row;
}

const findOpen = {
  name: 'ontology-merges-find-open',
  text: `select ${columns} from ontology_merges
    where organization_id = $1 and namespace_id = $2 and branch = $3 and outcome is null`,
};

/** The merge of a branch that is in progress. */
export async function findOpenMerge(db: Db, key: BranchKey): Promise<OntologyMerge | undefined> {
  const values = [key.organizationId, key.namespaceId, key.name];
  const [row] = await runStatement<OntologyMerge>(db, findOpen, values);
  return row;
}

const findOfWork = {
  name: 'ontology-merges-find-of-work',
  text: `select ${columns} from ontology_merges
    where organization_id = $1 and namespace_id = $2 and branch = $3 and work_id = $4 and namespace_id <> ''`,
};

/** The merge that a piece of work executes. */
export async function findMergeOfWork(
  db: Db,
  { organizationId, namespaceId, name }: BranchKey,
  workId: string,
): Promise<OntologyMerge | undefined> {
  const values = [organizationId, namespaceId, name, workId];
  const [row] = await runStatement<OntologyMerge>(db, findOfWork, values);
  return row;
}

const insert = {
  name: 'ontology-merges-insert',
  text: `insert into ontology_merges (organization_id, id, namespace_id, branch, work_id, principal, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/** Records a requested merge. */
export async function insertMerge(
  tx: Tx,
  { organizationId, namespaceId, name }: BranchKey,
  merge: {
    id: string;
    workId: string;
    principal: string;
    requestId: string | undefined;
    now: Date;
  },
): Promise<void> {
  const { id, workId, principal, requestId, now } = merge;
  const values = [organizationId, id, namespaceId, name, workId, principal, requestId, now];
  await runStatement(tx, insert, values);
}

const end = {
  name: 'ontology-merges-end',
  text: `update ontology_merges set outcome = $3, revision = $4, conflicts = $5, error = $6, ended_at = $7, conflict_count = $8
    where organization_id = $1 and id = $2 and outcome is null`,
};

/** Records the outcome of a merge, once. */
export async function updateMergeEnd(
  tx: Tx,
  { organizationId, id }: MergeKey,
  ending: MergeOutcome,
  now: Date,
): Promise<void> {
  const { outcome } = ending;
  const revision = 'revision' in ending ? ending.revision : undefined;
  const conflicts = 'conflicts' in ending ? ending.conflicts : undefined;
  const count = 'conflictCount' in ending ? ending.conflictCount : undefined;
  const error = 'error' in ending ? ending.error : undefined;
  const values = [organizationId, id, outcome, revision, conflicts, error, now, count];
  await runStatement(tx, end, values);
}
