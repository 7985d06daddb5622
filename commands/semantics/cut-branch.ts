import type { Database } from '../../db/connect.ts';
import { lockNamespace } from '../../db/tables/semantics/namespaces.ts';
import {
  findBranch,
  lockBranch,
  upsertBranch,
} from '../../db/tables/semantics/ontology-branches.ts';
import type { Branch } from '../../db/tables/semantics/ontology-branches.ts';
import { transact } from '../../db/transact.ts';
import { branchEvents } from '../../domain/semantics/semantic-events.ts';
import { assertPermission } from '../assert-permission.ts';
import {
  causeOf,
  recordBranchEvent,
  refuseUnknownBranch,
  refuseUnknownNamespace,
} from './semantic-request.ts';
import type { BranchRequest } from './semantic-request.ts';

/**
 * Creates a branch from the current ontology. An open branch is returned unchanged, a merged one is created again. Refuses with
 * `not_found` an unknown namespace.
 */
export async function cutBranch(database: Database, request: BranchRequest): Promise<Branch> {
  const { principal, now, namespace: namespaceId, branch: name } = request;
  const cause = causeOf(request);
  const key = { organizationId: principal.organizationId, namespaceId, name };
  return transact(database, async (tx) => {
    const namespace = await lockNamespace(tx, cause);
    if (!namespace) return refuseUnknownNamespace(namespaceId);
    await assertPermission(tx, principal, 'RESOURCES_EDIT', [namespace.ownerId ?? undefined]);
    const stored = await lockBranch(tx, key);
    if (stored && stored.status !== 'merged') return stored;
    await upsertBranch(tx, key, { base: namespace, requires: namespace.requires, now });
    const data = { branch: name, revision: namespace.revision };
    await recordBranchEvent(tx, branchEvents.created, cause, data);
    return (await findBranch(tx, key)) ?? refuseUnknownBranch(namespaceId, name);
  });
}
