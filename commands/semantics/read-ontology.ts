import type { Db } from '../../db/connect.ts';
import { listConceptNames } from '../../db/tables/semantics/namespace-concepts.ts';
import type { NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import { refuse } from '../../domain/errors.ts';
import { locateViolations } from '../../domain/ontology/read/describe-violations.ts';
import type { OntologyViolation } from '../../domain/ontology/read/parse-ontology.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { PreparedOntology, RequiredNames } from '../../domain/semantics/prepare-ontology.ts';
import { runTask } from '../tasks/run-task.ts';

/**
 * Parses an untrusted text as the ontology of a namespace. Refuses with `malformed_body` invalid YAML, with `invalid_body` and
 * `invalid_document` a violated rule, and with `id_mismatch` the ontology of another namespace.
 */
export async function readOntology(
  db: Db,
  { organizationId, id }: NamespaceKey,
  text: string,
): Promise<PreparedOntology> {
  let answer = await runTask('prepare', text);
  if ('violations' in answer && answer.requires.length > 0) {
    const { requires, named } = answer;
    const required = await listConceptNames(db, organizationId, requires, named);
    if (required.length > 0) answer = await runTask('prepare', text, toNames(required));
  }
  if ('violations' in answer) return refuseViolations(answer.violations);
  const { name } = answer.prepared.metadata;
  if (name === id) return answer.prepared;
  return refuse(
    'id_mismatch',
    `The ontology's name '${name}' differs from the namespace '${id}' in the path.`,
  );
}

/** Existing concepts of required namespaces that stored texts (or any texts in `others`) name. */
export async function listRequired(
  db: Db,
  { organizationId, requires }: { organizationId: OrganizationId; requires: readonly string[] },
  texts: readonly string[],
  others?: unknown,
): Promise<RequiredNames> {
  if (requires.length === 0) return [];
  const named = await runTask('listNamed', texts, others);
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
    `The ontology is invalid: ${locateViolations(violations)}.`,
    { violations: violations.map((each) => ({ ...each, field: each.field || 'body' })) },
  );
}
