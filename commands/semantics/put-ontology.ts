import type { Database, Tx } from '../../db/connect.ts';
import { findNamespaceSource } from '../../db/tables/semantics/namespace-revisions.ts';
import { insertNamespace, lockNamespace } from '../../db/tables/semantics/namespaces.ts';
import type { Namespace } from '../../db/tables/semantics/namespaces.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { PreparedOntology } from '../../domain/semantics/prepare-ontology.ts';
import { namespaceEvents } from '../../domain/semantics/semantic-events.ts';
import { assertPermission } from '../assert-permission.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { causeOf, recordNamespaceEvent } from './semantic-request.ts';
import type { SemanticRequest } from './semantic-request.ts';
import { assertTeam, isSameMetadata, metadataAfter, writeRevision } from './write-revision.ts';
import type { WrittenOntology } from './write-revision.ts';

/** A text parsed with `readOntology`. */
export type PutOntology = SemanticRequest & {
  text: string;
  prepared: PreparedOntology;
  preconditions: Preconditions;
};

/**
 * Replaces the ontology of a namespace, byte for byte; creates the namespace if it does not exist. Refuses unknown owners,
 * missing permissions on the current and the new owning team, and failed preconditions.
 */
export function putOntology(database: Database, put: PutOntology): Promise<WrittenOntology> {
  return transact(database, (tx) => putOntologyIn(tx, put));
}

/** Replaces the ontology as `putOntology` does, in the transaction of the caller. */
export async function putOntologyIn(tx: Tx, put: PutOntology): Promise<WrittenOntology> {
  const key = { organizationId: put.principal.organizationId, id: put.namespace };
  const { prepared } = put;
  const stored = await lockNamespace(tx, key);
  await assertMayPut(tx, put, stored, prepared);
  const namespace = stored ?? (await createNamespace(tx, put, prepared));
  assertPreconditions(put.preconditions, namespace.revision === 0 ? undefined : namespace);
  if (stored && (await isUnchanged(tx, put, stored, prepared))) return stored;
  return writeRevision(tx, namespace, { text: put.text, prepared }, causeOf(put));
}

async function assertMayPut(
  tx: Tx,
  { principal }: PutOntology,
  stored: Namespace | undefined,
  { metadata }: PreparedOntology,
): Promise<void> {
  if (!stored) return assertPermission(tx, principal, 'RESOURCES_ADD', [metadata.owner]);
  const current = stored.ownerId ?? undefined;
  await assertPermission(tx, principal, 'RESOURCES_EDIT', [current, metadata.owner ?? current]);
}

async function createNamespace(
  tx: Tx,
  put: PutOntology,
  prepared: PreparedOntology,
): Promise<Namespace> {
  const cause = causeOf(put);
  const { owner, displayName, description, readOnly } = prepared.metadata;
  await assertTeam(tx, cause.organizationId, owner);
  const metadata = {
    name: displayName ?? put.namespace,
    description,
    ownerId: owner,
    readOnly: readOnly ?? false,
    body: '{}',
  };
  if ((await insertNamespace(tx, cause, metadata, put.now)) !== undefined) {
    await recordNamespaceEvent(tx, namespaceEvents.created, cause);
  }
  const created = await lockNamespace(tx, cause);
  return (
    created ??
    refuse('concurrent_change', 'The namespace was deleted by another request; try again.')
  );
}

/** Equal bytes change nothing, unless the metadata was changed elsewhere. */
async function isUnchanged(
  tx: Tx,
  { text, principal: { organizationId } }: PutOntology,
  stored: Namespace,
  prepared: PreparedOntology,
): Promise<boolean> {
  const { id, revision, contentHash } = stored;
  if (!contentHash?.equals(Buffer.from(prepared.contentHash, 'hex'))) return false;
  if (!isSameMetadata(stored, metadataAfter(stored, prepared))) return false;
  const current = await findNamespaceSource(tx, { organizationId, namespaceId: id, revision });
  return current?.source === text;
}
