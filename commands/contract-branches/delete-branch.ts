import type { Database } from '../../db/connect.ts';
import {
  deleteBranch as deleteRow,
  deleteBranchResults,
} from '../../db/tables/change-requests/contract-branches.ts';
import { transact } from '../../db/transact.ts';
import { branchContractId } from '../../domain/contract-branches/branch-id.ts';
import { recordStep } from '../change-requests/record-step.ts';
import { assertMayWrite, branchKey, lockBranch } from './read-branch.ts';
import type { BranchRequest } from './read-branch.ts';

/** Deletes an open branch with its comments and test results. Refuses with `not_found` and `permission_denied`. */
export async function deleteBranch(database: Database, request: BranchRequest): Promise<void> {
  const { principal } = request;
  const { organizationId } = principal;
  await transact(database, async (tx) => {
    const locked = await lockBranch(tx, branchKey(request));
    await assertMayWrite(tx, request, locked.branch);
    const { id, kind, documentId, branch } = locked.branch;
    await deleteBranchResults(tx, organizationId, [branchContractId(id)]);
    await recordStep(tx, 'withdrawn', { ...request, id }, { kind, documentId, branch });
    await deleteRow(tx, { organizationId, id });
  });
}
