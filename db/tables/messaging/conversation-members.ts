import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Identifies a conversation from the view of one contact. */
export type MemberKey = {
  organizationId: OrganizationId;
  conversationId: string;
  contactId: string;
};

/** The participants of a conversation, on which permissions depend. */
export type Membership = { conversationId: string; createdBy: string; groupId: string | null };

const find = {
  name: 'conversation-members-find',
  text: `select m.conversation_id as "conversationId", c.created_by as "createdBy", c.group_id as "groupId"
    from conversation_members m
    join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
    where m.organization_id = $1 and m.conversation_id = $2 and m.contact_id = $3 and c.deleted_at is null`,
};

/** The membership of the contact; undefined when it is no member or the conversation does not exist. */
export async function findMembership(
  db: Db,
  { organizationId, conversationId, contactId }: MemberKey,
): Promise<Membership | undefined> {
  const key = [organizationId, conversationId, contactId];
  const [row] = await runStatement<Membership>(db, find, key);
  return row;
}

const insert = {
  name: 'conversation-members-insert',
  text: `insert into conversation_members (organization_id, conversation_id, contact_id, position, joined_position, read_count)
    select $1, $2, i.contact_id, c.position, $4, c.message_count
    from unnest($3::text[]) i(contact_id)
    join conversations c on c.organization_id = $1 and c.id = $2
    on conflict do nothing`,
};

/** Adds contacts at this position; earlier messages count as read. */
export async function insertConversationMembers(
  tx: Tx,
  conversation: { organizationId: OrganizationId; conversationId: string },
  contactIds: readonly string[],
  position: number,
): Promise<void> {
  const { organizationId, conversationId } = conversation;
  await runStatement(tx, insert, [organizationId, conversationId, contactIds, position]);
}

/** Removes these contacts from the conversation. */
export async function deleteConversationMembers(
  tx: Tx,
  { organizationId, conversationId }: Omit<MemberKey, 'contactId'>,
  contactIds: readonly string[],
): Promise<void> {
  await tx('conversation_members')
    .where({ organization_id: organizationId, conversation_id: conversationId })
    .whereIn('contact_id', contactIds)
    .delete();
}

const update = {
  name: 'conversation-members-update',
  text: `update conversation_members set is_pinned = $4, is_muted = $5, archived_at = $6
    where organization_id = $1 and conversation_id = $2 and contact_id = $3`,
};

/** Updates one member's settings of a conversation. */
export async function updateConversationMember(
  tx: Tx,
  { organizationId, conversationId, contactId }: MemberKey,
  { isPinned, isMuted, archivedAt }: MemberState,
): Promise<void> {
  const key = [organizationId, conversationId, contactId];
  await runStatement(tx, update, [...key, isPinned, isMuted, archivedAt]);
}

/** The settings that a member has for a conversation. */
export type MemberState = { isPinned: boolean; isMuted: boolean; archivedAt: Date | null };

const open = {
  name: 'conversation-members-open',
  text: `update conversation_members set last_opened_at = greatest(last_opened_at, $4)
    where organization_id = $1 and conversation_id = $2 and contact_id = $3`,
};

/** Records that the contact has opened the conversation. */
export async function updateLastOpened(
  db: Db,
  { organizationId, conversationId, contactId }: MemberKey,
  now: Date,
): Promise<void> {
  await runStatement(db, open, [organizationId, conversationId, contactId, now]);
}
