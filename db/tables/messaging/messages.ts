import type { OrganizationId } from '../../../domain/principal.ts';
import { contactPrincipal } from '../../../domain/messaging/caller.ts';
import { newId } from '../../../lib/ids.ts';
import { batched } from '../../batched.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { MemberKey } from './conversation-members.ts';
import { messagingEventColumns } from './messaging-events.ts';

/** Names one message. */
export type MessageKey = { organizationId: OrganizationId; id: string };

/** A message to be stored, and the data of its event. */
export type NewMessage = MemberKey & {
  id: string;
  message: string;
  requestId: string | undefined;
  /** The message as JSON text, as clients see it. */
  eventData: string;
  now: Date;
};

/** U+001E, which never occurs unescaped in JSON text: joining is cheaper than quoting for an array. */
const separator = '\x1e';

/**
 * Stores many messages of an organization. Each step reads the rows that the previous one changed, so that the
 * head is locked first, then members, then conversations, as in all other writes. Messages of non-members are
 * skipped, also of members removed while the statement waited for the head, since rows are checked again once
 * locked. `accepted` holds the stored messages.
 */
const insertMany = {
  name: 'messages-insert-many',
  text: `with input as (
      select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::uuid[],
        $8::text[], $9::text[], string_to_array($10, chr(30))::json[]) with ordinality
      as i(id, conversation_id, contact_id, message, at, event_id, principal, request_id, data, n)),
    head as (
      update messaging_heads h set position = h.position + cardinality($2::text[])
      where h.organization_id = $1::uuid returning h.position - cardinality($2::text[]) as before),
    placed as (select i.*, head.before + i.n as position from input i cross join head),
    member as (
      update conversation_members m set read_count = m.read_count + c.messages
      from (select conversation_id, contact_id, count(*) as messages from placed group by conversation_id, contact_id) c
      where m.organization_id = $1 and m.conversation_id = c.conversation_id and m.contact_id = c.contact_id
      returning m.conversation_id, m.contact_id),
    conversation as (
      update conversations v set message_count = v.message_count + c.messages,
        last_position = c.position, last_active_at = greatest(v.last_active_at, c.at)
      from (select conversation_id, count(*) as messages, max(position) as position, max(at) as at
        from placed join member using (conversation_id, contact_id) group by conversation_id) c
      where v.organization_id = $1 and v.id = c.conversation_id and v.deleted_at is null
      returning v.id as conversation_id),
    accepted as (
      select placed.* from placed join member using (conversation_id, contact_id) join conversation using (conversation_id)),
    inserted as (
      insert into messages (organization_id, id, position, created_at, conversation_id, contact_id, message)
      select $1, id, position, at, conversation_id, contact_id, message from accepted),
    event as (
      insert into messaging_events ${messagingEventColumns}
      select $1, position, event_id, 'message.created', 'message', id, conversation_id, principal,
        request_id, data, at from accepted)
    select n::int as n, position from accepted`,
};

/** Returns positions, undefined for authors who are not members of the conversation. */
async function insertMessages(
  db: Db,
  messages: readonly NewMessage[],
): Promise<(number | undefined)[]> {
  const [first] = messages;
  const rows = await runStatement<{ n: number; position: number }>(db, insertMany, [
    first?.organizationId,
    messages.map(({ id }) => id),
    messages.map(({ conversationId }) => conversationId),
    messages.map(({ contactId }) => contactId),
    messages.map(({ message }) => message),
    messages.map(({ now }) => now),
    messages.map(() => newId()),
    messages.map(({ contactId }) => contactPrincipal(contactId)),
    messages.map(({ requestId }) => requestId),
    messages.map(({ eventData }) => eventData).join(separator),
  ]);
  const positions = new Map(rows.map(({ n, position }) => [n, position]));
  return messages.map((_, index) => positions.get(index + 1));
}

/**
 * Writers of one organization wait for each other anyway: a second concurrent statement would only hold a
 * connection. Each organization has its own lock.
 */
const insertLimits = {
  maxRunning: 1,
  apart: ({ organizationId }: NewMessage) => organizationId,
};

/**
 * Stores the message and its event, updates the conversation's counters, and marks the message as read by its
 * author; returns its position, or undefined when the author is not a member. Outside of a transaction,
 * concurrent messages of an organization share a statement.
 */
export const insertMessage = batched<NewMessage, number>(insertLimits, insertMessages);

const findPosition = {
  name: 'messages-find-position',
  text: `select m.position from messages m
    join conversation_members o on o.organization_id = m.organization_id and o.conversation_id = m.conversation_id
      and o.contact_id = $3
    where m.organization_id = $1 and m.id = $2 and ($4::text is null or m.conversation_id = $4)`,
};

/** The position of a message that the contact may see, in one conversation or in any. */
export async function findMessagePosition(
  db: Db,
  { organizationId, id }: MessageKey,
  list: { contactId: string; conversationId: string | undefined },
): Promise<number | undefined> {
  const values = [organizationId, id, list.contactId, list.conversationId];
  const [row] = await runStatement<{ position: number }>(db, findPosition, values);
  return row?.position;
}

const update = {
  name: 'messages-update',
  text: `update messages set message = $3, updated_at = $4 where organization_id = $1 and id = $2`,
};

/** Records a change of the message or its attachments, with its new text. */
export async function updateMessage(
  tx: Tx,
  { organizationId, id }: MessageKey,
  { message, now }: { message: string; now: Date },
): Promise<void> {
  await runStatement(tx, update, [organizationId, id, message, now]);
}

const uncountRead = {
  name: 'messages-uncount-read',
  text: `update conversation_members o set read_count = o.read_count - 1 from messages m
    where m.organization_id = $1 and m.id = $2
      and o.organization_id = m.organization_id and o.conversation_id = m.conversation_id
      and (o.contact_id = m.contact_id or o.joined_position >= m.position
        or exists (select from message_reads r where r.organization_id = m.organization_id and r.message_id = m.id
          and r.contact_id = o.contact_id))`,
};

const remove = {
  name: 'messages-delete',
  text: `with deleted as (
      delete from messages where organization_id = $1 and id = $2 returning organization_id, conversation_id, id)
    update conversations v set message_count = v.message_count - 1,
      last_position = coalesce((select m.position from messages m
        where m.organization_id = v.organization_id and m.conversation_id = v.id and m.id <> deleted.id
        order by m.position desc limit 1), 0),
      pinned_message_id = nullif(v.pinned_message_id, deleted.id)
    from deleted where v.organization_id = deleted.organization_id and v.id = deleted.conversation_id`,
};

/**
 * Deletes the message with its reactions and reads, in a transaction of `transactMessaging`, and updates
 * counters and the pinned message.
 */
export async function deleteMessage(tx: Tx, { organizationId, id }: MessageKey): Promise<void> {
  await runStatement(tx, uncountRead, [organizationId, id]);
  await runStatement(tx, remove, [organizationId, id]);
}
