import type { OrganizationId } from '../../domain/principal.ts';
import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** Names a conversation as one contact sees it. */
export type MemberKey = {
  organizationId: OrganizationId;
  conversationId: string;
  contactId: string;
};

/** Who takes part in a conversation: what rights depend on. */
export type Membership = { conversationId: string; createdBy: string; groupId: string | null };

const find = {
  name: 'conversation-members-find',
  text: `select m.conversation_id as "conversationId", c.created_by as "createdBy", c.group_id as "groupId"
    from conversation_members m
    join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
    where m.organization_id = $1 and m.conversation_id = $2 and m.contact_id = $3 and c.deleted_at is null`,
};

/** How the contact belongs to the conversation; undefined when it does not, or there is none. */
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

/** Lets contacts take part from this position on; what was written before counts as read. */
export async function insertConversationMembers(
  tx: Tx,
  conversation: { organizationId: OrganizationId; conversationId: string },
  contactIds: readonly string[],
  position: number,
): Promise<void> {
  const { organizationId, conversationId } = conversation;
  await runStatement(tx, insert, [organizationId, conversationId, contactIds, position]);
}

/** Ends that these contacts take part. */
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

/** Changes how the conversation looks to that contact. */
export async function updateConversationMember(
  tx: Tx,
  { organizationId, conversationId, contactId }: MemberKey,
  { isPinned, isMuted, archivedAt }: MemberState,
): Promise<void> {
  const key = [organizationId, conversationId, contactId];
  await runStatement(tx, update, [...key, isPinned, isMuted, archivedAt]);
}

/** What a member keeps for itself about a conversation. */
export type MemberState = { isPinned: boolean; isMuted: boolean; archivedAt: Date | null };

const open = {
  name: 'conversation-members-open',
  text: `update conversation_members set last_opened_at = greatest(last_opened_at, $4)
    where organization_id = $1 and conversation_id = $2 and contact_id = $3`,
};

/** Notes that the contact has looked at the conversation. */
export async function updateLastOpened(
  db: Db,
  { organizationId, conversationId, contactId }: MemberKey,
  now: Date,
): Promise<void> {
  await runStatement(db, open, [organizationId, conversationId, contactId, now]);
}
