import { newId } from '../../lib/ids.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** Names one document of one organization. */
export type DocumentKey = { organizationId: OrganizationId; kind: string; id: string };

/** What a write needs to know before it decides. */
export type DocumentHead = {
  revision: number;
  edition: number;
  ownerId: string | null;
  contentHash: Buffer;
};

/** A document as stored: `body` is JSON text, `source` the YAML text if it came as YAML. */
export type StoredDocument = {
  id: string;
  revision: number;
  edition: number;
  body: string;
  source: string | null;
  updatedAt: Date;
};

const readForWrite = {
  name: 'documents-read-for-write',
  text: `select
      (select row_to_json(h) from (
        select revision, edition, owner_id as "ownerId", encode(content_hash, 'hex') as "contentHash"
        from documents where organization_id = $1 and kind = $2 and id = $3) h) as head,
      array(select id from documents where organization_id = $1 and kind = 'team' and id = any($4)) as teams`,
};

/** The head, if the document exists, and which of the candidate teams exist; one round trip. */
export async function findHeadAndTeams(
  db: Db,
  key: DocumentKey,
  candidates: readonly string[],
): Promise<{ head: DocumentHead | undefined; teams: string[] }> {
  type Row = { head: string | null; teams: string[] };
  const [row] = await runStatement<Row>(db, readForWrite, [
    key.organizationId,
    key.kind,
    key.id,
    candidates,
  ]);
  const head = row?.head
    ? (JSON.parse(row.head) as Omit<DocumentHead, 'contentHash'> & { contentHash: string })
    : undefined;
  return {
    head: head && { ...head, contentHash: Buffer.from(head.contentHash, 'hex') },
    teams: row?.teams ?? [],
  };
}

const readOne = {
  name: 'documents-read-one',
  text: `select d.id, d.revision, d.edition, r.body::text as body, r.source, d.updated_at as "updatedAt"
    from documents d join document_revisions r using (organization_id, kind, id, revision)
    where d.organization_id = $1 and d.kind = $2 and d.id = $3`,
};

/** The document as it is now. */
export async function findDocument(db: Db, key: DocumentKey): Promise<StoredDocument | undefined> {
  const [row] = await runStatement<StoredDocument>(db, readOne, [
    key.organizationId,
    key.kind,
    key.id,
  ]);
  return row;
}

/** What one revision writes; `search` is the text whose words are indexed. */
export type DocumentWrite = DocumentKey & {
  ownerId: string | undefined;
  name: string;
  status: string | undefined;
  tags: readonly string[];
  search: string;
  contentHash: Buffer;
  body: string;
  source: string | undefined;
  principal: string;
  requestId: string | undefined;
  eventType: string;
  now: Date;
};

/** Behind the head: the revision and the event, in the same statement, so that a PUT is two round trips. */
const revisionAndEvent = `,
    revision as (
      insert into document_revisions (organization_id, kind, id, revision, body, source, at, principal)
      select $1, $2, $3, head.revision, $10, $11, $12, $13 from head),
    event as (
      insert into events (organization_id, id, type, subject_kind, subject_id, revision, principal, request_id, public, data, at)
      select $1, $14, $15, $2, $3, head.revision, $13, $16, true,
        $17, $12 from head)
    select revision from head`;

const insert = {
  name: 'documents-insert',
  text: `with head as (
      insert into documents
        (organization_id, kind, id, revision, edition, owner_id, name, status, tags, search, content_hash, created_at, updated_at)
      select $1, $2, $3,
        1 + coalesce((select max(revision) from document_revisions where organization_id = $1 and kind = $2 and id = $3), 0),
        0, $4, $5, $6, $7, to_tsvector('simple', $8), $9, $12, $12
      on conflict (organization_id, kind, id) do nothing
      returning revision)${revisionAndEvent}`,
};

