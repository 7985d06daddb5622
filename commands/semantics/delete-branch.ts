import type { Database } from '../../db/connect.ts';
import { deleteBranch as deleteRow } from '../../db/tables/semantics/ontology-branches.ts';
import { transact } from '../../db/transact.ts';
import { branchEvents } from '../../domain/semantics/semantic-events.ts';
import { branchKeyOf, lockBranchOf } from './lock-branch.ts';
import { causeOf, recordBranchEvent } from './semantic-request.ts';
import type { BranchRequest } from './semantic-request.ts';

/** Deletes a branch, merged or not; the namespace stays unchanged. Refuses with `not_found`. */
export async function deleteBranch(database: Database, request: BranchRequest): Promise<void> {
  await transact(database, async (tx) => {
    const { branch } = await lockBranchOf(tx, request, { locksNamespace: false });
    await deleteRow(tx, branchKeyOf(request));
    await recordBranchEvent(tx, branchEvents.deleted, causeOf(request), { branch: branch.name });
  });
}
