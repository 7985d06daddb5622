import type { StoredAttachment } from '../../../domain/messaging/attachments/attachment.ts';
import type { StoredContact } from '../../../domain/messaging/contact.ts';
import type { StoredMessage } from '../../../domain/messaging/message.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';
import { listAttachmentsOf } from '../../tables/messaging/attachments.ts';
import { contactColumns } from '../../tables/messaging/contacts.ts';

type Row = Omit<StoredMessage, 'id' | 'contact' | 'reactions' | 'attachments' | 'createdAt'> &
  StoredContact & {
    messageId: string;
    writtenAt: Date;
    /** Usernames for each reaction, in the order of creation; null when there are none. */
    names: string[] | null;
    usernames: string[] | null;
  };

/** Columns of `Row` from messages `m`. */
const messageRows = `select m.id as "messageId", m.conversation_id as "conversationId", m.position, m.message,
      m.read_at as "readAt", m.created_at as "writtenAt", m.updated_at as "updatedAt", r.names, r.usernames,
      ${contactColumns}`;

const carried = `join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
    left join lateral (
      select array_agg(t.name order by t.n) as names, array_agg(w.username order by t.n) as usernames
      from message_reactions t join contacts w on w.organization_id = t.organization_id and w.id = t.contact_id
        and w.deleted_at is null
      where t.organization_id = m.organization_id and t.message_id = m.id) r on true`;

const find = {
  name: 'messages-view-find',
  text: `${messageRows} from messages m
    join conversation_members o on o.organization_id = m.organization_id and o.conversation_id = m.conversation_id
      and o.contact_id = $3
    ${carried}
    where m.organization_id = $1 and m.id = $2`,
};

/** The message, if the contact is a member of its conversation. */
export async function findMessage(
  db: Db,
  { organizationId, id, contactId }: MessageSeen,
): Promise<StoredMessage | undefined> {
  const rows = await runStatement<Row>(db, find, [organizationId, id, contactId]);
  return (await toMessages(db, organizationId, rows))[0];
}

/** Identifies a message from the view of one contact. */
export type MessageSeen = { organizationId: OrganizationId; id: string; contactId: string };

const findMany = {
  name: 'messages-view-find-many',
  text: `${messageRows} from messages m ${carried}
    where m.organization_id = $1 and m.id = any($2) order by m.position`,
};

