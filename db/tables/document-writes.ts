import type { DocumentReference } from '../../domain/kinds/kind.ts';
import { newId } from '../../lib/ids.ts';
import { batched, sharesStatements } from '../batched.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { Statement } from '../statement.ts';
import { changeColumns, recordChanges } from './contract-changes.ts';
import type { RecordedChange } from './contract-changes.ts';
import {
  allEvents,
  eventColumns,
  eventData,
  eventsOfBatch,
  isPublic,
  ownEventsOfBatch,
  toEventList,
} from './document-events.ts';
import type { FurtherEvent } from './document-events.ts';
import { replaceReferences } from './document-references.ts';
import type { DocumentKey } from './documents.ts';

/**
 * PUTs that come together share a statement. The fewer such statements, the more each carries, which is faster
 * (measured); but nobody shall wait for those who wait for a lock.
 */
const updateLimits = { mostRunning: 4, patienceMs: 20 };

/** Place of the tags in `values`: a list of lists they could not be. */
const tagsColumn = 6;

/** Place of the bodies, the longest texts of all: quoting them for an array, and reading that, costs more than to join them. */
const bodyColumn = 9;

/** U+001E, which JSON text never holds as it is (RFC 8259 §7; RFC 7464 separates texts by it). */
const separator = '\x1e';

/** What one revision writes; `search` is the text of the tsvector by which it is found. */
export type DocumentWrite = DocumentKey & {
  ownerId: string | undefined;
  name: string;
  status: string | undefined;
  tags: readonly string[];
  search: string;
  /** Of the description, what answers of the search show. */
  description: string;
  archetype?: string | undefined;
  contentHash: Buffer;
  body: string;
  source: string | undefined;
  principal: string;
  requestId: string | undefined;
  eventType: string;
  now: Date;
  /** Undefined for kinds that never name other documents: their writes cost nothing more then. */
  references: readonly DocumentReference[] | undefined;
  /** What a new revision changes, for kinds that record it; it is looked at by `updateDocument` only. */
  change?: RecordedChange | undefined;
  /** Written for kinds that name others only. */
  furtherEvents?: readonly FurtherEvent[] | undefined;
};

/** Behind the head: the revision, in the same statement, so that a PUT is two round trips; so are the events. */
const revision = `,
    revision as (
      insert into document_revisions (organization_id, kind, id, revision, edition, body, source, at, principal)
      select $1, $2, $3, head.revision, 0, $10, $11, $12, $13 from head)`;

const insertHead = `with head as (
      insert into documents
        (organization_id, kind, id, revision, edition, owner_id, name, status, tags, search, content_hash, created_at, updated_at,
          description, archetype)
      select $1, $2, $3,
        1 + coalesce((select max(revision) from document_revisions where organization_id = $1 and kind = $2 and id = $3), 0),
        0, $4, $5, $6, $7, $8::tsvector, $9, $12, $12, $18, $19
      on conflict (organization_id, kind, id) do nothing
      returning revision)`;

const insert = {
  name: 'documents-insert',
  text: `${insertHead}${revision},
    event as (
      insert into events ${eventColumns}
      select $1, $14, $15, $2, $3, head.revision, $13, $16, ${isPublic('$15')},
        $17, $12 from head)
    select revision from head`,
};

const insertReferring = {
  name: 'documents-insert-referring',
  text: `${insertHead}${revision},
    event as (
      insert into events ${eventColumns}
      select $1, e.id, e.type, $2, $3, head.revision, $13, $16, ${isPublic('e.type')}, e.data, $12
      from head cross join ${allEvents({ id: '$14::uuid', type: '$15::text', data: '$17::json' }, '$21::json')} e
      order by e.position),
    source as (select $1::uuid as organization_id, $2::text as kind, $3::text as id, $20::json as targets from head)
    ${replaceReferences}
    select revision, (select count(*) from target) as targets from head`,
};

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
    write.description,
    write.archetype,
  ];
}

/** What only the statements for kinds that name others read. */
function referringValues({ id, now, references, furtherEvents = [] }: DocumentWrite): string[] {
  return [JSON.stringify(references ?? []), toEventList(furtherEvents, { id, now, ends: false })];
}

/** Creates the document with its revision and event; undefined when somebody created it meanwhile. */
export async function insertDocument(db: Db, write: DocumentWrite): Promise<number | undefined> {
  type Row = { revision: number };
  if (sharesStatements(db)) {
    const insertOf = write.references ? insertReferringTogether : insertTogether;
    return insertOf(db, { write: { ...write, change: undefined }, expected: nothing });
  }
  const [row] = write.references
    ? await runStatement<Row>(db, insertReferring, [...values(write), ...referringValues(write)])
    : await runStatement<Row>(db, insert, values(write));
  return row?.revision;
}

/** What a statement for many documents does besides: it costs only those whose kind needs it. */
type Extras = { refers: boolean; records: 'nothing' | 'patches' | 'hits' };

const firstExtra = 22;

const referringColumns = [
  { name: 'targets', type: 'json' },
  { name: 'further', type: 'json' },
] as const;

/**
 * The same for many documents: one list per column, tags as JSON; extra columns only for kinds that have them. An equal
 * tsvector is left as it lies: its bytes, perhaps compressed, stay equal, and then no index of the row is written.
 */
