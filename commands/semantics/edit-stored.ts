import type { Db } from '../../db/connect.ts';
import type { Namespace, NamespaceKey } from '../../db/tables/namespaces.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { describeViolations } from '../../domain/ontology/describe-violations.ts';
import type { EditResult, OntologyEdit } from '../../domain/semantics/edit-ontology.ts';
import { getOntologyText } from './ontology-texts.ts';
import { listRequired } from './read-ontology.ts';
import { runOntologyTask } from './run-ontology-task.ts';

type EditedOntology = Extract<EditResult, { outcome: 'edited' }>;

/**
 * What an edit makes of the ontology of a namespace that was read before; undefined when it changes nothing. Refuses with
 * `invalid_document` what would leave no valid ontology.
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

/** The same with its text, where that was read before. */
export async function editText(
  db: Db,
  namespace: { organizationId: OrganizationId; requires: readonly string[] },
  text: string,
  edit: OntologyEdit,
): Promise<EditedOntology | undefined> {
  const required = await listRequired(db, namespace, [text], edit);
  return editedOf(await runOntologyTask('edit', text, edit, required));
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
      const message = `The ontology would not be valid any more: ${describeViolations(violations)}.`;
      return refuse('invalid_document', message, { violations });
    }
  }
}
