import { batched } from '../batched.ts';
import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { Statement } from '../statement.ts';
import { changeColumns, recordChanges } from './contract-changes.ts';
import { eventColumns, eventsOfBatch, ownEventsOfBatch } from './document-events.ts';
import { replaceReferences } from './document-references.ts';
import { referringValues, writeValues } from './document-write.ts';
import type { DocumentWrite } from './document-write.ts';

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

/** A write, and the version that it replaces; of a new document its version counts for nothing. */
export type ExpectingWrite = {
  write: DocumentWrite;
  expected: { revision: number; edition: number };
};

/** Answers the new revisions; undefined where the document was not as expected. Heads are locked in the order of their ids, so that two batches do not wait for each other. */
async function runBatch(
  db: Db,
  statement: Statement,
  unsorted: readonly ExpectingWrite[],
): Promise<(number | undefined)[]> {
  const writes = unsorted.toSorted((a, b) => (a.write.id < b.write.id ? -1 : 1));
  const lists = writes.map(({ write, expected }) => [
    ...writeValues(write).with(tagsColumn, JSON.stringify(write.tags)),
    expected.revision,
    expected.edition,
    ...(write.references ? referringValues(write) : []),
    ...(write.change ? [write.change.impact, write.change.verdict] : []),
  ]);
  const columns: unknown[] = (lists[0] ?? []).map((_, column) => lists.map((list) => list[column]));
  columns[bodyColumn] = writes.map(({ write }) => write.body).join(separator);
  const rows = await runStatement<{ n: number; revision: number }>(db, statement, columns);
  const written = new Map(rows.map((row) => [writes[row.n - 1], row.revision]));
  return unsorted.map((wanted) => written.get(wanted));
}

const together = (statement: Statement) =>
  batched<ExpectingWrite, number>(updateLimits, (db, writes) => runBatch(db, statement, writes));

const insertStatement = (refers: boolean): Statement =>
  writeMany('insert', { refers, records: 'nothing' });
const insertTogether = together(insertStatement(false));
const insertReferringTogether = together(insertStatement(true));

const nothing = { revision: 0, edition: 0 };

/** Creates the document in a statement that it shares with others; undefined when somebody created it meanwhile. */
export function insertTogetherWithOthers(
  db: Db,
  write: DocumentWrite,
): Promise<number | undefined> {
  const insertOf = write.references ? insertReferringTogether : insertTogether;
  return insertOf(db, { write: { ...write, change: undefined }, expected: nothing });
}

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

const insertAll = insertStatement(true);
const updateAll = writeMany('update', { refers: true, records: 'nothing' });

/**
 * Creates or updates documents of a kind that names others, in one statement for each verb. Answers which were written; the
 * others were created, changed or deleted by somebody else meanwhile.
 */
export async function writeDocuments(
  tx: Tx,
  creations: readonly DocumentWrite[],
  changes: readonly ExpectingWrite[],
): Promise<ReadonlySet<DocumentWrite>> {
  const inserts = creations.map((write) => ({ write, expected: nothing }));
  const revisions = [
    ...(inserts.length > 0 ? await runBatch(tx, insertAll, inserts) : []),
    ...(changes.length > 0 ? await runBatch(tx, updateAll, changes) : []),
  ];
  const all = [...creations, ...changes.map(({ write }) => write)];
  return new Set(all.filter((_, index) => revisions[index] !== undefined));
}
