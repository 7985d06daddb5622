import { deleteDocument } from '../../db/tables/documents/deletion.ts';
import type { DeletionCause } from '../../db/tables/documents/events.ts';
import { listReferringDocuments } from '../../db/tables/documents/references.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import type { Tx } from '../../db/connect.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';

/** Documents per batch. */
const batch = 200;

/**
 * Deletes documents that belong to a document deleted in this transaction, such as the example data of a product, each with its
 * event. It must run after the delete: a concurrent PUT that names the document holds a lock on it until its reference is
 * visible.
 */
export async function deleteBelongings(
  tx: Tx,
  whole: DocumentKey,
  cause: Omit<DeletionCause, 'eventType' | 'furtherEvents'>,
): Promise<void> {
  for (const kind of documentKinds) {
    if (kind.belongsTo?.kind === whole.kind) await deleteAllOf(tx, { whole, kind, cause });
  }
}

async function deleteAllOf(
  tx: Tx,
  {
    whole,
    kind,
    cause,
  }: {
    whole: DocumentKey;
    kind: DocumentKind;
    cause: Omit<DeletionCause, 'eventType' | 'furtherEvents'>;
  },
): Promise<void> {
  const roles = kind.belongsTo ? [kind.belongsTo.role] : [];
  for (;;) {
    // A document that was changed meanwhile is found again in its new state.
    const parts = await listReferringDocuments(tx, whole, roles, batch);
    if (parts.length === 0) return;
    for (const { kind: name, id } of parts) {
      const key = { organizationId: whole.organizationId, kind: name, id };
      const { head } = await findHeadAndTeams(tx, key, []);
      if (head) await deleteDocument(tx, key, head, { ...cause, eventType: kind.events.deleted });
    }
  }
}
