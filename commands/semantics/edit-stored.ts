import type { Db } from '../../db/connect.ts';
import type { Namespace, NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { describeViolations } from '../../domain/ontology/read/describe-violations.ts';
import type { EditResult, OntologyEdit } from '../../domain/semantics/edit-ontology.ts';
import { getOntologyText } from './ontology-texts.ts';
import { listRequired } from './read-ontology.ts';
import { runTask } from '../tasks/run-task.ts';

type EditedOntology = Extract<EditResult, { outcome: 'edited' }>;

/**
 * Applies an edit to the stored ontology of a namespace; undefined if it changes nothing. Refuses with `invalid_document` if the
 * ontology would become invalid.
 */
export async function editStored(
  db: Db,
  key: NamespaceKey,
  { revision, requires }: Namespace,
  edit: OntologyEdit,
): Promise<EditedOntology | undefined> {
  const text = await getOntologyText(db, key, revision);
  return editText(db, { organizationId: key.organizationId, requires }, text, edit);
}

/** Applies an edit to a text that is already loaded. */
export async function editText(
  db: Db,
  namespace: { organizationId: OrganizationId; requires: readonly string[] },
  text: string,
  edit: OntologyEdit,
): Promise<EditedOntology | undefined> {
  const required = await listRequired(db, namespace, [text], edit);
  return editedOf(await runTask('edit', text, edit, required));
}

function editedOf(result: EditResult): EditedOntology | undefined {
  switch (result.outcome) {
    case 'unchanged':
      return undefined;
    case 'edited':
      return result;
    case 'refused':
      return refuse('invalid_document', result.message);
    case 'invalid': {
      const { violations } = result;
      const message = `The ontology would become invalid: ${describeViolations(violations)}.`;
      return refuse('invalid_document', message, { violations });
    }
  }
}
