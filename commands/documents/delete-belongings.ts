import { deleteDocument } from '../../db/tables/document-deletion.ts';
import type { DeletionCause } from '../../db/tables/document-events.ts';
import { listReferring } from '../../db/tables/document-references.ts';
import { findHeadAndTeams } from '../../db/tables/documents.ts';
import type { DocumentKey } from '../../db/tables/documents.ts';
import type { Tx } from '../../db/connect.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';

/** Documents that are looked for at once. */
const batch = 200;

/**
 * Removes what belongs to a document that was removed in this transaction, such as the example data of a product, each
 * with its event. Only after that: a PUT that names the document holds a lock on it until its reference can be seen.
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
    // What somebody changed in between is found again, as it is now.
    const parts = await listReferring(tx, whole, roles, batch);
    if (parts.length === 0) return;
    for (const { kind: name, id } of parts) {
      const key = { organizationId: whole.organizationId, kind: name, id };
      const { head } = await findHeadAndTeams(tx, key, []);
      if (head) await deleteDocument(tx, key, head, { ...cause, eventType: kind.events.deleted });
    }
  }
}
