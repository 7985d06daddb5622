import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The parties of a conversation: a group, or two contacts in the order of their ids. */
export type ConversationParties =
  | { groupId: string; contactIds: undefined }
  | { groupId: undefined; contactIds: readonly [string, string] };

const findOfContacts = {
  name: 'conversations-find-of-contacts',
  text: `select id from conversations
    where organization_id = $1 and first_contact_id = $2 and second_contact_id = $3
      and group_id is null and deleted_at is null`,
};

const findOfGroup = {
  name: 'conversations-find-of-group',
  text: `select id from conversations where organization_id = $1 and group_id = $2 and deleted_at is null`,
};

/** The conversation of these parties. */
export async function findConversationOf(
  db: Db,
  organizationId: OrganizationId,
  { groupId, contactIds }: ConversationParties,
): Promise<string | undefined> {
  const [row] =
    groupId === undefined
      ? await runStatement<{ id: string }>(db, findOfContacts, [organizationId, ...contactIds])
      : await runStatement<{ id: string }>(db, findOfGroup, [organizationId, groupId]);
  return row?.id;
}

const listOfGroups = {
  name: 'conversations-list-of-groups',
  text: `select id from conversations
    where organization_id = $1 and group_id = any($2) and deleted_at is null`,
};

/** Ids of the conversations of these groups. */
export async function listConversationsOfGroups(
  db: Db,
  organizationId: OrganizationId,
  groupIds: readonly string[],
): Promise<string[]> {
  const values = [organizationId, groupIds];
  const rows = await runStatement<{ id: string }>(db, listOfGroups, values);
  return rows.map(({ id }) => id);
}

/** Stores a conversation without members. */
export async function insertConversation(
  tx: Tx,
  organizationId: OrganizationId,
  conversation: { id: string; position: number; createdBy: string; now: Date },
  { groupId, contactIds }: ConversationParties,
): Promise<void> {
  await tx('conversations').insert({
    organization_id: organizationId,
    id: conversation.id,
    position: conversation.position,
    group_id: groupId ?? null,
    first_contact_id: contactIds?.[0] ?? null,
    second_contact_id: contactIds?.[1] ?? null,
    created_by: conversation.createdBy,
    last_active_at: conversation.now,
    created_at: conversation.now,
  });
}

/** Names one conversation. */
export type ConversationKey = { organizationId: OrganizationId; id: string };

const pin = {
  name: 'conversations-pin',
  text: `update conversations c set pinned_message_id = $3
    where c.organization_id = $1 and c.id = $2 and ($3::text is null or exists (
      select from messages m where m.organization_id = $1 and m.id = $3 and m.conversation_id = $2))
    returning c.id`,
};

/** Pins a message of the conversation, or none; false when the conversation has no such message. */
export async function updatePinnedMessage(
  tx: Tx,
  { organizationId, id }: ConversationKey,
  messageId: string | null,
): Promise<boolean> {
  const rows = await runStatement(tx, pin, [organizationId, id, messageId]);
  return rows.length > 0;
}

const remove = {
  name: 'conversations-remove',
  text: `with members as (
      delete from conversation_members where organization_id = $1 and conversation_id = any($2))
    update conversations set deleted_at = $3, pinned_message_id = null
    where organization_id = $1 and id = any($2)`,
};

/** Hides these conversations; their contents are deleted later. */
export async function removeConversations(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await runStatement(tx, remove, [organizationId, ids, now]);
}
