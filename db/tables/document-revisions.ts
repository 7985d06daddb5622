import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { DocumentKey } from './documents.ts';

const find = {
  name: 'document-revisions-find',
  text: `select body::text as body from document_revisions
    where organization_id = $1 and kind = $2 and id = $3 and revision = $4 and body is not null`,
};

/** JSON text of one revision, current or past, also of a document that was deleted. */
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
    where organization_id = $1 and kind = $2 and id = $3 order by revision desc limit $4`,
};

/** The newest revisions of a document, newest first. */
export function listDocumentRevisions(
  db: Db,
  key: DocumentKey,
  limit: number,
): Promise<RevisionHead[]> {
  return runStatement<RevisionHead>(db, list, [key.organizationId, key.kind, key.id, limit]);
}

const findAt = {
  name: 'document-revisions-find-at',
  text: `select body::text as body from document_revisions
    where organization_id = $1 and kind = $2 and id = $3 and at <= $4 order by revision desc limit 1`,
};

/** JSON text of the revision that was current at an instant; undefined when there was none or it was deleted. */
export async function findDocumentRevisionAt(
  db: Db,
  key: DocumentKey,
  at: Date,
): Promise<string | undefined> {
  const [row] = await runStatement<{ body: string | null }>(db, findAt, [
    key.organizationId,
    key.kind,
    key.id,
    at,
  ]);
  return row?.body ?? undefined;
}

const findDeclaring = {
  name: 'document-revisions-find-declaring',
  text: `select body::text as body from document_revisions
    where organization_id = $1 and kind = $2 and id = $3 and body ->> 'version' = $4
    order by revision desc limit 1`,
};

/** JSON text of the newest revision that declares a version; undefined when none does. */
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
