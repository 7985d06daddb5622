import type { Database, Tx } from '../../../db/connect.ts';
import type { Namespace } from '../../../db/tables/semantics/namespaces.ts';
import { findBranch, updateBranchContent } from '../../../db/tables/semantics/ontology-branches.ts';
import type { Branch, BranchContent } from '../../../db/tables/semantics/ontology-branches.ts';
import { transact } from '../../../db/transact.ts';
import { refuse } from '../../../domain/errors.ts';
import { describeViolations } from '../../../domain/ontology/read/describe-violations.ts';
import { branchEvents } from '../../../domain/semantics/semantic-events.ts';
import { assertPermission } from '../../assert-permission.ts';
import { markConflicted, workOutMerge } from './land-merge.ts';
import type { WorkedOutMerge } from './land-merge.ts';
import { assertNotMerged, branchKeyOf } from '../lock-branch.ts';
import { hasMoved, lockMergeInput } from './merge-input.ts';
import { causeOf, recordBranchEvent, refuseUnknownBranch } from '../semantic-request.ts';
import type { Reading } from '../../reading.ts';
import type { BranchRequest } from '../semantic-request.ts';

const attempts = 10;

/**
 * Merges the current namespace into a branch, and makes it the base of the branch; the namespace stays unchanged. If they
 * disagree, the branch is marked as conflicted instead. Refuses with `branch_merged`.
 */
export async function rebaseBranch(
  database: Database,
  request: BranchRequest & Reading,
): Promise<Branch> {
  const cause = causeOf(request);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { knex } = attempt === 0 ? request.reading : database;
    const merge = await workOutMerge(knex, cause, request.branch);
    const { branch, namespace } = merge.input;
    const owner = namespace.ownerId ?? undefined;
    await assertPermission(knex, request.principal, 'RESOURCES_EDIT', [owner]);
    assertNotMerged(branch);
    if (branch.status === 'open' && !hasMoved(branch, namespace)) return branch;
    const rebased = await transact(database, (tx) => land(tx, request, merge));
    if (rebased) return rebased;
  }
  return refuse(
    'concurrent_change',
    'The namespace is being changed by other requests; try again.',
  );
}

async function land(
  tx: Tx,
  request: BranchRequest,
  { input, result }: WorkedOutMerge,
): Promise<Branch | undefined> {
  const cause = causeOf(request);
  const key = branchKeyOf(request);
  const locked = await lockMergeInput(tx, cause, input);
  if (!locked) return undefined;
  if (result.outcome === 'conflicted') await markConflicted(tx, cause, locked, result);
  else {
    const content = contentOf(result, locked.namespace);
    await updateBranchContent(tx, key, content, request.now);
    const data = { branch: request.branch, revision: locked.namespace.revision };
    await recordBranchEvent(tx, branchEvents.updated, cause, data);
  }
  return (await findBranch(tx, key)) ?? refuseUnknownBranch(request.namespace, request.branch);
}

function contentOf(
  result: Exclude<WorkedOutMerge['result'], { outcome: 'conflicted' }>,
  namespace: Namespace,
): BranchContent {
  if (result.outcome === 'merged') {
    const { text: source, prepared } = result;
    const { owner: ownerId, requires } = prepared.metadata;
    return { base: namespace, source, requires, ownerId, changedBy: undefined };
  }
  if (result.outcome === 'nothing_to_merge') {
    const { requires } = namespace;
    const nothing = { source: undefined, ownerId: undefined, changedBy: undefined };
    return { base: namespace, requires, ...nothing };
  }
  return refuse(
    'merge_failed',
    `The branch and its namespace together are not a valid ontology: ${describeViolations(result.violations)}.`,
  );
}
