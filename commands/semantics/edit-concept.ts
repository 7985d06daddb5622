import type { Database } from '../../db/connect.ts';
import { lockNamespace } from '../../db/tables/namespaces.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { EditResult, OntologyEdit } from '../../domain/semantics/edit-ontology.ts';
import { assertPermission } from '../documents/assert-permission.ts';
import { getOntologyText } from './ontology-texts.ts';
import { listRequired } from './read-ontology.ts';
import { runOntologyTask } from './run-ontology-task.ts';
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
    const text = await getOntologyText(db, cause, read.revision);
    const required = await listRequired(db, cause.organizationId, read.requires);
    const edited = editedOf(await runOntologyTask('edit', text, edit, required));
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

function editedOf(result: EditResult): Extract<EditResult, { outcome: 'edited' }> | undefined {
  switch (result.outcome) {
    case 'unchanged':
      return undefined;
    case 'edited':
      return result;
    case 'unknown':
      return refuse('not_found', result.message);
    case 'refused':
      return refuse('invalid_document', result.message);
    case 'invalid': {
      const { violations } = result;
      const [first] = violations;
      const message = `The ontology would not be valid any more: ${first?.field} ${first?.message}.`;
      return refuse('invalid_document', message, { violations });
    }
  }
}
