import type { Tx } from '../../db/connect.ts';
import { findNamespace, lockNamespace } from '../../db/tables/namespaces.ts';
import type { Namespace } from '../../db/tables/namespaces.ts';
import { lockBranch } from '../../db/tables/ontology-branches.ts';
import type { Branch, BranchKey } from '../../db/tables/ontology-branches.ts';
import { refuse } from '../../domain/errors.ts';
import { assertPermission } from '../documents/assert-permission.ts';
import { refuseUnknownBranch, refuseUnknownNamespace } from './semantic-request.ts';
import type { BranchRequest } from './semantic-request.ts';

/** The key of the branch that a request is about. */
export function branchKeyOf({ principal, namespace, branch }: BranchRequest): BranchKey {
  return { organizationId: principal.organizationId, namespaceId: namespace, name: branch };
}

/** The version of a branch, told apart from that of one that was cut under the same name before. */
export function branchVersion({ revision, createdAt }: Pick<Branch, 'revision' | 'createdAt'>): {
  revision: number;
  edition: number;
} {
  return { revision, edition: createdAt.getTime() };
}

/**
 * Locks a branch for somebody who may change it, and its namespace first where that is read for more than its owner. Refuses with
 * `not_found` and `permission_denied`.
 */
export async function lockBranchOf(
  tx: Tx,
  request: BranchRequest,
  { locksNamespace }: { locksNamespace: boolean },
): Promise<{ namespace: Namespace; branch: Branch }> {
  const key = branchKeyOf(request);
  const namespaceKey = { organizationId: key.organizationId, id: key.namespaceId };
  const find = locksNamespace ? lockNamespace : findNamespace;
  const namespace = await find(tx, namespaceKey);
  if (!namespace) return refuseUnknownNamespace(request.namespace);
  await assertPermission(tx, request.principal, 'RESOURCES_EDIT', [namespace.ownerId ?? undefined]);
  const branch = await lockBranch(tx, key);
  return branch ? { namespace, branch } : refuseUnknownBranch(request.namespace, request.branch);
}

/** Refuses with `branch_merged` a branch whose changes are in the namespace already. */
export function assertNotMerged(branch: Branch): void {
  if (branch.status !== 'merged') return;
  refuse(
    'branch_merged',
    `The branch '${branch.name}' was merged as revision ${branch.mergedRevision}; PUT it again to cut a new one.`,
    { extra: { mergedRevision: branch.mergedRevision } },
  );
}
