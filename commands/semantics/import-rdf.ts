import type { Database, Db } from '../../db/connect.ts';
import { listConcepts } from '../../db/tables/namespace-concepts.ts';
import { findNamespace } from '../../db/tables/namespaces.ts';
import type { NamespaceKey } from '../../db/tables/namespaces.ts';
import type { RdfNote } from '../../domain/ontology/from-rdf.ts';
import { refuse } from '../../domain/errors.ts';
import { parseRdf } from '../../lib/rdf.ts';
import type { RdfFormat } from '../../lib/rdf.ts';
import { refusing } from './ontology-lanes.ts';
import { putOntology } from './put-ontology.ts';
import type { PutOntology } from './put-ontology.ts';
import { runOntologyTask } from './run-ontology-task.ts';
import type { WrittenOntology } from './write-revision.ts';

export type ImportRdf = PutOntology & {
  format: RdfFormat;
  /** What addresses of our own begin with; relative ones are relative to it. */
  baseIri: string;
};

/**
 * Replaces everything that a namespace says by what RDF says, and tells what has no place there. Refuses what is no RDF, what
 * would only empty the namespace, and what `putOntology` refuses.
 */
export async function importRdf(
  database: Database,
  put: ImportRdf,
): Promise<WrittenOntology & { notes: RdfNote[] }> {
  const { format, baseIri, namespace: name, ...rest } = put;
  const { graph, problem } = await refusing(parseRdf(put.text, format, baseIri));
  if (problem) {
    const { message, breaksRule, line, column } = problem;
    const where =
      line === undefined
        ? ''
        : `, at line ${line}${column === undefined ? '' : `, column ${column}`}`;
    refuse(
      breaksRule ? 'invalid_body' : 'malformed_body',
      `The body is no acceptable ${format}: ${message}${where}.`,
      { extra: line === undefined ? {} : { line, column } },
    );
  }
  const { text, concepts, notes } = await runOntologyTask('fromRdf', graph, { name, baseIri });
  if (concepts === 0) {
    await assertEmptied(database.knex, { organizationId: put.principal.organizationId, id: name });
  }
  const written = await putOntology(database, { ...rest, namespace: name, text });
  return { revision: written.revision, edition: written.edition, notes };
}

/** RDF about something else than concepts is more likely a wrong file than the wish for an empty namespace. */
async function assertEmptied(db: Db, key: NamespaceKey): Promise<void> {
  const namespace = await findNamespace(db, key);
  const [first] = await listConcepts(db, key, { after: undefined, limit: 1, offset: 0 });
  if (namespace && !first) return;
  const would = namespace
    ? `would remove all concepts of the namespace '${key.id}'`
    : `would make the namespace '${key.id}' without any`;
  refuse(
    'invalid_document',
    `The body has no class, datatype or SKOS concept, and ${would}: PUT an ontology.yaml with \`ontology: []\` if that is meant.`,
  );
}
