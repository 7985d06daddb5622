import type { OrganizationId } from '../../../domain/principal.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { messagingEventColumns, scrubMessagingEvents } from './messaging-events.ts';
import type { MessagingEvent } from './messaging-events.ts';

const insert = {
  name: 'messaging-events-insert-many',
  text: `with head as (
      update messaging_heads set position = position + cardinality($2::uuid[]) where organization_id = $1
      returning position - cardinality($2::uuid[]) as before)
    insert into messaging_events ${messagingEventColumns}
    select $1, head.before + i.n, i.id, $3, split_part($3, '.', 1), i.subject_id, i.conversation_id, $4, $5, i.data, $6
    from head, unnest($2::uuid[], $7::text[], $8::text[], $9::json[]) with ordinality
      i(id, subject_id, conversation_id, data, n)`,
};

/** The members that all events of one change share. */
export type MessagingCause = Pick<
  MessagingEvent,
  'organizationId' | 'type' | 'principal' | 'requestId' | 'now'
>;

/**
 * Records events of one type, in this order and in one statement, in a transaction of `transactMessaging`; its
 * lock is held meanwhile.
 */
export async function recordMessagingEvents(
  tx: Tx,
  { organizationId, type, principal, requestId, now }: MessagingCause,
  events: readonly Pick<MessagingEvent, 'subjectId' | 'conversationId' | 'data'>[],
): Promise<void> {
  if (events.length === 0) return;
  await runStatement(tx, insert, [
    organizationId,
    events.map(() => newId()),
    type,
    principal,
    requestId,
    now,
    events.map(({ subjectId }) => subjectId),
    events.map(({ conversationId }) => conversationId),
    events.map(({ data }) => JSON.stringify(data)),
  ]);
}

const complete = {
  name: 'messaging-events-complete',
  text: `update messaging_events set data = $3 where organization_id = $1 and position = $2`,
};

/** Replaces the data of an event of the same transaction, before any client can see it. */
export async function completeMessagingEvent(
  tx: Tx,
  { organizationId, position }: { organizationId: OrganizationId; position: number },
  data: object,
): Promise<void> {
  await runStatement(tx, complete, [organizationId, position, JSON.stringify(data)]);
}

/** The principal, request and time of a change. */
export type MessagingAuthor = Omit<MessagingCause, 'type'>;

/** Removes the data of events about deleted subjects, and records the deletions. */
export async function recordMessagingDeletions(
  tx: Tx,
  kind: 'conversation' | 'group' | 'contact',
  subjectIds: readonly string[],
  by: MessagingAuthor,
): Promise<void> {
  await scrubMessagingEvents(tx, by.organizationId, subjectIds);
  const events = subjectIds.map((subjectId) => ({
    subjectId,
    conversationId: kind === 'conversation' ? subjectId : null,
    data: { id: subjectId, deleted: true },
  }));
  await recordMessagingEvents(tx, { ...by, type: `${kind}.deleted` }, events);
}
