import type { Tx } from '../../db/connect.ts';
import { insertConversationMembers } from '../../db/tables/messaging/conversation-members.ts';
import { insertConversation } from '../../db/tables/messaging/conversations.ts';
import type { ConversationParties } from '../../db/tables/messaging/conversations.ts';
import { recordMessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { sharedConversation } from '../../domain/messaging/conversation.ts';
import type { StoredConversation } from '../../domain/messaging/conversation.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';

export type BeginConversation = {
  caller: Caller;
  parties: ConversationParties;
  /** All members, including the caller. */
  memberIds: readonly string[];
  /** The contact that may delete the conversation; the caller by default. */
  createdBy?: string;
  /** An id chosen in advance by the caller. */
  id?: string;
  requestId: string | undefined;
  now: Date;
};

/** Begins a conversation in a transaction of `transactMessaging` that has checked that none exists. */
export async function beginConversation(
  tx: Tx,
  { caller, parties, memberIds, requestId, now, ...given }: BeginConversation,
): Promise<StoredConversation> {
  const { organizationId, contact } = caller;
  const conversation: StoredConversation = {
    id: given.id ?? newMessagingId(),
    groupId: parties.groupId ?? null,
    contactId: parties.contactIds?.find((id) => id !== contact.id) ?? null,
    createdBy: given.createdBy ?? contact.id,
    pinnedMessageId: null,
    isPinned: false,
    isMuted: false,
    unreadCount: 0,
    lastActiveAt: now,
    lastOpenedAt: null,
    createdAt: now,
    archivedAt: null,
  };
  const position = await recordMessagingEvent(tx, {
    organizationId,
    type: 'conversation.created',
    subjectId: conversation.id,
    conversationId: conversation.id,
    principal: contactPrincipal(contact.id),
    requestId,
    data: sharedConversation(conversation, contact.id),
    now,
  });
  const made = { ...conversation, position, now };
  await insertConversation(tx, organizationId, made, parties);
  const key = { organizationId, conversationId: conversation.id };
  await insertConversationMembers(tx, key, memberIds, position);
  return conversation;
}
