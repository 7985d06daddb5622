import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { scrubMessagingEvents } from './messaging-events.ts';

/** A row that users have deleted and that is still stored. */
export type Remains = { organizationId: OrganizationId; id: string };

const listConversations = {
  name: 'message-removal-list-conversations',
  text: `select organization_id as "organizationId", id from conversations
    where deleted_at is not null order by deleted_at limit $1`,
};

/** Deleted conversations, the earliest deletion first. */
export function listDeletedConversations(db: Db, limit: number): Promise<Remains[]> {
  return runStatement<Remains>(db, listConversations, [limit]);
}

const listMessages = {
  name: 'message-removal-list-messages',
  text: `select id from messages where organization_id = $1 and conversation_id = $2 order by position limit $3`,
};

const markAttachments = {
  name: 'message-removal-mark-attachments',
  text: `update attachments set removed_at = $3, message_id = null, conversation_id = null, place = null
    where organization_id = $1 and message_id = any($2) returning id`,
};

const deleteMessages = {
  name: 'message-removal-delete-messages',
  text: `delete from messages where organization_id = $1 and id = any($2)`,
};

/**
 * Deletes the oldest messages of a deleted conversation together with their data in events; returns their
 * number. Files are deleted separately.
 */
export async function removeMessagesOf(
  tx: Tx,
  { organizationId, id }: Remains,
  limit: number,
  now: Date,
): Promise<number> {
  const messages = await runStatement<{ id: string }>(tx, listMessages, [
    organizationId,
    id,
    limit,
  ]);
  const ids = messages.map((message) => message.id);
  if (ids.length === 0) return 0;
  const attachments = await runStatement<{ id: string }>(tx, markAttachments, [
    organizationId,
    ids,
    now,
  ]);
  const attachmentIds = attachments.map((attachment) => attachment.id);
  await scrubMessagingEvents(tx, organizationId, [...ids, ...attachmentIds]);
  await runStatement(tx, deleteMessages, [organizationId, ids]);
  return ids.length;
}

const listContacts = {
  name: 'message-removal-list-contacts',
  text: `select c.organization_id as "organizationId", c.id from contacts c
    where c.deleted_at is not null and exists (
      select from message_reactions r where r.organization_id = c.organization_id and r.contact_id = c.id)
    limit $1`,
};

/** Deleted contacts that still have reactions. */
export function listReactingRemains(db: Db, limit: number): Promise<Remains[]> {
  return runStatement<Remains>(db, listContacts, [limit]);
}

// Deleting a message locks its reactions in a different order: locked reactions are skipped, and are deleted
// with the message or next time.
const removeReactions = {
  name: 'message-removal-remove-reactions',
  text: `delete from message_reactions where (organization_id, message_id, name, contact_id) in (
      select organization_id, message_id, name, contact_id from message_reactions
      where organization_id = $1 and contact_id = $2 limit $3 for update skip locked)
    returning 1`,
};

/** Deletes hidden reactions of a deleted contact; returns their number. */
export async function removeReactionsOf(
  tx: Tx,
  { organizationId, id }: Remains,
  limit: number,
): Promise<number> {
  return (await runStatement(tx, removeReactions, [organizationId, id, limit])).length;
}

const deleteConversation = {
  name: 'message-removal-delete-conversation',
  text: `delete from conversations c where organization_id = $1 and id = $2 and deleted_at is not null
      and not exists (select from messages m where m.organization_id = $1 and m.conversation_id = $2)`,
};

/**
 * Deletes a deleted conversation once it has no messages. A message sent concurrently with the deletion is
 * removed next time.
 */
export async function removeConversation(tx: Tx, { organizationId, id }: Remains): Promise<void> {
  await scrubMessagingEvents(tx, organizationId, [id]);
  await runStatement(tx, deleteConversation, [organizationId, id]);
}

const giveUp = {
  name: 'message-removal-give-up-uploads',
  text: `update attachments set removed_at = $2
    where storage_key is not null and stored_at is null and removed_at is null and created_at < $1`,
};

/** Gives up uploads that began before the given time and have not finished; they can no longer finish. */
export async function giveUpUploads(tx: Tx, before: Date, now: Date): Promise<void> {
  await runStatement(tx, giveUp, [before, now]);
}

const listAttachments = {
  name: 'message-removal-list-attachments',
  text: `select organization_id as "organizationId", id, storage_key as "storageKey" from attachments
    where removed_at is not null and id <> all($2)
      and (stored_at is not null or storage_key is null or created_at < $3)
    order by coalesce(removed_at, created_at) limit $1`,
};

/**
 * Hidden attachments with the keys of their files, except the given ids. Excludes unfinished uploads that began
 * after `before`: their files may still arrive.
 */
export function listRemovedAttachments(
  db: Db,
  { limit, besides, before }: { limit: number; besides: readonly string[]; before: Date },
): Promise<(Remains & { storageKey: string | null })[]> {
  const values = [limit, besides, before];
  return runStatement<Remains & { storageKey: string | null }>(db, listAttachments, values);
}

const postpone = {
  name: 'message-removal-postpone',
  text: `update attachments a set removed_at = $3 from unnest($1::uuid[], $2::text[]) r(organization_id, id)
    where a.organization_id = r.organization_id and a.id = r.id and a.removed_at is not null`,
};

/**
 * Moves attachments to the end of the queue after the storage failed to delete their files, so that others are
 * not delayed.
 */
export async function postponeRemovals(
  tx: Tx,
  failed: readonly Remains[],
  now: Date,
): Promise<void> {
  await runStatement(tx, postpone, [...columnsOf(failed), now]);
}

const deleteAttachments = {
  name: 'message-removal-delete-attachments',
  text: `delete from attachments a using unnest($1::uuid[], $2::text[]) r(organization_id, id)
    where a.organization_id = r.organization_id and a.id = r.id and a.removed_at is not null`,
};

/** Deletes attachments whose files are deleted. */
export async function deleteRemovedAttachments(tx: Tx, removed: readonly Remains[]): Promise<void> {
  await runStatement(tx, deleteAttachments, columnsOf(removed));
}

function columnsOf(remains: readonly Remains[]): [string[], string[]] {
  return [remains.map(({ organizationId }) => organizationId), remains.map(({ id }) => id)];
}
