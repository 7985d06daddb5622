import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A contact and the messages that it reads. */
export type Reading = {
  organizationId: OrganizationId;
  contactId: string;
  messageIds: readonly string[];
};

const findUnread = {
  name: 'message-reads-list-unread',
  text: `select m.id from messages m
    where m.organization_id = $1 and m.id = any($3) and m.contact_id <> $2
      and not exists (select from message_reads r
        where r.organization_id = m.organization_id and r.message_id = m.id and r.contact_id = $2)`,
};

/** The messages among these that others wrote and the contact has not read. */
export async function listUnread(
  db: Db,
  { organizationId, contactId, messageIds }: Reading,
): Promise<string[]> {
  const values = [organizationId, contactId, messageIds];
  const rows = await runStatement<{ id: string }>(db, findUnread, values);
  return rows.map(({ id }) => id);
}

/** Messages from before a member joined count as read. */
const insert = {
  name: 'message-reads-insert',
  text: `with wanted as (
      select m.organization_id, m.conversation_id, m.id, o.contact_id,
        greatest($4, m.created_at) as read_at, m.position > o.joined_position as counts
      from messages m join conversation_members o
        on o.organization_id = m.organization_id and o.conversation_id = m.conversation_id and o.contact_id = $2
      where m.organization_id = $1 and m.id = any($3) and m.contact_id <> $2),
    read as (
      insert into message_reads (organization_id, message_id, contact_id, read_at)
      select organization_id, id, contact_id, read_at from wanted on conflict do nothing returning message_id, read_at),
    counted as (
      update conversation_members o set read_count = o.read_count + c.messages
      from (select w.conversation_id, count(*) as messages from wanted w join read on read.message_id = w.id
        where w.counts group by w.conversation_id) c
      where o.organization_id = $1 and o.conversation_id = c.conversation_id and o.contact_id = $2)
    update messages m set read_at = read.read_at from read
    where m.organization_id = $1 and m.id = read.message_id and m.read_at is null
    returning m.id`,
};

/**
 * Records in a transaction of `transactMessaging` that the contact has read messages of others. Returns the
 * messages read for the first time by any contact; their `read_at` becomes the given time, or their creation
 * time if that is later.
 */
export async function insertReads(
  tx: Tx,
  { organizationId, contactId, messageIds }: Reading,
  readAt: Date,
): Promise<string[]> {
  const values = [organizationId, contactId, messageIds, readAt];
  const rows = await runStatement<{ id: string }>(tx, insert, values);
  return rows.map(({ id }) => id);
}
