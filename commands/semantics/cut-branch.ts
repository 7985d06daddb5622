import type { Database } from '../../db/connect.ts';
import { lockNamespace } from '../../db/tables/semantics/namespaces.ts';
import {
  findBranch,
  lockBranch,
  updateBranchTitle,
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

/** A branch with its title; without one, an existing branch keeps its title. */
type CutRequest = BranchRequest & { title: string | undefined };

/**
 * Creates a branch from the current ontology. An open branch only gets the title, a merged one is created again. Refuses with
 * `not_found` an unknown namespace.
 */
export async function cutBranch(database: Database, request: CutRequest): Promise<Branch> {
  const { principal, now, namespace: namespaceId, branch: name, title } = request;
  const cause = causeOf(request);
  const key = { organizationId: principal.organizationId, namespaceId, name };
  return transact(database, async (tx) => {
    const namespace = await lockNamespace(tx, cause);
    if (!namespace) return refuseUnknownNamespace(namespaceId);
    await assertPermission(tx, principal, 'RESOURCES_EDIT', [namespace.ownerId ?? undefined]);
    const stored = await lockBranch(tx, key);
    if (stored && stored.status !== 'merged') {
      if (title === undefined || title === stored.title) return stored;
      await updateBranchTitle(tx, key, title, now);
      await recordBranchEvent(tx, branchEvents.updated, cause, { branch: name });
      return { ...stored, title, updatedAt: now };
    }
    const { requires } = namespace;
    await upsertBranch(tx, key, { base: namespace, requires, title, author: principal.name, now });
    const data = { branch: name, revision: namespace.revision };
    await recordBranchEvent(tx, branchEvents.created, cause, data);
    return (await findBranch(tx, key)) ?? refuseUnknownBranch(namespaceId, name);
  });
}
