import type { Db, Tx } from '../../../db/connect.ts';
import type { Namespace, NamespaceKey } from '../../../db/tables/semantics/namespaces.ts';
import {
  updateBranchConflicted,
  updateBranchMerged,
} from '../../../db/tables/semantics/ontology-branches.ts';
import type { Branch } from '../../../db/tables/semantics/ontology-branches.ts';
import type { MergeOutcome } from '../../../db/tables/semantics/ontology-merges.ts';
import type { ConflictList } from '../../../domain/semantics/conflict-list.ts';
import { Refusal } from '../../../domain/errors.ts';
import { describeViolations } from '../../../domain/ontology/read/describe-violations.ts';
import type { Principal } from '../../../domain/principal.ts';
import type { MergeResult } from '../../../domain/semantics/ontology-tasks.ts';
import { branchEvents } from '../../../domain/semantics/semantic-events.ts';
import { assertPermission } from '../../assert-permission.ts';
import { lockMergeInput, readMergeInput } from './merge-input.ts';
import type { MergeInput } from './merge-input.ts';
import { runTask } from '../../tasks/run-task.ts';
import { recordBranchEvent } from '../semantic-request.ts';
import type { SemanticCause } from '../semantic-request.ts';
import { writeRevision } from '../write-revision.ts';

/** The computed merge of a branch into its namespace as it was read. */
export type WorkedOutMerge = { input: MergeInput; result: MergeResult };

/**
 * Computes the merge of a branch, without a transaction; `conflictsFrom` is the position of the first conflict to list. Refuses with
 * `not_found`.
 */
export async function workOutMerge(
  db: Db,
  key: NamespaceKey,
  branch: string,
  conflictsFrom = 0,
): Promise<WorkedOutMerge> {
  const input = await readMergeInput(db, key, branch);
  const result = await runTask('merge', input.sources, input.required, conflictsFrom);
  return { input, result };
}

type Landing = WorkedOutMerge & {
  /** The requester; undefined if the key was revoked since. */
  requester: Principal | undefined;
};

/**
 * Writes a computed merge if its requester is still allowed to: the new revision and the mark of the branch, or its conflicts,
 * which is also a normal end. Undefined, with nothing written, if the namespace or the branch has changed: compute the merge
 * again. Concurrent merges are safe.
 */
export async function landMerge(
  tx: Tx,
  cause: SemanticCause,
  { input, result, requester }: Landing,
): Promise<MergeOutcome | undefined> {
  const locked = await lockMergeInput(tx, cause, input);
  if (!locked) return undefined;
  switch (result.outcome) {
    case 'nothing_to_merge':
      return { outcome: 'nothing' };
    case 'conflicted':
      return markConflicted(tx, cause, locked, result);
    case 'invalid': {
      const error = `The merged ontology is invalid: ${describeViolations(result.violations)}.`;
      return { outcome: 'failed', error };
    }
    case 'merged':
      return land(tx, cause, locked, { input, result, requester });
  }
}

async function land(
  tx: Tx,
  cause: SemanticCause,
  { namespace, branch }: { namespace: Namespace; branch: Branch },
  { input, result, requester }: Landing & { result: Extract<MergeResult, { outcome: 'merged' }> },
): Promise<MergeOutcome> {
  const { text, prepared } = result;
  const current = namespace.ownerId ?? undefined;
  const owners = [current, prepared.metadata.owner ?? current];
  const error = await findDenial(tx, requester, owners);
  if (error !== undefined) return { outcome: 'failed', error };
  // The namespace may already have the changes of the branch.
  const isThere = text === input.sources.namespace;
  const ontology = { text, prepared, mergedBranch: branch.name };
  const written = isThere ? namespace : await writeRevision(tx, namespace, ontology, cause);
  const { revision } = written;
  const key = { organizationId: cause.organizationId, namespaceId: cause.id, name: branch.name };
  await updateBranchMerged(tx, key, { revision, now: cause.now });
  await recordBranchEvent(tx, branchEvents.merged, cause, { branch: branch.name, revision });
  return { outcome: 'landed', revision };
}

/** Namespace, branch and key may have changed since the merge was requested. */
async function findDenial(
  tx: Tx,
  requester: Principal | undefined,
  owners: readonly (string | undefined)[],
): Promise<string | undefined> {
  if (!requester)
    return 'The key that requested the merge was revoked; request it again with another key.';
  try {
    await assertPermission(tx, requester, 'RESOURCES_EDIT', owners);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'permission_denied') return error.message;
    throw error;
  }
}

/** Marks a locked branch as in conflict with its locked namespace. */
export async function markConflicted(
  tx: Tx,
  cause: SemanticCause,
  { namespace: { revision }, branch: { name } }: { namespace: Namespace; branch: Branch },
  disagreements: ConflictList,
): Promise<MergeOutcome> {
  const { conflictCount } = disagreements;
  const conflicts = JSON.stringify(disagreements.conflicts);
  const key = { organizationId: cause.organizationId, namespaceId: cause.id, name };
  await updateBranchConflicted(tx, key, { conflicts, conflictCount, revision, now: cause.now });
  await recordBranchEvent(tx, branchEvents.conflicted, cause, { branch: name, revision });
  return { outcome: 'conflicted', revision, conflicts, conflictCount };
}
