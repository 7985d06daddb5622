import type { Database, Tx } from '../../db/connect.ts';
import { updateProposal } from '../../db/tables/change-requests/change-requests.ts';
import type { ContractBranch } from '../../db/tables/change-requests/contract-branches.ts';
import { findPastDocument } from '../../db/tables/documents/revisions.ts';
import { transact } from '../../db/transact.ts';
import { mayDecide } from '../change-requests/read-change-request.ts';
import { tellOwners } from '../change-requests/propose-change.ts';
import { recordStep } from '../change-requests/record-step.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { assertMayWrite, branchKey, lockBranch } from './read-branch.ts';
import type { BranchRequest } from './read-branch.ts';

type PutText = BranchRequest & {
  /** The text as it was sent, which was read as a valid contract. */
  source: string;
  preconditions: Preconditions;
  /** Address of the page of a change request. */
  pageOf: (id: string) => string;
};

/**
 * Replaces the text of a branch. After a conflict, the text starts from the revision of the contract that it conflicted with.
 * The first text of an author who may not save the contract is announced to the owning team. Refuses with `not_found`,
 * `permission_denied` and `precondition_failed`.
 */
export async function putBranchText(
  database: Database,
  put: PutText,
): Promise<{ revision: number; edition: number }> {
  const { principal, now, source, preconditions } = put;
  const { organizationId } = principal;
  return transact(database, async (tx) => {
    const { branch, target } = await lockBranch(tx, branchKey(put));
    await assertMayWrite(tx, put, branch);
    assertPreconditions(preconditions, branchVersion(branch));
    const { id, kind, documentId } = branch;
    if (branch.source === source && branch.conflictRevision === null) return branchVersion(branch);
    const base = await baseAfterConflict(tx, organizationId, branch);
    const proposal = { ...branch, ...base, source, format: 'yaml' as const };
    await updateProposal(tx, { organizationId, id }, proposal, now);
    await recordStep(tx, 'updated', { ...put, id }, { kind, documentId, branch: branch.branch });
    const about = { kind: target.kind, ownerId: target.head.ownerId };
    if (branch.revision === 1 && !(await mayDecide(tx, principal, about))) {
      await tellOwners(tx, target, {
        id,
        principal,
        now,
        title: branch.title,
        page: put.pageOf(id),
      });
    }
    return { revision: branch.revision + 1, edition: 0 };
  });
}

/** The version of the text of a branch, for entity tags. */
export const branchVersion = ({ revision }: { revision: number }) => ({ revision, edition: 0 });

async function baseAfterConflict(
  tx: Tx,
  organizationId: ContractKey,
  { kind, documentId: id, conflictRevision: revision }: ContractBranch,
): Promise<{ baseRevision: number; baseEdition: number } | undefined> {
  if (revision === null) return undefined;
  const past = await findPastDocument(tx, { organizationId, kind, id }, { revision });
  return past && { baseRevision: past.revision, baseEdition: past.edition };
}

type ContractKey = BranchRequest['principal']['organizationId'];
