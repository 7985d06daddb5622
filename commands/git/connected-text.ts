import type { Database, Db, Tx } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { lockDocument } from '../../db/tables/documents/locks.ts';
import { findNamespaceSource } from '../../db/tables/semantics/namespace-revisions.ts';
import { findNamespace, lockNamespace } from '../../db/tables/semantics/namespaces.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import { refuse } from '../../domain/errors.ts';
import { formatOf } from '../../domain/git/connection.ts';
import { describeSubject, isOntology } from '../../domain/git/subject.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { minimalOntology } from '../../domain/semantics/minimal-ontology.ts';
import type { PreparedOntology } from '../../domain/semantics/prepare-ontology.ts';
import { compareAhead } from '../documents/content-difference.ts';
import { putOnce } from '../documents/put-document.ts';
import { readContent } from '../documents/read-content.ts';
import { putOntologyIn } from '../semantics/put-ontology.ts';
import { readOntology } from '../semantics/read-ontology.ts';
import { runTask } from '../tasks/run-task.ts';

/** The text of a file, read as a document or as an ontology. */
export type FileContent = { contentHash: string } & (
  | { document: DocumentContent }
  | { ontology: { text: string; prepared: PreparedOntology } }
);

/** A document or an ontology with the path of its file. */
export type Connected = DocumentKey & { path: string };

/** Reads the text of a file. Refuses what is no valid document or ontology of this id. */
export async function readFileContent(
  db: Db,
  { organizationId, kind, id, path }: Connected,
  text: string,
  facts: { now: Date; deprecatedFormatsUntil?: string | undefined },
): Promise<FileContent> {
  if (isOntology(kind)) {
    const prepared = await readOntology(db, { organizationId, id }, text);
    return { contentHash: prepared.contentHash, ontology: { text, prepared } };
  }
  const document = await readContent({ text, format: formatOf(path) }, { kind, id, ...facts });
  return { contentHash: document.contentHash, document };
}

/**
 * The text of a document or an ontology as a file: YAML as it was sent, or written from JSON. `isStored` is false for a namespace
 * without an ontology.
 */
export async function readStoredText(
  db: Db,
  { organizationId, kind, id, path }: Connected,
): Promise<{ text: string; isStored: boolean } | undefined> {
  if (isOntology(kind)) {
    const namespace = await findNamespace(db, { organizationId, id });
    if (namespace === undefined) return undefined;
    const { revision } = namespace;
    const found = await findNamespaceSource(db, { organizationId, namespaceId: id, revision });
    if (found === undefined) return { text: minimalOntology(namespace), isStored: false };
    const text = await runTask('toReviewable', found.source);
    return { text, isStored: true };
  }
  const stored = await findDocument(db, { organizationId, kind, id });
  if (stored === undefined) return undefined;
  const { body, source } = stored;
  const text = formatOf(path) === 'json' ? body : (source ?? (await runTask('toYaml', body)));
  return { text, isStored: true };
}

/** The text that is pushed. Refuses with `not_found`, and with `git_refused` a namespace without an ontology. */
export async function getPushedText(db: Db, connected: Connected): Promise<string> {
  const stored = await readStoredText(db, connected);
  if (stored === undefined) refuse('not_found', `There is no ${describeSubject(connected)}.`);
  if (stored.isStored) return stored.text;
  return refuse(
    'git_refused',
    `The namespace '${connected.id}' has no ontology to push: write one, or pull the file.`,
  );
}

/** Locks the document or the namespace against other writes until the end of the transaction. */
export async function lockConnected(tx: Tx, key: DocumentKey): Promise<void> {
  if (isOntology(key.kind)) await lockNamespace(tx, key);
  else await lockDocument(tx, key);
}

/** The content of a file as the new text of what is connected with it. */
export type Landing = {
  kind: string;
  id: string;
  content: FileContent;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

const preconditions = { ifMatch: undefined, mustBeNew: false };

const putOf = (landing: Landing, content: DocumentContent) => ({
  ...landing,
  kind: kindNamed(landing.kind),
  content,
  preconditions,
});

/** Compares a long document ahead of the transaction that stores it. */
export async function prepareLanding(database: Database, landing: Landing): Promise<void> {
  const { content } = landing;
  if ('document' in content) await compareAhead(database, putOf(landing, content.document));
}

/**
 * Stores the content as a PUT of the document or of the ontology does, in a transaction that has locked it; returns its revision.
 * Refuses what a PUT refuses.
 */
export async function land(tx: Tx, landing: Landing): Promise<number> {
  const { content, id: namespace, principal, requestId, now } = landing;
  if ('ontology' in content) {
    const by = { principal, requestId, now };
    const put = { ...by, namespace, ...content.ontology, preconditions };
    return (await putOntologyIn(tx, put)).revision;
  }
  const written = await putOnce(tx, putOf(landing, content.document));
  // The document is locked, so only its creation anew can come between; the next attempt sees it.
  if (written === undefined) throw new Error('the document was written concurrently');
  return written.revision;
}
