import type { Database } from '../../db/connect.ts';
import { updateProposal } from '../../db/tables/change-requests/change-requests.ts';
import { markConflict } from '../../db/tables/change-requests/contract-branches.ts';
import { transact } from '../../db/transact.ts';
import type { BranchChoices } from '../../domain/contract-branches/merge-contracts.ts';
import { refuse } from '../../domain/errors.ts';
import { recordStep } from '../change-requests/record-step.ts';
import type { Reading } from '../reading.ts';
import { runOnStored } from '../tasks/run-task.ts';
import { assertMayWrite, branchKey, lockBranch, readState } from './read-branch.ts';
import type { BranchRequest } from './read-branch.ts';

/**
 * Takes the changes of the contract into its branch. Where both disagree and no choice decides, the branch keeps its text and is
 * marked. Refuses with `not_found`, `permission_denied`, and `concurrent_change` if branch or contract were written meanwhile.
 */
export async function rebaseBranch(
  database: Database,
  request: BranchRequest & Reading & { choices: BranchChoices },
): Promise<void> {
  const { principal, now, reading, choices } = request;
  const { organizationId } = principal;
  const key = branchKey(request);
  const state = await readState(reading.knex, key);
  const { source, conflicts } = await runOnStored('mergeBranch', state.texts, choices);
  await transact(database, async (tx) => {
    const locked = await lockBranch(tx, key);
    await assertMayWrite(tx, request, locked.branch);
    if (locked.branch.revision !== state.branch.revision) refuseChanged();
    if (!state.isBehind) return;
    const { id, kind, documentId, branch } = locked.branch;
    const { revision, edition } = state.current;
    if (conflicts.length > 0) return markConflict(tx, { organizationId, id }, revision);
    const base = { baseRevision: revision, baseEdition: edition };
    const proposal = { ...locked.branch, ...base, source, format: 'yaml' as const };
    await updateProposal(tx, { organizationId, id }, proposal, now);
    return recordStep(tx, 'updated', { ...request, id }, { kind, documentId, branch });
  });
}

/** Refuses with `concurrent_change`. */
export function refuseChanged(): never {
  return refuse(
    'concurrent_change',
    'The branch or its contract was written meanwhile: repeat the request.',
  );
}
