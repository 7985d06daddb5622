import type { Db } from '../../db/connect.ts';
import { keepDocument } from '../../db/tables/document-locks.ts';
import { listTargetOwners } from '../../db/tables/document-references.ts';
import type { DocumentKey } from '../../db/tables/documents.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import type { DocumentKind, DocumentReference } from '../../domain/kinds/kind.ts';

/**
 * Owning teams of the document that one of this kind says it belongs to; undefined stands for none. Refuses with
 * `unknown_reference` when that does not exist.
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
    // Whoever deletes it meanwhile waits for the end of this transaction, and then sees what belongs to it.
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

/** Owning teams of the document that this one belongs to as it is stored; undefined when that is gone. */
export async function listFormerOwners(
  db: Db,
  key: DocumentKey,
  { belongsTo }: DocumentKind,
): Promise<(string | undefined)[]> {
  if (!belongsTo) return [];
  const owners = (await listTargetOwners(db, { ...key, role: belongsTo.role })) ?? [];
  return owners.length === 0 ? [undefined] : owners;
}
