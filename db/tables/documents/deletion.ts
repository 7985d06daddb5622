import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { eventColumns, eventRows, isPublic, toEventList } from './events.ts';
import type { DeletionCause } from './events.ts';
import type { DocumentKey } from './documents.ts';

const remove = {
  name: 'documents-delete',
  text: `with head as (
      delete from documents
      where organization_id = $1 and kind = $2 and id = $3 and revision = $4 and edition = $5
      returning revision + 1 as revision),
    mark as (
      insert into document_revisions (organization_id, kind, id, revision, edition, at, principal)
      select $1, $2, $3, head.revision, 0, $9, $7 from head),
    event as (
      insert into events ${eventColumns}
      select $1, e.id, e.type, $2, $3, head.revision, $7, $8, ${isPublic}, e.data, $9, e.agent
      from head cross join ${eventRows('$6::json')}
      order by e.position)
    select revision from head`,
};

/**
 * Removes the head, records the deletion as the newest revision, and records the events; past revisions stay.
 * False when the document is no longer as `expected`.
 */
export async function deleteDocument(
  db: Db,
  key: DocumentKey,
  expected: { revision: number; edition: number },
  cause: DeletionCause,
): Promise<boolean> {
  const { furtherEvents = [], eventType, principal, requestId, now } = cause;
  const rows = await runStatement(db, remove, [
    key.organizationId,
    key.kind,
    key.id,
    expected.revision,
    expected.edition,
    // Events of the parts come first, so that the feed deletes no document before its parts.
    toEventList({ id: key.id, now }, [...furtherEvents, { type: eventType, data: {} }]),
    principal,
    requestId,
    now,
  ]);
  return rows.length === 1;
}
