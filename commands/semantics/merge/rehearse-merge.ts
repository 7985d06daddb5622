import type { Database } from '../../../db/connect.ts';
import { transact } from '../../../db/transact.ts';
import { refuse } from '../../../domain/errors.ts';
import { assertPermission } from '../../assert-permission.ts';
import { landMerge } from './land-merge.ts';
import type { WorkedOutMerge } from './land-merge.ts';
import { assertNotMerged, lockBranchOf } from '../lock-branch.ts';
import { causeOf } from '../semantic-request.ts';
import type { BranchRequest } from '../semantic-request.ts';

/** Runs a merge in a dry run, without work. Refuses like a merge, except that conflicts are an answer here. */
export async function rehearseMerge(
  rehearsal: Database,
  request: BranchRequest,
  merge: WorkedOutMerge,
): Promise<void> {
  await transact(rehearsal, async (tx) => {
    const { branch } = await lockBranchOf(tx, request, { locksNamespace: true });
    assertNotMerged(branch);
    const owner = branch.ownerId ?? undefined;
    if (owner !== undefined) {
      await assertPermission(tx, request.principal, 'RESOURCES_EDIT', [owner]);
    }
    const outcome = await landMerge(tx, causeOf(request), {
      ...merge,
      requester: request.principal,
    });
    if (!outcome)
      refuse('concurrent_change', 'The namespace was changed by another request; try again.');
    if (outcome.outcome === 'failed')
      refuse('merge_failed', `The merge would fail: ${outcome.error}`);
    if (outcome.outcome === 'nothing') {
      refuse('nothing_to_merge', `Branch '${request.branch}' has no changes to merge.`);
    }
  });
}
