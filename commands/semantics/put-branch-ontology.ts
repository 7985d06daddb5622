import type { Database, Tx } from '../../db/connect.ts';
import { updateBranchContent } from '../../db/tables/semantics/ontology-branches.ts';
import type { Branch, BranchBase } from '../../db/tables/semantics/ontology-branches.ts';
import { transact } from '../../db/transact.ts';
import { branchEvents } from '../../domain/semantics/semantic-events.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { assertNotMerged, branchKeyOf, branchVersion, lockBranchOf } from './lock-branch.ts';
import { getBranchText } from './ontology-texts.ts';
import type { PreparedOntology } from '../../domain/semantics/prepare-ontology.ts';
import { causeOf, recordBranchEvent } from './semantic-request.ts';
import type { BranchRequest, SemanticCause } from './semantic-request.ts';
import { assertTeam } from './write-revision.ts';

export type PutBranchOntology = BranchRequest & {
  text: string;
  prepared: PreparedOntology;
  preconditions: Preconditions;
};

/**
 * Replaces the ontology of a branch; readers of the namespace do not see it. After a conflict, its author has seen the revision
 * that it names, which becomes the base. Returns the version of the branch. Refuses like `putOntology`, and with `branch_merged`.
 */
export async function putBranchOntology(
  database: Database,
  put: PutBranchOntology,
): Promise<{ revision: number; edition: number }> {
  const cause = causeOf(put);
  const { prepared } = put;
  return transact(database, async (tx) => {
    const { branch } = await lockBranchOf(tx, put, { locksNamespace: false });
    assertNotMerged(branch);
    assertPreconditions(put.preconditions, branchVersion(branch));
    const { owner, requires } = prepared.metadata;
    await assertTeam(tx, cause.organizationId, owner);
    if (await isUnchanged(tx, cause, branch, put.text)) return branchVersion(branch);
    const changed = { ownerId: owner, changedBy: cause.principal };
    const content = { base: baseOf(branch), source: put.text, requires, ...changed };
    await updateBranchContent(tx, branchKeyOf(put), content, put.now);
    await recordBranchEvent(tx, branchEvents.updated, cause, { branch: branch.name });
    return branchVersion({ ...branch, revision: branch.revision + 1 });
  });
}

/** The author of an upload to a conflicted branch has seen the current namespace. */
function baseOf(branch: Branch): BranchBase {
  const { conflictRevision: revision, namespaceEdition } = branch;
  if (revision === null) return { revision: branch.baseRevision, edition: branch.baseEdition };
  return { revision, edition: revision === branch.namespaceRevision ? namespaceEdition : 0 };
}

async function isUnchanged(
  tx: Tx,
  cause: SemanticCause,
  branch: Branch,
  text: string,
): Promise<boolean> {
  return branch.status === 'open' && (await getBranchText(tx, cause, branch)) === text;
}
