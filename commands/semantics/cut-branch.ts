import type { Database } from '../../db/connect.ts';
import { lockNamespace } from '../../db/tables/namespaces.ts';
import { findBranch, lockBranch, upsertBranch } from '../../db/tables/ontology-branches.ts';
import type { Branch } from '../../db/tables/ontology-branches.ts';
import { transact } from '../../db/transact.ts';
import { branchEvents } from '../../domain/semantics/semantic-events.ts';
import { assertPermission } from '../documents/assert-permission.ts';
import {
  causeOf,
  recordBranchEvent,
  refuseUnknownBranch,
  refuseUnknownNamespace,
} from './semantic-request.ts';
import type { BranchRequest } from './semantic-request.ts';

/**
 * Cuts a branch from the ontology as it is now. One that is open is answered as it is, one that was merged is cut anew. Refuses with
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
