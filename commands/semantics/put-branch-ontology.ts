import type { Database, Tx } from '../../db/connect.ts';
import { updateBranchContent } from '../../db/tables/ontology-branches.ts';
import type { Branch, BranchBase } from '../../db/tables/ontology-branches.ts';
import { transact } from '../../db/transact.ts';
import { branchEvents } from '../../domain/semantics/semantic-events.ts';
import { assertPreconditions } from '../documents/preconditions.ts';
import type { Preconditions } from '../documents/preconditions.ts';
import { assertNotMerged, branchKeyOf, branchVersion, lockBranchOf } from './lock-branch.ts';
import { getBranchText } from './ontology-texts.ts';
import { readOntology } from './read-ontology.ts';
import { causeOf, recordBranchEvent } from './semantic-request.ts';
import type { BranchRequest, SemanticCause } from './semantic-request.ts';
import { assertTeam } from './write-revision.ts';

export type PutBranchOntology = BranchRequest & { text: string; preconditions: Preconditions };

/**
 * Replaces what a branch says; nobody who reads the namespace sees it. After a conflict its author has seen the revision that it
 * names: that becomes the base. Answers the version of the branch. Refuses what `putOntology` refuses, and `branch_merged`.
 */
export async function putBranchOntology(
  database: Database,
  put: PutBranchOntology,
): Promise<{ revision: number; edition: number }> {
  const cause = causeOf(put);
  const prepared = await readOntology(database.knex, cause, put.text);
  return transact(database, async (tx) => {
    const { branch } = await lockBranchOf(tx, put, { locksNamespace: false });
    assertNotMerged(branch);
    assertPreconditions(put.preconditions, branchVersion(branch));
    const { owner, requires } = prepared.metadata;
    await assertTeam(tx, cause.organizationId, owner);
    if (await isUnchanged(tx, cause, branch, put.text)) return branchVersion(branch);
    const content = { base: baseOf(branch), source: put.text, requires, ownerId: owner };
    await updateBranchContent(tx, branchKeyOf(put), content, put.now);
    await recordBranchEvent(tx, branchEvents.updated, cause, { branch: branch.name });
    return branchVersion({ ...branch, revision: branch.revision + 1 });
  });
}

/** Who uploads to a conflicted branch has seen what the namespace says. */
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