const update = {
  name: 'documents-update',
  text: `with head as (
      update documents set revision = revision + 1, edition = 0, owner_id = $4, name = $5, status = $6, tags = $7,
        search = to_tsvector('simple', $8), content_hash = $9, updated_at = $12
      where organization_id = $1 and kind = $2 and id = $3 and revision = $18 and edition = $19
      returning revision)${revisionAndEvent}`,
};

/** Payload of the events of documents. */
function eventData(id: string, now: Date): string {
  return JSON.stringify({ id, timestamp: now.toISOString() });
}

function values(write: DocumentWrite): unknown[] {
  return [
    write.organizationId,
    write.kind,
    write.id,
    write.ownerId,
    write.name,
    write.status,
    write.tags,
    write.search,
    write.contentHash,
    write.body,
    write.source,
    write.now,
    write.principal,
    newId(),
    write.eventType,
    write.requestId,
    eventData(write.id, write.now),
  ];
}

/** Creates the document with its revision and event; undefined when somebody created it meanwhile. */
export async function insertDocument(db: Db, write: DocumentWrite): Promise<number | undefined> {
  const [row] = await runStatement<{ revision: number }>(db, insert, values(write));
  return row?.revision;
}

/** Writes the next revision and its event; undefined when the document is no longer as `expected`. */
export async function updateDocument(
  db: Db,
  write: DocumentWrite,
  expected: { revision: number; edition: number },
): Promise<number | undefined> {
  const [row] = await runStatement<{ revision: number }>(db, update, [
    ...values(write),
    expected.revision,
    expected.edition,
  ]);
  return row?.revision;
}

const updateText = {
  name: 'documents-update-text',
  text: `with changed as (
      select 1 from document_revisions
      where organization_id = $1 and kind = $2 and id = $3 and revision = $4
        and (($5::text is not null and body::text is distinct from $5) or ($6::text is not null and source is distinct from $6))),
    head as (
      update documents set edition = edition + 1
      where organization_id = $1 and kind = $2 and id = $3 and revision = $4 and edition = $7 and exists (select 1 from changed)
      returning edition),
    text as (
      update document_revisions set body = coalesce($5::json, body), source = coalesce($6, source)
      where organization_id = $1 and kind = $2 and id = $3 and revision = $4 and exists (select 1 from head))
    select (select count(*)::int from changed) as changed, (select edition from head) as edition`,
};

/**
 * Replaces the text of the current revision by one of equal content: no revision, no event, a new edition
 * when it differs at all. Answers the edition that holds, or undefined when the document changed meanwhile.
 */
export async function updateDocumentText(
  db: Db,
  key: DocumentKey,
  text: { body: string | undefined; source: string | undefined },
  expected: { revision: number; edition: number },
): Promise<number | undefined> {
  type Row = { changed: number; edition: number | null };
  const [row] = await runStatement<Row>(db, updateText, [
    key.organizationId,
    key.kind,
    key.id,
    expected.revision,
    text.body,
    text.source,
    expected.edition,
  ]);
  if (row?.changed === 0) return expected.edition;
  return row?.edition ?? undefined;
}

const remove = {
  name: 'documents-delete',
  text: `with head as (
      delete from documents
      where organization_id = $1 and kind = $2 and id = $3 and revision = $4 and edition = $5 returning revision),
    event as (
      insert into events (organization_id, id, type, subject_kind, subject_id, revision, principal, request_id, public, data, at)
      select $1, $6, $7, $2, $3, head.revision, $8, $9, true,
        $11, $10 from head)
    select revision from head`,
};

/** Removes the head and records the event; its revisions stay. False when it is no longer as `expected`. */
export async function deleteDocument(
  db: Db,
  key: DocumentKey,
  expected: { revision: number; edition: number },
  cause: { eventType: string; principal: string; requestId: string | undefined; now: Date },
): Promise<boolean> {
  const rows = await runStatement(db, remove, [
    key.organizationId,
    key.kind,
    key.id,
    expected.revision,
    expected.edition,
    newId(),
    cause.eventType,
    cause.principal,
    cause.requestId,
    cause.now,
    eventData(key.id, cause.now),
  ]);
  return rows.length === 1;
}