function writeMany(verb: 'insert' | 'update', { refers, records }: Extras): Statement {
  const columns = [
    ...(refers ? referringColumns : []),
    ...(records === 'nothing' ? [] : changeColumns),
  ];
  const lists = columns.map(({ type }, index) => `, $${firstExtra + index}::${type}[]`).join('');
  const names = columns.map(({ name }) => `, ${name}`).join('');
  const source = `,
    source as (select i.organization_id, i.kind, i.id, i.targets from input i join head h using (n))`;
  return {
    name: `documents-${verb}-all${refers ? '-referring' : ''}-recording-${records}`,
    text: `${writeHeads(verb === 'update' ? updatedHeads : insertedHeads, { lists, names, events: refers ? eventsOfBatch : ownEventsOfBatch })}
      ${refers ? `${source}${replaceReferences}` : ''}
      ${records === 'nothing' ? '' : recordChanges(records === 'patches')}
    select n::int as n, revision${refers ? ', (select count(*) from target) as targets' : ''} from head`,
  };
}

const updatedHeads = `head as (
      update documents d set revision = d.revision + 1, edition = 0, owner_id = i.owner_id, name = i.name,
        status = i.status, tags = array(select json_array_elements_text(i.tags)),
        search = case when d.search = i.search then d.search else i.search end,
        description = i.description, archetype = i.archetype, content_hash = i.content_hash, updated_at = i.at
      from input i
      where d.organization_id = i.organization_id and d.kind = i.kind and d.id = i.id
        and d.revision = i.revision and d.edition = i.edition
      returning i.n, d.revision)`;

/** Those of an import; a PUT that creates has a statement of its own. */
const insertedHeads = `inserted as (
      insert into documents
        (organization_id, kind, id, revision, edition, owner_id, name, status, tags, search, content_hash, created_at, updated_at,
          description, archetype)
      select i.organization_id, i.kind, i.id,
        1 + coalesce((select max(r.revision) from document_revisions r
          where r.organization_id = i.organization_id and r.kind = i.kind and r.id = i.id), 0),
        0, i.owner_id, i.name, i.status, array(select json_array_elements_text(i.tags)),
        i.search, i.content_hash, i.at, i.at, i.description, i.archetype
      from input i
      on conflict (organization_id, kind, id) do nothing
      returning organization_id, kind, id, revision),
    head as (
      select i.n, w.revision from inserted w join input i using (organization_id, kind, id))`;

const writeHeads = (
  head: string,
  extra: { lists: string; names: string; events: string },
): string => `with input as (
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::json[],
        $8::tsvector[], $9::bytea[], string_to_array($10, chr(30))::json[], $11::text[], $12::timestamptz[], $13::text[], $14::uuid[],
        $15::text[], $16::text[], $17::json[], $18::text[], $19::text[], $20::int[],
        $21::int[]${extra.lists}) with ordinality
      as i(organization_id, kind, id, owner_id, name, status, tags, search, content_hash, body, source, at, principal,
        event_id, event_type, request_id, event_data, description, archetype, revision, edition${extra.names}, n)),
    ${head},
    revision as (
      insert into document_revisions (organization_id, kind, id, revision, edition, body, source, at, principal)
      select i.organization_id, i.kind, i.id, h.revision, 0, i.body, i.source, i.at, i.principal
      from input i join head h using (n)),
    event as (
      insert into events ${eventColumns}
      ${extra.events})`;

type Update = { write: DocumentWrite; expected: { revision: number; edition: number } };

/** Heads are locked in the order of their ids, so that two batches do not wait for each other. */
const together = (statement: Statement) =>
  batched<Update, number>(updateLimits, async (db, unsorted) => {
    const updates = unsorted.toSorted((a, b) => (a.write.id < b.write.id ? -1 : 1));
    const lists = updates.map(({ write, expected }) => [
      ...values(write).with(tagsColumn, JSON.stringify(write.tags)),
      expected.revision,
      expected.edition,
      ...(write.references ? referringValues(write) : []),
      ...(write.change ? [write.change.impact, write.change.verdict] : []),
    ]);
    const columns: unknown[] = (lists[0] ?? []).map((_, column) =>
      lists.map((list) => list[column]),
    );
    columns[bodyColumn] = updates.map(({ write }) => write.body).join(separator);
    const rows = await runStatement<{ n: number; revision: number }>(db, statement, columns);
    const written = new Map(rows.map((row) => [updates[row.n - 1], row.revision]));
    return unsorted.map((wanted) => written.get(wanted));
  });

const nothing = { revision: 0, edition: 0 };
const insertTogether = together(writeMany('insert', { refers: false, records: 'nothing' }));
const insertReferringTogether = together(writeMany('insert', { refers: true, records: 'nothing' }));

const updates = new Map<string, ReturnType<typeof together>>();

/** Writes that do the same besides share a statement. */
function updateFor({ references, change }: DocumentWrite): ReturnType<typeof together> {
  const refers = references !== undefined;
  const records = !change ? 'nothing' : change.impact === 'patch' ? 'patches' : 'hits';
  const sort = `${refers} ${records}`;
  const known = updates.get(sort);
  if (known) return known;
  const made = together(writeMany('update', { refers, records }));
  updates.set(sort, made);
  return made;
}

/** Writes the next revision and its event; undefined when the document is no longer as `expected`. */
export function updateDocument(
  db: Db,
  write: DocumentWrite,
  expected: { revision: number; edition: number },
): Promise<number | undefined> {
  return updateFor(write)(db, { write, expected });
}
