import type { Tx } from '../../db/connect.ts';
import { findNamespace, lockNamespace } from '../../db/tables/semantics/namespaces.ts';
import type { Namespace } from '../../db/tables/semantics/namespaces.ts';
import { lockBranch } from '../../db/tables/semantics/ontology-branches.ts';
import type { Branch, BranchKey } from '../../db/tables/semantics/ontology-branches.ts';
import { refuse } from '../../domain/errors.ts';
import { assertPermission } from '../assert-permission.ts';
import { refuseUnknownBranch, refuseUnknownNamespace } from './semantic-request.ts';
import type { BranchRequest } from './semantic-request.ts';

/** The key of the requested branch. */
export function branchKeyOf({ principal, namespace, branch }: BranchRequest): BranchKey {
  return { organizationId: principal.organizationId, namespaceId: namespace, name: branch };
}

/** The version of a branch, distinct from versions of an earlier branch with the same name. */
export function branchVersion({ revision, createdAt }: Pick<Branch, 'revision' | 'createdAt'>): {
  revision: number;
  edition: number;
} {
  return { revision, edition: createdAt.getTime() };
}

/**
 * Locks a branch for a change by an authorized principal, and first its namespace if more than the owner is needed. Refuses with
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

/** Refuses with `branch_merged` a branch that was already merged. */
export function assertNotMerged(branch: Branch): void {
  if (branch.status !== 'merged') return;
  refuse(
    'branch_merged',
    `The branch '${branch.name}' was merged as revision ${branch.mergedRevision}; PUT it again to create a new branch.`,
    { extra: { mergedRevision: branch.mergedRevision } },
  );
}
