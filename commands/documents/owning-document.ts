import type { Db } from '../../db/connect.ts';
import { keepDocument } from '../../db/tables/documents/locks.ts';
import { listTargetOwners } from '../../db/tables/documents/references.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import type { DocumentKind, DocumentReference } from '../../domain/kinds/kind.ts';

/**
 * Owning teams of the document that this one belongs to; undefined means no owner. Refuses with `unknown_reference` if that
 * document does not exist.
 */
export async function listNamedOwners(
  db: Db,
  { organizationId }: DocumentKey,
  { belongsTo }: DocumentKind,
  references: readonly DocumentReference[],
): Promise<(string | undefined)[]> {
  const owners: (string | undefined)[] = [];
  for (const { role, kind, id } of references) {
    if (role !== belongsTo?.role) continue;
    // A concurrent delete waits for the end of this transaction, and then sees the new document.
    const owning = await keepDocument(db, { organizationId, kind, id });
    if (!owning) {
      refuse(
        'unknown_reference',
        `There is no ${describeDocument({ kind, id })}: put the id of an existing one into '${belongsTo.member}'.`,
      );
    }
    owners.push(owning.ownerId ?? undefined);
  }
  return owners;
}

/** Owning teams of the document that the stored version belongs to; undefined if that document was deleted. */
export async function listFormerOwners(
  db: Db,
  key: DocumentKey,
  { belongsTo }: DocumentKind,
): Promise<(string | undefined)[]> {
  if (!belongsTo) return [];
  const owners = (await listTargetOwners(db, { ...key, role: belongsTo.role })) ?? [];
  return owners.length === 0 ? [undefined] : owners;
}
