import type { DocumentReference } from '../../../domain/kinds/kind.ts';
import type { SearchEntry } from '../../../domain/kinds/document-head.ts';
import { batched } from '../../batched.ts';
import type { Db, Tx } from '../../connect.ts';
import { inputRows, inputValues, runStatement } from '../../statement.ts';
import type { InputColumns, Statement } from '../../statement.ts';
import { recordChanges } from './contract-changes.ts';
import type { RecordedChange } from './contract-changes.ts';
import { recordEvents, toEventList } from './events.ts';
import type { FurtherEvent } from './events.ts';
import type { DocumentKey } from './documents.ts';
import { replaceReferences } from './references.ts';

/** One revision to write. */
export type DocumentWrite = DocumentKey &
  SearchEntry & {
    /** The version that the write replaces; undefined creates the document. */
    replaces?: { revision: number; edition: number } | undefined;
    ownerId: string | undefined;
    name: string;
    status: string | undefined;
    /** A JSON list. */
    tags: string;
    archetype?: string | undefined;
    contentHash: Buffer;
    body: string;
    source: string | undefined;
    principal: string;
    requestId: string | undefined;
    eventType: string;
    now: Date;
    /** Undefined for kinds that never name other documents: their writes do not touch references. */
    references: readonly DocumentReference[] | undefined;
    /** The rules by which the document was judged, and what it does not keep, as JSON; undefined for kinds without rules. */
    judgement?: { rulesVersion: number; findings: string | null } | undefined;
    /** The recorded change of a new revision, for kinds that record changes. */
    change?: RecordedChange | undefined;
    furtherEvents?: readonly FurtherEvent[] | undefined;
  };

const columns: InputColumns<DocumentWrite> = {
  organization_id: ['uuid', ({ organizationId }) => organizationId],
  kind: ['text', ({ kind }) => kind],
  id: ['text', ({ id }) => id],
  replaced_revision: ['int', ({ replaces }) => replaces?.revision],
  replaced_edition: ['int', ({ replaces }) => replaces?.edition],
  owner_id: ['text', ({ ownerId }) => ownerId],
  name: ['text', ({ name }) => name],
  status: ['text', ({ status }) => status],
  tags: ['json', ({ tags }) => tags],
  search: ['tsvector', ({ search }) => search],
  description: ['text', ({ description }) => description],
  archetype: ['text', ({ archetype }) => archetype],
  version: ['text', ({ version }) => version],
  port_types: ['json', ({ portTypes }) => portTypes],
  classifications: ['json', ({ classifications }) => classifications],
  concepts: ['json', ({ concepts }) => concepts],
  score_facts: ['json', ({ scoreFacts }) => scoreFacts],
  content_hash: ['bytea', ({ contentHash }) => contentHash],
  body: ['json', ({ body }) => body],
  source: ['text', ({ source }) => source],
  at: ['timestamptz', ({ now }) => now],
  principal: ['text', ({ principal }) => principal],
  request_id: ['text', ({ requestId }) => requestId],
  events: ['json', eventsOf],
  targets: ['json', ({ references }) => references && JSON.stringify(references)],
  impact: ['text', ({ change }) => change?.impact],
  verdict: ['json', ({ change }) => change?.verdict],
  rules_version: ['int', ({ judgement }) => judgement?.rulesVersion],
  findings: ['json', ({ judgement }) => judgement?.findings],
};

/** The document's own event comes first, so that the feed announces a document before its parts. */
function eventsOf({ id, now, eventType, furtherEvents = [] }: DocumentWrite): string {
  return toEventList({ id, now }, [{ type: eventType, data: {} }, ...furtherEvents]);
}

/** SQL of a list of texts in the input; null if it is empty or null. */
function listOf(column: string): string {
  return `(select array_agg(value) from json_array_elements_text(i.${column}) as value)`;
}

/** True unless the rules of policies have changed since the document was judged: whoever changes them waits for the write, or it for them. */
const isJudged = `(i.rules_version is null or exists (
          select 1 from rules where rules.id = i.organization_id and rules.rules_version = i.rules_version))`;

/**
 * Writes heads, revisions, events and recorded changes of many documents, and looks at references if one of them `relates` to other
 * documents. An equal tsvector is left in place: its bytes, perhaps compressed, stay equal, so that Postgres writes no index of
 * the row.
 */