/** The existing messages among these, oldest first, without a check of membership. */
export async function findMessages(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<StoredMessage[]> {
  return toMessages(
    db,
    organizationId,
    await runStatement<Row>(db, findMany, [organizationId, ids]),
  );
}

/** Scope of a list of messages: one conversation, or all conversations of the contact. */
export type MessageScope = { conversationId: string } | { contactId: string };

/** A part of a list: newest first, or oldest first when it begins after `after`. Positions are exclusive. */
export type MessagePage = { limit: number; before: number | undefined; after: number | undefined };

/**
 * Greater than any page: plans are made once, without knowing the limit, and would assume a tenth of all rows.
 */
const maxPageLength = 101;

const directions = {
  older: { compare: '<', order: 'desc' },
  newer: { compare: '>', order: 'asc' },
} as const;
type Direction = keyof typeof directions;

/** Messages of a conversation from a position on, using the index in this order. */
function messagesFrom(
  columns: string,
  conversation: string,
  direction: Direction,
  limit: number,
): string {
  const { compare, order } = directions[direction];
  return `(select ${columns} from messages m
      where m.organization_id = $1 and m.conversation_id = ${conversation} and m.position ${compare} $3
      order by m.position ${order} limit ${limit})`;
}

const nextOf = (direction: Direction) => messagesFrom('m.position', 'v.id', direction, 1);

/**
 * Position of the next message in conversation `v`; messages are read only if the newest message does not
 * decide this.
 */
const nextPositions = {
  older: `case when v.last_position < $3 then v.last_position else ${nextOf('older')} end`,
  newer: `case when v.last_position > $3 then ${nextOf('newer')} end`,
};

/** A page of ten messages is in the ten conversations whose next messages come first. */
const throughConversations = (direction: Direction) => `select m.* from (
        select o.conversation_id from conversation_members o
        join conversations v on v.organization_id = o.organization_id and v.id = o.conversation_id
        cross join lateral (select ${nextPositions[direction]} as position offset 0) next
        where o.organization_id = $1 and o.contact_id = $2 and next.position is not null
        order by next.position ${directions[direction].order} limit $4) o
      cross join lateral (
        select * from ${messagesFrom('*', 'o.conversation_id', direction, maxPageLength)} m limit $4) m`;

/** Number of conversations from which it pays to read the organization's latest events first. */
const manyConversations = 1_000;

/** Number of events read before the conversations. */
const lastEvents = 500;

/**
 * Builds the page from the events before the cursor, when these suffice for a full page: a contact in very many
 * conversations has most likely received the latest messages. Each message has its position from its event.
 * Beyond the horizon there may be gaps.
 */
const fromEvents = `select m.* from (
        select e.type, e.position, e.conversation_id from messaging_events e
        where e.organization_id = $1 and e.position < $3
          and e.position > (select horizon from messaging_heads where organization_id = $1)
          and ${manyConversations} = (select count(*) from (
            select from conversation_members
            where organization_id = $1 and contact_id = $2 limit ${manyConversations}) o)
        order by e.position desc limit ${lastEvents}) e
      cross join lateral (
        select from conversation_members o
        where o.organization_id = $1 and o.conversation_id = e.conversation_id and o.contact_id = $2 limit 1) o
      cross join lateral (
        select * from messages m
        where m.organization_id = $1 and m.conversation_id = e.conversation_id and m.position = e.position limit 1) m
      where e.type = 'message.created' order by e.position desc limit $4`;

const scopes = {
  conversation: (direction: Direction) =>
    `select * from ${messagesFrom('*', '$2', direction, maxPageLength)} m`,
  contact: (direction: Direction) =>
    direction === 'newer'
      ? throughConversations(direction)
      : `select * from (
        with recent as materialized (${fromEvents})
        select * from recent where (select count(*) from recent) = $4
        union all
        select * from (${throughConversations(direction)}) m where (select count(*) from recent) < $4) m`,
};

function listStatement(scope: keyof typeof scopes, direction: Direction): Statement {
  const { order } = directions[direction];
  return {
    name: `messages-view-list-${scope}-${direction}`,
    text: `${messageRows}
      from (${scopes[scope](direction)} order by position ${order} limit $4) m ${carried}
      order by m.position ${order}`,
  };
}

/** The statements of lists, by scope and direction. */
export const messageLists = {
  conversation: {
    older: listStatement('conversation', 'older'),
    newer: listStatement('conversation', 'newer'),
  },
  contact: { older: listStatement('contact', 'older'), newer: listStatement('contact', 'newer') },
};

/** A page of messages. */
export async function listMessages(
  db: Db,
  organizationId: OrganizationId,
  scope: MessageScope,
  { limit, before, after }: MessagePage,
): Promise<StoredMessage[]> {
  const [statements, id] =
    'conversationId' in scope
      ? [messageLists.conversation, scope.conversationId]
      : [messageLists.contact, scope.contactId];
  const statement = after === undefined ? statements.older : statements.newer;
  const from = after ?? before ?? Number.MAX_SAFE_INTEGER;
  const rows = await runStatement<Row>(db, statement, [organizationId, id, from, limit]);
  return toMessages(db, organizationId, rows);
}

async function toMessages(
  db: Db,
  organizationId: OrganizationId,
  rows: readonly Row[],
): Promise<StoredMessage[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ messageId }) => messageId);
  const attachments = await listAttachmentsOf(db, organizationId, ids);
  return rows.map((row) => toMessage(row, attachments.get(row.messageId) ?? []));
}

function toMessage(row: Row, attachments: readonly StoredAttachment[]): StoredMessage {
  const { messageId, conversationId, position, message, readAt, writtenAt, updatedAt, ...rest } =
    row;
  const { names, usernames, ...contact } = rest;
  return {
    id: messageId,
    conversationId,
    position,
    contact,
    message,
    reactions: toReactions(names ?? [], usernames ?? []),
    attachments,
    readAt,
    createdAt: writtenAt,
    updatedAt,
  };
}

/** Usernames by reaction, in the order of the first use of each reaction. */
function toReactions(
  names: readonly string[],
  usernames: readonly string[],
): StoredMessage['reactions'] {
  const byName = new Map<string, string[]>();
  for (const [index, name] of names.entries()) {
    const known = byName.get(name);
    const username = usernames[index] ?? '';
    if (known) known.push(username);
    else byName.set(name, [username]);
  }
  return [...byName].map(([name, usernames]) => ({ name, usernames }));
}
