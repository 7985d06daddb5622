import type { Db } from '../../db/connect.ts';
import { listConceptNames } from '../../db/tables/namespace-concepts.ts';
import type { NamespaceKey } from '../../db/tables/namespaces.ts';
import { refuse } from '../../domain/errors.ts';
import { locateViolations } from '../../domain/ontology/describe-violations.ts';
import type { OntologyViolation } from '../../domain/ontology/parse-ontology.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { PreparedOntology, RequiredNames } from '../../domain/semantics/prepare-ontology.ts';
import { runOntologyTask } from './run-ontology-task.ts';

/**
 * Reads an untrusted text as the ontology of a namespace. Refuses with `malformed_body` what is no YAML, with `invalid_body` and
 * `invalid_document` what breaks a rule, and with `id_mismatch` the ontology of another namespace.
 */
export async function readOntology(
  db: Db,
  { organizationId, id }: NamespaceKey,
  text: string,
): Promise<PreparedOntology> {
  let answer = await runOntologyTask('prepare', text);
  if ('violations' in answer && answer.requires.length > 0) {
    const { requires, named } = answer;
    const required = await listConceptNames(db, organizationId, requires, named);
    if (required.length > 0) answer = await runOntologyTask('prepare', text, toNames(required));
  }
  if ('violations' in answer) return refuseViolations(answer.violations);
  const { name } = answer.prepared.metadata;
  if (name === id) return answer.prepared;
  return refuse(
    'id_mismatch',
    `The ontology's name '${name}' differs from the namespace '${id}' in the path.`,
  );
}

/** Which concepts of required namespaces stored texts name, or what is done with them (any texts in `others`), as far as there are such. */
export async function listRequired(
  db: Db,
  { organizationId, requires }: { organizationId: OrganizationId; requires: readonly string[] },
  texts: readonly string[],
  others?: unknown,
): Promise<RequiredNames> {
  if (requires.length === 0) return [];
  const named = await runOntologyTask('listNamed', texts, others);
  return toNames(await listConceptNames(db, organizationId, requires, named));
}

const toNames = (rows: readonly { namespaceId: string; names: string[] }[]): RequiredNames =>
  rows.map(({ namespaceId, names }) => [namespaceId, names] as const);

function refuseViolations(violations: OntologyViolation[]): never {
  const [first] = violations;
  const { field = '', message = '', line = 1, column = 1 } = first ?? {};
  if (message.startsWith('is not YAML')) {
    return refuse('malformed_body', `The body ${message}, at line ${line}, column ${column}.`, {
      extra: { line, column },
    });
  }
  return refuse(
    field === '' ? 'invalid_body' : 'invalid_document',
    `This is no valid ontology: ${locateViolations(violations)}.`,
    { violations: violations.map((each) => ({ ...each, field: each.field || 'body' })) },
  );
}
