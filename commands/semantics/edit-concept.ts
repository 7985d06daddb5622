import type { Database, Db } from '../../db/connect.ts';
import { lockNamespace } from '../../db/tables/semantics/namespaces.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { OntologyEdit } from '../../domain/semantics/edit-ontology.ts';
import { assertPermission } from '../assert-permission.ts';
import { assertTag } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import type { Reading } from '../reading.ts';
import { editStored, editText } from './edit-stored.ts';
import { getOntologyText } from './ontology-texts.ts';
import { causeOf, getNamespace, refuseUnknownNamespace } from './semantic-request.ts';
import type { SemanticRequest } from './semantic-request.ts';
import { writeRevision } from './write-revision.ts';

const attempts = 10;

/** Attempts beside concurrent writes; then a lock makes the others wait. */
const attemptsWithoutLock = 3;

/** Longer texts are never edited under a lock, which holds a connection while others wait up to 3 s for the namespace. */
const maxCharactersUnderLock = 1024 * 1024;

/** A request about one concept or relationship; `readTag` reads its entity tag without quotes, undefined if it does not exist. */
export type ConceptRequest = SemanticRequest & {
  preconditions: Preconditions;
  readTag: (db: Db) => Promise<string | undefined>;
};

/** The tag after the edit. */
type Edited = { tag: string | undefined };

/**
 * Applies an edit of a deprecated endpoint to one concept or relationship, and writes a new revision of the
 * ontology. Safe with concurrent writes. Returns the new tag. Refuses with `not_found`, with failed preconditions, with
 * `invalid_document` if the ontology would become invalid, and with `concurrent_change` if a large ontology keeps changing.
 */
export async function editConcept(
  database: Database,
  request: ConceptRequest & Reading,
  edit: OntologyEdit,
): Promise<Edited> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { knex } = attempt === 0 ? request.reading : database;
    const edited =
      attempt === attemptsWithoutLock
        ? await editLocked(database, request, edit)
        : await editUnlocked(database, knex, request, edit);
    if (edited) return edited;
  }
  return refuse(
    'concurrent_change',
    'This ontology is being changed by other requests; try again.',
  );
}

/** Undefined if the ontology was changed concurrently. */
async function editUnlocked(
  database: Database,
  db: Db,
  request: ConceptRequest,
  edit: OntologyEdit,
): Promise<Edited | undefined> {
  const cause = causeOf(request);
  const read = await getNamespace(db, cause);
  const owner = read.ownerId ?? undefined;
  await assertPermission(db, request.principal, 'RESOURCES_EDIT', [owner]);
  const tag = await request.readTag(db);
  assertTag(request.preconditions, tag);
  const edited = await editStored(db, cause, read, edit);
  if (!edited) return { tag };
  return transact(database, async (tx) => {
    const namespace = await lockNamespace(tx, cause);
    if (namespace?.revision !== read.revision || namespace.edition !== read.edition)
      return undefined;
    await writeRevision(tx, namespace, edited, cause);
    return { tag: await request.readTag(tx) };
  });
}

/** Undefined if the text is too long for a lock. */
function editLocked(
  database: Database,
  request: ConceptRequest,
  edit: OntologyEdit,
): Promise<Edited | undefined> {
  const cause = causeOf(request);
  return transact(database, async (tx) => {
    const namespace = (await lockNamespace(tx, cause)) ?? refuseUnknownNamespace(cause.id);
    const owner = namespace.ownerId ?? undefined;
    await assertPermission(tx, request.principal, 'RESOURCES_EDIT', [owner]);
    assertTag(request.preconditions, await request.readTag(tx));
    const text = await getOntologyText(tx, cause, namespace.revision);
    if (text.length > maxCharactersUnderLock) return undefined;
    const { organizationId } = cause;
    const edited = await editText(tx, { organizationId, requires: namespace.requires }, text, edit);
    if (edited) await writeRevision(tx, namespace, edited, cause);
    return { tag: await request.readTag(tx) };
  });
}
