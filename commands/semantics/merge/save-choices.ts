import type { Database } from '../../../db/connect.ts';
import { updateChoices } from '../../../db/tables/semantics/branch-choices.ts';
import { transact } from '../../../db/transact.ts';
import type { Choice } from '../../../domain/ontology/merge/merge-draft.ts';
import { assertNotMerged, branchKeyOf, lockBranchOf } from '../lock-branch.ts';
import type { BranchRequest } from '../semantic-request.ts';

/**
 * Saves choices for some conflicts of a branch, so that another person or browser can go on; nothing is applied. The last save
 * counts. Refuses with `branch_merged`.
 */
export async function saveChoices(
  database: Database,
  request: BranchRequest,
  choices: readonly Choice[],
): Promise<void> {
  const { principal, now } = request;
  await transact(database, async (tx) => {
    const { branch } = await lockBranchOf(tx, request, { locksNamespace: false });
    assertNotMerged(branch);
    const saved = { choices: JSON.stringify(choices), by: principal.name, at: now };
    await updateChoices(tx, branchKeyOf(request), saved);
  });
}
