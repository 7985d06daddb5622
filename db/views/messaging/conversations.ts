import type { StoredConversation } from '../../../domain/messaging/conversation.ts';
import type { Db } from '../../connect.ts';
import { definePositionList, readPositionList } from '../../position-list.ts';
import type { PositionPage } from '../../position-list.ts';
import { runStatement } from '../../statement.ts';
import type { MemberKey } from '../../tables/messaging/conversation-members.ts';

/** Conversations as the contact $2, a member, sees them. */
const select = `select c.id, c.group_id as "groupId",
      case when c.first_contact_id = m.contact_id then c.second_contact_id else c.first_contact_id end as "contactId",
      c.created_by as "createdBy", c.pinned_message_id as "pinnedMessageId", m.is_pinned as "isPinned",
      m.is_muted as "isMuted", greatest(c.message_count - m.read_count, 0) as "unreadCount",
      c.last_active_at as "lastActiveAt", m.last_opened_at as "lastOpenedAt", c.created_at as "createdAt",
      m.archived_at as "archivedAt"
    from conversation_members m
    join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
    where m.organization_id = $1 and m.contact_id = $2 and c.deleted_at is null`;

const find = { name: 'conversations-find', text: `${select} and m.conversation_id = $3` };

/** The conversation as that member sees it; undefined for others. */
export async function findConversation(
  db: Db,
  { organizationId, contactId, conversationId }: MemberKey,
): Promise<StoredConversation | undefined> {
  const key = [organizationId, contactId, conversationId];
  const [row] = await runStatement<StoredConversation>(db, find, key);
  return row;
}

/** Filters of a list of conversations; undefined means all. */
export type ConversationFilter = {
  muted: boolean | undefined;
  archived: boolean | undefined;
  pinned: boolean | undefined;
  groupId: string | undefined;
};

const list = definePositionList(
  'conversations-list',
  `${select} and ($3::boolean is null or m.is_muted = $3)
      and ($4::boolean is null or (m.archived_at is not null) = $4)
      and ($5::boolean is null or m.is_pinned = $5) and ($6::text is null or c.group_id = $6)`,
  { column: 'm.position', parameters: 6 },
);

/** A page of the contact's conversations, in the order of their creation. */
export function listConversations(
  db: Db,
  { organizationId, contactId }: Omit<MemberKey, 'conversationId'>,
  { muted, archived, pinned, groupId }: ConversationFilter,
  page: PositionPage,
): Promise<StoredConversation[]> {
  const values = [organizationId, contactId, muted, archived, pinned, groupId];
  return readPositionList<StoredConversation>(db, list, values, page);
}

const findPosition = {
  name: 'conversations-find-position',
  text: `select c.position from conversation_members m
    join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
    where m.organization_id = $1 and m.contact_id = $2 and m.conversation_id = $3 and c.deleted_at is null`,
};

/** Position of the conversation in that member's list, regardless of filters. */
export async function findConversationPosition(
  db: Db,
  { organizationId, contactId, conversationId }: MemberKey,
): Promise<number | undefined> {
  const key = [organizationId, contactId, conversationId];
  const [row] = await runStatement<{ position: number }>(db, findPosition, key);
  return row?.position;
}
