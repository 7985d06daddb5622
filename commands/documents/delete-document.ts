import type { Db } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { deleteDocument as deleteRow } from '../../db/tables/document-writes.ts';
import { findHeadAndTeams } from '../../db/tables/documents.ts';
import { listOwnedNames } from '../../db/views/owned-documents.ts';
import { refuse } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from './assert-permission.ts';
import { assertPreconditions } from './preconditions.ts';
import type { Preconditions } from './preconditions.ts';

export type DeleteDocument = {
  kind: DocumentKind;
  id: string;
  principal: Principal;
  requestId: string | undefined;
  preconditions: Preconditions;
  now: Date;
};

const attempts = 10;

/**
 * Removes the document; its revisions stay as history, and a later PUT of the id continues their numbers.
 * Refuses with `not_found`, `in_use` when something still belongs to it, or a failed precondition.
 */
export async function deleteDocument(db: Db, request: DeleteDocument): Promise<void> {
  const { kind, principal } = request;
  const key = { organizationId: principal.organizationId, kind: kind.name, id: request.id };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { head } = await findHeadAndTeams(db, key, []);
    if (!head) refuse('not_found', `There is no ${kind.title} with the id '${request.id}'.`);
    assertPreconditions(request.preconditions, head);
    const owner = kind.isTree ? request.id : (head.ownerId ?? undefined);
    await assertPermission(db, principal, kind.permissions.remove, [owner]);
    const cause = {
      eventType: kind.events.deleted,
      principal: principal.name,
      requestId: request.requestId,
      now: request.now,
    };
    try {
      if (await deleteRow(db, key, head, cause)) return;
    } catch (error) {
      if (violatedConstraint(error) !== 'documents_owner') throw error;
      await refuseOwner(db, request);
    }
  }
  refuse('concurrent_change', 'Others keep writing this document at the same time; try again.');
}

async function refuseOwner(db: Db, { kind, id, principal }: DeleteDocument): Promise<never> {
  const owned = await listOwnedNames(db, principal.organizationId, id, 5);
  const names = owned.map((document) => `${document.kind} '${document.id}'`).join(', ');
  return refuse(
    'in_use',
    `The ${kind.title} '${id}' still owns ${names || 'documents'}; move or delete them first.`,
  );
}
