import type { Database } from '../../db/connect.ts';
import { insertNamespace, lockNamespace } from '../../db/tables/namespaces.ts';
import type { NamespaceMetadata } from '../../db/tables/namespaces.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { namespaceSchema } from '../../domain/semantics/namespace.ts';
import { namespaceEvents } from '../../domain/semantics/semantic-events.ts';
import { assertValid } from '../../domain/validation.ts';
import type { JsonObject } from '../../lib/json.ts';
import { assertPermission } from '../documents/assert-permission.ts';
import { assertPreconditions } from '../documents/preconditions.ts';
import type { Preconditions } from '../documents/preconditions.ts';
import { causeOf, recordNamespaceEvent } from './semantic-request.ts';
import type { SemanticRequest } from './semantic-request.ts';
import { assertTeam, isSameMetadata, writeMetadata } from './write-revision.ts';

export type PutNamespace = SemanticRequest & {
  document: JsonObject;
  preconditions: Preconditions;
};

/**
 * Creates a namespace without concepts, or replaces what is said of one; its ontology stays. Answers how often that has changed.
 * Refuses invalid bodies, unknown owners, missing permissions on the owner, as it is and as it would be, and failed preconditions.
 */
export async function putNamespace(
  database: Database,
  put: PutNamespace,
): Promise<{ revision: number }> {
  const after = readMetadata(put.document);
  const cause = causeOf(put);
  return transact(database, async (tx) => {
    const stored = await lockNamespace(tx, cause);
    const owners = stored ? [stored.ownerId ?? undefined, after.ownerId] : [after.ownerId];
    const permission = stored ? 'RESOURCES_EDIT' : 'RESOURCES_ADD';
    await assertPermission(tx, put.principal, permission, owners);
    const version = stored && { revision: stored.metadataRevision, edition: 0 };
    assertPreconditions(put.preconditions, version);
    if (!stored) {
      await assertTeam(tx, cause.organizationId, after.ownerId);
      if (!(await insertNamespace(tx, cause, after, put.now))) {
        refuse('concurrent_change', 'Somebody else just created this namespace; try again.');
      }
      await recordNamespaceEvent(tx, namespaceEvents.created, cause);
      return { revision: 1 };
    }
    if (isSameMetadata(stored, after)) return { revision: stored.metadataRevision };
    await writeMetadata(tx, stored, after, cause);
    await recordNamespaceEvent(tx, namespaceEvents.updated, cause, { revision: stored.revision });
    return { revision: stored.metadataRevision + 1 };
  });
}

function readMetadata(document: JsonObject): NamespaceMetadata {
  const wish = assertValid(namespaceSchema, document, 'invalid_body');
  const { namespace: _, name, description, read_only: readOnly, team, ...rest } = wish;
  return {
    name,
    description: description ?? undefined,
    ownerId: team ?? undefined,
    readOnly: readOnly ?? false,
    body: JSON.stringify(rest),
  };
}