const writeStatement = (relates: boolean): Statement => ({
  name: relates ? 'documents-write-related' : 'documents-write',
  text: `with input as (${inputRows(columns)}),
    rules as materialized (
      select o.id, o.rules_version from organizations o
      where o.id in (select i.organization_id from input i where i.rules_version is not null) for share),
    updated as (
      update documents d set revision = d.revision + 1, edition = 0, owner_id = i.owner_id, name = i.name,
        status = i.status, tags = array(select json_array_elements_text(i.tags)),
        search = case when d.search = i.search then d.search else i.search end,
        description = i.description, archetype = i.archetype, version = i.version, port_types = ${listOf('port_types')},
        classifications = ${listOf('classifications')}, concepts = ${listOf('concepts')},
        score_facts = i.score_facts, content_hash = i.content_hash, updated_at = i.at, findings = i.findings
      from input i
      where d.organization_id = i.organization_id and d.kind = i.kind and d.id = i.id
        and d.revision = i.replaced_revision and d.edition = i.replaced_edition and ${isJudged}
      returning i.n, d.revision),
    inserted as (
      insert into documents (organization_id, kind, id, revision, edition, owner_id, name, status, tags, search, description,
        archetype, version, port_types, classifications, concepts, score_facts, content_hash, created_at, updated_at,
        findings)
      select i.organization_id, i.kind, i.id,
        1 + coalesce((select max(r.revision) from document_revisions r
          where r.organization_id = i.organization_id and r.kind = i.kind and r.id = i.id), 0),
        0, i.owner_id, i.name, i.status, array(select json_array_elements_text(i.tags)), i.search, i.description,
        i.archetype, i.version, ${listOf('port_types')}, ${listOf('classifications')}, ${listOf('concepts')},
        i.score_facts, i.content_hash, i.at, i.at, i.findings
      from input i where i.replaced_revision is null and ${isJudged}
      on conflict (organization_id, kind, id) do nothing
      returning organization_id, kind, id, revision),
    head as (
      select n, revision from updated
      union all
      select i.n, w.revision from inserted w join input i using (organization_id, kind, id)),
    revision as (
      insert into document_revisions (organization_id, kind, id, revision, edition, body, source, at, principal)
      select i.organization_id, i.kind, i.id, h.revision, 0, i.body, i.source, i.at, i.principal
      from input i join head h using (n)),
    ${relates ? `${replaceReferences},` : ''}
    ${recordEvents('i.kind')},
    ${recordChanges(!relates)}
    select n::int as n, revision ${relates ? ', (select count(*) from target) as targets' : ''} from head`,
});

const writeUnrelated = writeStatement(false);
const writeRelated = writeStatement(true);

/**
 * Returns the new revision of each document; undefined where the document exists already, or no longer has the version in `replaces`.
 * Heads are locked in the order of their ids, so that two statements do not deadlock.
 */
async function writeAll(
  db: Db,
  unsorted: readonly DocumentWrite[],
): Promise<(number | undefined)[]> {
  const writes = unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const relates = writes.some(
    ({ references, change }) => references ?? (change && change.impact !== 'patch'),
  );
  const rows = await runStatement<{ n: number; revision: number }>(
    db,
    relates ? writeRelated : writeUnrelated,
    inputValues(columns, writes),
  );
  const written = new Map(rows.map(({ n, revision }) => [writes[n - 1], revision]));
  return unsorted.map((each) => written.get(each));
}

/**
 * Writes a revision and its event, and returns its number; returns undefined and writes nothing if the document was changed
 * concurrently. Writes that come together share a statement: few large ones are faster (measured), but a statement
 * that waits for a row lock must not delay the others.
 */
export const writeDocument = batched<DocumentWrite, number>(
  { maxRunning: 4, patienceMs: 20 },
  writeAll,
);

/** Writes many documents in one statement, and returns those that were written; the others were changed concurrently. */
export async function writeDocuments(
  tx: Tx,
  writes: readonly DocumentWrite[],
): Promise<ReadonlySet<DocumentWrite>> {
  if (writes.length === 0) return new Set();
  const revisions = await writeAll(tx, writes);
  return new Set(writes.filter((_, index) => revisions[index] !== undefined));
}
