import type { Tx } from '../../db/connect.ts';
import { keepDocument } from '../../db/tables/documents/locks.ts';
import {
  deleteOtherConcepts,
  updateConceptOwner,
} from '../../db/tables/semantics/namespace-concept-heads.ts';
import { upsertConcepts } from '../../db/tables/semantics/namespace-concepts.ts';
import {
  insertNamespaceRevision,
  updateNamespaceSource,
} from '../../db/tables/semantics/namespace-revisions.ts';
import {
  findLastRevision,
  updateNamespaceMetadata,
  updateNamespaceRevision,
} from '../../db/tables/semantics/namespaces.ts';
import type {
  Namespace,
  NamespaceKey,
  NamespaceMetadata,
} from '../../db/tables/semantics/namespaces.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { PreparedOntology } from '../../domain/semantics/prepare-ontology.ts';
import { namespaceEvents } from '../../domain/semantics/semantic-events.ts';
import { recordNamespaceEvent } from './semantic-request.ts';
import type { SemanticCause } from './semantic-request.ts';

/** The new ontology of a namespace. */
export type NewOntology = {
  text: string;
  prepared: PreparedOntology;
  mergedBranch?: string | undefined;
};

export type WrittenOntology = { revision: number; edition: number };

/**
 * Writes the ontology of a namespace that the caller has locked: text, revision, concepts, search entries, metadata in the text,
 * and the event. Equal content in other bytes only replaces the text. Refuses with `unknown_reference` an unknown owner.
 */
export async function writeRevision(
  tx: Tx,
  namespace: Namespace,
  { text, prepared, mergedBranch }: NewOntology,
  cause: SemanticCause,
): Promise<WrittenOntology> {
  const { organizationId, id, now, principal } = cause;
  const key = { organizationId, id };
  const contentHash = Buffer.from(prepared.contentHash, 'hex');
  const isSame = namespace.contentHash?.equals(contentHash) === true;
  const ownerId = await writeMetadata(tx, namespace, metadataAfter(namespace, prepared), cause);
  const revision = isSame ? namespace.revision : await nextRevision(tx, key, namespace);
  const edition = isSame ? namespace.edition + 1 : 0;
  const textKey = { organizationId, namespaceId: id, revision };
  if (isSame) await updateNamespaceSource(tx, textKey, { source: text, edition });
  else {
    const { concepts } = prepared;
    const content = { source: text, concepts, mergedBranch, principal, at: now };
    await insertNamespaceRevision(tx, textKey, content);
    await deleteOtherConcepts(tx, key, prepared.ids);
  }
  // Also for equal content, because the order of the entries may differ.
  for (const rows of prepared.slices)
    await upsertConcepts(tx, key, { rows, revision, ownerId, now });
  const { requires } = prepared.metadata;
  const prefixes = JSON.stringify(prepared.metadata.prefixes);
  const state = { revision, edition, contentHash, requires, prefixes };
  await updateNamespaceRevision(tx, key, state, now);
  if (!isSame) await recordNamespaceEvent(tx, namespaceEvents.updated, cause, { revision });
  return { revision, edition };
}

/** Revision numbers of a deleted namespace continue, so that old revisions are never mistaken for new ones. */
async function nextRevision(tx: Tx, key: NamespaceKey, { revision }: Namespace): Promise<number> {
  return 1 + (revision || (await findLastRevision(tx, key)));
}

/** Metadata missing in a document keeps its value. */
export function metadataAfter(
  namespace: Namespace,
  { metadata }: PreparedOntology,
): NamespaceMetadata {
  return {
    name: metadata.displayName ?? namespace.name,
    description: metadata.description ?? namespace.description ?? undefined,
    ownerId: metadata.owner ?? namespace.ownerId ?? undefined,
    readOnly: metadata.readOnly ?? namespace.readOnly,
    body: namespace.body,
  };
}

/** Writes changed metadata of a locked namespace; returns the owner. */
export async function writeMetadata(
  tx: Tx,
  namespace: Namespace,
  after: NamespaceMetadata,
  { organizationId, id, now }: SemanticCause,
): Promise<string | undefined> {
  const { ownerId } = after;
  if (isSameMetadata(namespace, after)) return ownerId;
  const isMoved = ownerId !== (namespace.ownerId ?? undefined);
  if (isMoved) await assertTeam(tx, organizationId, ownerId);
  await updateNamespaceMetadata(tx, { organizationId, id }, after, now);
  if (isMoved) await updateConceptOwner(tx, { organizationId, id }, ownerId);
  return ownerId;
}

/** True if no metadata would change. */
export function isSameMetadata(namespace: Namespace, after: NamespaceMetadata): boolean {
  return (
    namespace.name === after.name &&
    (namespace.description ?? undefined) === after.description &&
    (namespace.ownerId ?? undefined) === after.ownerId &&
    namespace.readOnly === after.readOnly &&
    namespace.body === after.body
  );
}

/** Refuses with `unknown_reference` unless the team exists; it cannot be deleted until the end of the transaction. */
export async function assertTeam(
  tx: Tx,
  organizationId: OrganizationId,
  teamId: string | undefined,
): Promise<void> {
  if (teamId === undefined) return;
  if (await keepDocument(tx, { organizationId, kind: 'team', id: teamId })) return;
  refuse(
    'unknown_reference',
    `No team has the id '${teamId}': use the id of an existing team as the owner.`,
  );
}
