import type { Database } from '../../db/connect.ts';
import { lockNamespace } from '../../db/tables/namespaces.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { OntologyEdit } from '../../domain/semantics/edit-ontology.ts';
import { assertPermission } from '../documents/assert-permission.ts';
import { editStored } from './edit-stored.ts';
import { causeOf, getNamespace } from './semantic-request.ts';
import type { SemanticRequest } from './semantic-request.ts';
import { writeRevision } from './write-revision.ts';

const attempts = 10;

/**
 * Does with one concept or relationship what the deprecated endpoints ask for: it is written into the ontology, which has a new
 * revision then. Refuses with `not_found`, and with `invalid_document` what would leave no valid ontology.
 */
export async function editConcept(
  database: Database,
  request: SemanticRequest,
  edit: OntologyEdit,
): Promise<void> {
  const { knex: db } = database;
  const cause = causeOf(request);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const read = await getNamespace(db, cause);
    const owner = read.ownerId ?? undefined;
    await assertPermission(db, request.principal, 'RESOURCES_EDIT', [owner]);
    const edited = await editStored(db, cause, read, edit);
    if (!edited) return;
    const isWritten = await transact(database, async (tx) => {
      const namespace = await lockNamespace(tx, cause);
      if (namespace?.revision !== read.revision || namespace.edition !== read.edition) return false;
      await writeRevision(tx, namespace, edited, cause);
      return true;
    });
    if (isWritten) return;
  }
  refuse('concurrent_change', 'Others keep writing this ontology at the same time; try again.');
}
