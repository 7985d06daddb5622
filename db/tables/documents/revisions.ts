import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DocumentKey, StoredDocument } from './documents.ts';

const find = {
  name: 'document-revisions-find',
  text: `select body::text as body from document_revisions
    where organization_id = $1 and kind = $2 and id = $3 and revision = $4 and body is not null`,
};

/** JSON text of one revision, current or past, also of a deleted document. */
export async function findDocumentRevision(
  db: Db,
  key: DocumentKey & { revision: number },
): Promise<string | undefined> {
  const [row] = await runStatement<{ body: string }>(db, find, [
    key.organizationId,
    key.kind,
    key.id,
    key.revision,
  ]);
  return row?.body;
}

/** One entry of a document's history. */
export type RevisionHead = { revision: number; at: Date; principal: string; deleted: boolean };

const list = {
  name: 'document-revisions-list',
  text: `select revision, at, principal, body is null as deleted from document_revisions
    where organization_id = $1 and kind = $2 and id = $3 and ($4::int is null or revision < $4)
    order by revision desc limit $5 offset $6`,
};

/** The revisions of a document, newest first; only revisions lower than `before`. */
export function listDocumentRevisions(
  db: Db,
  key: DocumentKey,
  page: { limit: number; before?: number | undefined; offset?: number },
): Promise<RevisionHead[]> {
  const { limit, before, offset = 0 } = page;
  const values = [key.organizationId, key.kind, key.id, before, limit, offset];
  return runStatement<RevisionHead>(db, list, values);
}

const findPast = {
  name: 'document-revisions-find-past',
  text: `select revision, edition, body::text as body, source from document_revisions
    where organization_id = $1 and kind = $2 and id = $3
      and ($4::int is null or revision = $4) and ($5::timestamptz is null or at <= $5)
    order by revision desc limit 1`,
};

/** The document at a revision or an instant; undefined when it did not exist then. */
export async function findPastDocument(
  db: Db,
  key: DocumentKey,
  past: { revision: number } | { at: Date },
): Promise<StoredDocument | undefined> {
  type Row = Omit<StoredDocument, 'body'> & { body: string | null };
  const [row] = await runStatement<Row>(db, findPast, [
    key.organizationId,
    key.kind,
    key.id,
    'revision' in past ? past.revision : undefined,
    'at' in past ? past.at : undefined,
  ]);
  return row && row.body !== null ? { ...row, body: row.body } : undefined;
}

const findDeclaring = {
  name: 'document-revisions-find-declaring',
  text: `select body::text as body from document_revisions
    where organization_id = $1 and kind = $2 and id = $3 and body ->> 'version' = $4
    order by revision desc limit 1`,
};

/** JSON text of the newest revision that declares a version; undefined when there is none. */
export async function findRevisionDeclaring(
  db: Db,
  key: DocumentKey,
  version: string,
): Promise<string | undefined> {
  const [row] = await runStatement<{ body: string }>(db, findDeclaring, [
    key.organizationId,
    key.kind,
    key.id,
    version,
  ]);
  return row?.body;
}

const listReadable = {
  name: 'document-revisions-list-readable',
  text: `select r.kind, r.id, r.revision from unnest($2::text[], $3::text[], $4::int[]) as k(kind, id, revision)
    join document_revisions r on r.organization_id = $1 and r.kind = k.kind and r.id = k.id and r.revision = k.revision
    where r.body is not null`,
};

/** Names one revision of a document. */
export type RevisionOf = { kind: string; id: string; revision: number };

/** Those of the given revisions that have a text. */
export function listReadableRevisions(
  db: Db,
  organizationId: DocumentKey['organizationId'],
  revisions: readonly RevisionOf[],
): Promise<RevisionOf[]> {
  if (revisions.length === 0) return Promise.resolve([]);
  return runStatement<RevisionOf>(db, listReadable, [
    organizationId,
    revisions.map(({ kind }) => kind),
    revisions.map(({ id }) => id),
    revisions.map(({ revision }) => revision),
  ]);
}
