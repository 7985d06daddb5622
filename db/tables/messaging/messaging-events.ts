import type {
  MessagingEventType,
  MessagingSubject,
} from '../../../domain/messaging/event-types.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { nextPosition } from './messaging-heads.ts';

/** A fact about messaging, recorded in the transaction that made it true. */
export type MessagingEvent = {
  organizationId: OrganizationId;
  type: MessagingEventType;
  subjectId: string;
  /** Members of this conversation receive the event on their streams. */
  conversationId: string | null;
  principal: string;
  requestId: string | undefined;
  /** The object after the change. */
  data: object;
  now: Date;
};

/** Columns of the events, in insert order. */
export const messagingEventColumns = `(organization_id, position, id, type, subject_kind, subject_id, conversation_id,
      principal, request_id, data, at)`;

const insert = {
  name: 'messaging-events-insert',
  text: `insert into messaging_events ${messagingEventColumns} values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};

/** Records the event in a transaction of `transactMessaging`; returns its position. */
export async function recordMessagingEvent(tx: Tx, event: MessagingEvent): Promise<number> {
  const { organizationId, type, subjectId, conversationId, principal } = event;
  const position = await nextPosition(tx, organizationId);
  const [subjectKind] = type.split('.') as [MessagingSubject];
  await runStatement(tx, insert, [
    organizationId,
    position,
    newId(),
    type,
    subjectKind,
    subjectId,
    conversationId,
    principal,
    event.requestId,
    JSON.stringify(event.data),
    event.now,
  ]);
  return position;
}

const scrub = {
  name: 'messaging-events-scrub',
  text: `update messaging_events set data = ('{"id":' || to_json(subject_id::text) ||
        coalesce(case subject_kind when 'message' then ',"conversation_id":' || to_json(conversation_id::text) end, '') ||
        ',"deleted":true}')::json
    where organization_id = $1 and subject_id = any($2)`,
};

/**
 * Removes the data of events about subjects that are deleted for good, leaving what `deleted` events contain.
 */
export async function scrubMessagingEvents(
  tx: Tx,
  organizationId: OrganizationId,
  subjectIds: readonly string[],
): Promise<void> {
  await runStatement(tx, scrub, [organizationId, subjectIds]);
}

const raiseHorizon = {
  name: 'messaging-events-raise-horizon',
  text: `with next as (
      select position, at from messaging_events
      where organization_id = $1 and position > (select horizon from messaging_heads where organization_id = $1)
      order by position limit $3),
    young as (select min(position) as first from next where at >= $2),
    old as (
      select count(*)::int as count, max(position) as last from next, young
      where young.first is null or position < young.first)
    update messaging_heads h set horizon = old.last from old
    where h.organization_id = $1 and old.last > h.horizon returning old.count`,
};

/**
 * Expires up to `limit` events from the start of the feed, up to the first event that is not older than the
 * given time; returns their number. It never expires from the middle: then a reconnecting client knows whether
 * it has missed events.
 */
export async function raiseMessagingHorizon(
  tx: Tx,
  organizationId: OrganizationId,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const values = [organizationId, before, limit];
  const [row] = await runStatement<{ count: number }>(tx, raiseHorizon, values);
  return row?.count ?? 0;
}

// Scrubbing locks events while holding the head. This statement takes no head, so it must not wait: locked
// events are skipped until next time.
const removeOld = {
  name: 'messaging-events-remove-old',
  text: `with old as (
      select position from messaging_events
      where organization_id = $1
        and position <= (select horizon from messaging_heads where organization_id = $1)
      order by position limit $2 for update skip locked)
    delete from messaging_events e using old
    where e.organization_id = $1 and e.position = old.position returning 1`,
};

/** Deletes up to `limit` expired events; returns their number. */
export async function deleteOldMessagingEvents(
  tx: Tx,
  organizationId: OrganizationId,
  limit: number,
): Promise<number> {
  return (await runStatement(tx, removeOld, [organizationId, limit])).length;
}
