import type { Database, Db } from '../../db/connect.ts';
import { listConcepts } from '../../db/tables/semantics/namespace-concepts.ts';
import { findNamespace } from '../../db/tables/semantics/namespaces.ts';
import type { NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import type { RdfNote } from '../../domain/ontology/rdf/from-rdf.ts';
import { refuse } from '../../domain/errors.ts';
import type { PreparedOntology } from '../../domain/semantics/prepare-ontology.ts';
import type { SentRdf } from '../../domain/semantics/rdf-tasks.ts';
import type { RdfFormat, RdfProblem } from '../../lib/rdf/rdf.ts';
import { readOntology } from './read-ontology.ts';
import { putOntology } from './put-ontology.ts';
import type { PutOntology } from './put-ontology.ts';
import { runTask } from '../tasks/run-task.ts';
import type { WrittenOntology } from './write-revision.ts';

/** The ontology read from RDF, and the parts that have no equivalent. */
export type ReadRdf = {
  text: string;
  concepts: number;
  notes: RdfNote[];
  prepared: PreparedOntology;
};

/**
 * Reads RDF as the ontology of a namespace, without a transaction; `baseIri` is the prefix of our own addresses and the base of
 * relative ones. Refuses invalid RDF, and refuses like `readOntology`.
 */
export async function readRdf(
  db: Db,
  key: NamespaceKey,
  sent: Omit<SentRdf, 'name'>,
): Promise<ReadRdf> {
  const read = await runTask('fromRdf', { ...sent, name: key.id });
  if (read.problem) return refuseRdf(sent.format, read.problem);
  const { text, concepts, notes } = read;
  return { text, concepts, notes, prepared: await readOntology(db, key, text) };
}

function refuseRdf(format: RdfFormat, { message, breaksRule, line, column }: RdfProblem): never {
  const where =
    line === undefined
      ? ''
      : `, at line ${line}${column === undefined ? '' : `, column ${column}`}`;
  return refuse(
    breaksRule ? 'invalid_body' : 'malformed_body',
    `The body is not acceptable ${format}: ${message}${where}.`,
    { extra: line === undefined ? {} : { line, column } },
  );
}

/** Replaces the ontology of a namespace by RDF. Refuses RDF that would only empty the namespace, and refuses like `putOntology`. */
export async function importRdf(
  database: Database,
  { read, ...put }: Omit<PutOntology, 'text' | 'prepared'> & { read: ReadRdf },
): Promise<WrittenOntology> {
  const { organizationId } = put.principal;
  const { text, prepared } = read;
  if (read.concepts === 0)
    await assertEmptied(database.knex, { organizationId, id: put.namespace });
  const { revision, edition } = await putOntology(database, { ...put, text, prepared });
  return { revision, edition };
}

/** RDF without concepts is more likely a wrong file than a request to empty the namespace. */
async function assertEmptied(db: Db, key: NamespaceKey): Promise<void> {
  const namespace = await findNamespace(db, key);
  const [first] = await listConcepts(db, key, { after: undefined, limit: 1, offset: 0 });
  if (namespace && !first) return;
  const would = namespace
    ? `would remove all concepts of the namespace '${key.id}'`
    : `would make the namespace '${key.id}' without any`;
  refuse(
    'invalid_document',
    `The body has no class, datatype or SKOS concept, and ${would}: PUT an ontology.yaml with \`ontology: []\` to empty it deliberately.`,
  );
}
