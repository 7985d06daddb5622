import type { Tx } from '../../../db/connect.ts';
import { findOpenMerge, insertMerge } from '../../../db/tables/semantics/ontology-merges.ts';
import { requestWork } from '../../../db/tables/work/work.ts';
import { newId } from '../../../lib/ids.ts';
import { assertPermission } from '../../assert-permission.ts';
import { assertNotMerged, branchKeyOf, lockBranchOf } from '../lock-branch.ts';
import type { BranchRequest } from '../semantic-request.ts';

/**
 * Requests the merge of a branch with its work; joins a merge in progress. Refuses with `branch_merged`, and without the
 * permission on the current owner of the namespace and on the owner that the branch would set.
 */
export async function requestMerge(
  tx: Tx,
  request: BranchRequest,
): Promise<{ mergeId: string; workId: string }> {
  const { principal, requestId, now } = request;
  const { branch } = await lockBranchOf(tx, request, { locksNamespace: false });
  assertNotMerged(branch);
  const ownerId = branch.ownerId ?? undefined;
  if (ownerId !== undefined) await assertPermission(tx, principal, 'RESOURCES_EDIT', [ownerId]);
  const key = branchKeyOf(request);
  const open = await findOpenMerge(tx, key);
  if (open) return { mergeId: open.id, workId: open.workId };
  const mergeId = newId();
  const workId = await requestWork(tx, {
    organizationId: principal.organizationId,
    kind: 'ontology-merges',
    job: 'merge-branch',
    key: mergeId,
    subjectId: request.namespace,
    payload: { mergeId },
    dueAt: now,
    now,
  });
  await insertMerge(tx, key, { id: mergeId, workId, principal: principal.name, requestId, now });
  return { mergeId, workId };
}
