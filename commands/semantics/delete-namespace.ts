import type { Database } from '../../db/connect.ts';
import { deleteConceptHeads } from '../../db/tables/semantics/namespace-concept-heads.ts';
import {
  deleteNamespace as deleteRow,
  lockNamespace,
} from '../../db/tables/semantics/namespaces.ts';
import { transact } from '../../db/transact.ts';
import { namespaceEvents } from '../../domain/semantics/semantic-events.ts';
import { assertPermission } from '../assert-permission.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { causeOf, recordNamespaceEvent } from './semantic-request.ts';
import type { SemanticRequest } from './semantic-request.ts';

/** Deletes a namespace with its content and branches; a missing namespace is not an error. Refuses failed preconditions. */
export async function deleteNamespace(
  database: Database,
  request: SemanticRequest & { preconditions: Preconditions },
): Promise<void> {
  const cause = causeOf(request);
  await transact(database, async (tx) => {
    const stored = await lockNamespace(tx, cause);
    const owner = stored?.ownerId ?? undefined;
    await assertPermission(tx, request.principal, 'RESOURCES_DELETE', [owner]);
    const version = stored && { revision: stored.metadataRevision, edition: 0 };
    assertPreconditions(request.preconditions, version);
    if (!stored) return;
    await deleteConceptHeads(tx, cause);
    await deleteRow(tx, cause, cause.now);
    await recordNamespaceEvent(tx, namespaceEvents.deleted, cause);
  });
}
