import { sharesStatements } from '../batched.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import { insertTogetherWithOthers } from './document-batches.ts';
import { allEvents, eventColumns, isPublic } from './document-events.ts';
import { replaceReferences } from './document-references.ts';
import { referringValues, writeValues } from './document-write.ts';
import type { DocumentWrite } from './document-write.ts';

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

/** Creates the document with its revision and event; undefined when somebody created it meanwhile. */
export async function insertDocument(db: Db, write: DocumentWrite): Promise<number | undefined> {
  type Row = { revision: number };
  if (sharesStatements(db)) return insertTogetherWithOthers(db, write);
  const own = writeValues(write);
  const [row] = write.references
    ? await runStatement<Row>(db, insertReferring, [...own, ...referringValues(write)])
    : await runStatement<Row>(db, insert, own);
  return row?.revision;
}
