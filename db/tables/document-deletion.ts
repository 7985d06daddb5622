import { newId } from '../../lib/ids.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import { allEvents, eventColumns, eventData, isPublic, toEventList } from './document-events.ts';
import type { DeletionCause } from './document-events.ts';
import type { DocumentKey } from './documents.ts';

const deleteAnd = (events: string): string => `with head as (
      delete from documents
      where organization_id = $1 and kind = $2 and id = $3 and revision = $4 and edition = $5
      returning revision + 1 as revision),
    mark as (
      insert into document_revisions (organization_id, kind, id, revision, edition, at, principal)
      select $1, $2, $3, head.revision, 0, $10, $8 from head),
    event as (
      insert into events ${eventColumns}
      ${events})
    select revision from head`;

const remove = {
  name: 'documents-delete',
  text: deleteAnd(
    `select $1, $6, $7, $2, $3, head.revision, $8, $9, ${isPublic('$7')}, $11, $10 from head`,
  ),
};

const removeWithEvents = {
  name: 'documents-delete-with-events',
  text: deleteAnd(`select $1, e.id, e.type, $2, $3, head.revision, $8, $9, ${isPublic('e.type')}, e.data, $10
      from head cross join ${allEvents({ id: '$6::uuid', type: '$7::text', data: '$11::json' }, '$12::json')} e
      order by e.position`),
};

/**
 * Removes the head, marks the deletion as the newest revision and records the events; past revisions stay.
 * False when the document is no longer as `expected`.
 */
export async function deleteDocument(
  db: Db,
  key: DocumentKey,
  expected: { revision: number; edition: number },
  cause: DeletionCause,
): Promise<boolean> {
  const { furtherEvents = [], now } = cause;
  const statement = furtherEvents.length > 0 ? removeWithEvents : remove;
  const rows = await runStatement(db, statement, [
    key.organizationId,
    key.kind,
    key.id,
    expected.revision,
    expected.edition,
    newId(),
    cause.eventType,
    cause.principal,
    cause.requestId,
    now,
    eventData(key.id, now),
    ...(furtherEvents.length > 0
      ? [toEventList(furtherEvents, { id: key.id, now, ends: true })]
      : []),
  ]);
  return rows.length === 1;
}
