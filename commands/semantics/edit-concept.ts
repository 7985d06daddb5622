import type { Database } from '../../db/connect.ts';
import { lockNamespace } from '../../db/tables/namespaces.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { OntologyEdit } from '../../domain/semantics/edit-ontology.ts';
import { assertPermission } from '../documents/assert-permission.ts';
import { editStored, editText } from './edit-stored.ts';
import { getOntologyText } from './ontology-texts.ts';
import { causeOf, getNamespace, refuseUnknownNamespace } from './semantic-request.ts';
import type { SemanticRequest } from './semantic-request.ts';
import { writeRevision } from './write-revision.ts';

const attempts = 10;

/** So often it is tried while others may write; then they wait. */
const attemptsWithoutLock = 3;

/** Longer texts are never worked on under a lock: that holds a connection, and others wait 3 s for the namespace. */
const mostCharactersUnderLock = 1024 * 1024;

/**
 * Does with one concept or relationship what the deprecated endpoints ask for: it is written into the ontology, which has a new
 * revision then. Others may write at the same time. Refuses with `not_found`, with `invalid_document` what would leave no valid
 * ontology, and with `concurrent_change` when others keep writing a large one.
 */
export async function editConcept(
  database: Database,
  request: SemanticRequest,
  edit: OntologyEdit,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const isLocked = attempt === attemptsWithoutLock;
    const isDone = await (isLocked ? editLocked : editUnlocked)(database, request, edit);
    if (isDone) return;
  }
  refuse('concurrent_change', 'Others keep writing this ontology at the same time; try again.');
}

/** False when somebody else has written meanwhile. */
async function editUnlocked(
  database: Database,
  request: SemanticRequest,
  edit: OntologyEdit,
): Promise<boolean> {
  const { knex: db } = database;
  const cause = causeOf(request);
  const read = await getNamespace(db, cause);
  const owner = read.ownerId ?? undefined;
  await assertPermission(db, request.principal, 'RESOURCES_EDIT', [owner]);
  const edited = await editStored(db, cause, read, edit);
  if (!edited) return true;
  return transact(database, async (tx) => {
    const namespace = await lockNamespace(tx, cause);
    if (namespace?.revision !== read.revision || namespace.edition !== read.edition) return false;
    await writeRevision(tx, namespace, edited, cause);
    return true;
  });
}

/** False when the text is too long for that. */
function editLocked(
  database: Database,
  request: SemanticRequest,
  edit: OntologyEdit,
): Promise<boolean> {
  const cause = causeOf(request);
  return transact(database, async (tx) => {
    const namespace = (await lockNamespace(tx, cause)) ?? refuseUnknownNamespace(cause.id);
    const owner = namespace.ownerId ?? undefined;
    await assertPermission(tx, request.principal, 'RESOURCES_EDIT', [owner]);
    const text = await getOntologyText(tx, cause, namespace.revision);
    if (text.length > mostCharactersUnderLock) return false;
    const { organizationId } = cause;
    const edited = await editText(tx, { organizationId, requires: namespace.requires }, text, edit);
    if (edited) await writeRevision(tx, namespace, edited, cause);
    return true;
  });
}
