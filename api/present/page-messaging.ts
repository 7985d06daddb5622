import type { Static } from '@sinclair/typebox';
import type { PageConversation } from '../../db/views/messaging/page-conversations.ts';
import type { PageContact } from '../../db/views/messaging/page-people.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import type {
  conversationDetailSchema,
  messagingSelfSchema,
  pageConversationSchema,
} from '../schemas/ui/messaging.ts';

/** The contact of the signed-in person. */
export function presentOwnContact(
  contact: StoredContact,
): NonNullable<Static<typeof messagingSelfSchema>['contact']> {
  const { id, username, displayName, avatarUrl } = contact;
  return { id, username, name: displayName ?? username, avatarUrl };
}

/** A person or a contact in lists. */
export function presentPerson({
  contactId,
  personId,
  username,
  name,
  email,
  avatarUrl,
  lastActiveAt,
}: PageContact) {
  const since = lastActiveAt?.toISOString() ?? null;
  return { contactId, personId, username, name, email, avatarUrl, lastActiveAt: since };
}

/** A conversation in the list of a page. */
export function presentConversation(
  conversation: PageConversation,
): Static<typeof pageConversationSchema> {
  const { id, name, groupId, contactId, avatarUrl, memberCount, unreadCount } = conversation;
  const { isPinned, isMuted, archivedAt, lastActiveAt } = conversation;
  return {
    id,
    name,
    groupId,
    contactId,
    avatarUrl,
    memberCount,
    unreadCount,
    isPinned,
    isMuted,
    archivedAt: archivedAt?.toISOString() ?? null,
    lastActiveAt: lastActiveAt.toISOString(),
    lastMessage: presentLastMessage(conversation),
  };
}

function presentLastMessage({
  lastMessageId: id,
  lastText: text,
  lastAuthorId: authorId,
  lastAuthorName: authorName,
  lastAttachments: attachmentCount,
  lastAt,
}: PageConversation): Static<typeof pageConversationSchema>['lastMessage'] {
  if (id === null || text === null || authorId === null || lastAt === null) return null;
  const author = { authorId, authorName: authorName ?? '' };
  return { id, text, ...author, attachmentCount, createdAt: lastAt.toISOString() };
}

/** A conversation with its members, as the caller sees it. */
export function presentConversationDetail(
  conversation: PageConversation,
  members: readonly (PageContact & { contactId: string; username: string })[],
  callerId: string,
): Static<typeof conversationDetailSchema> {
  const { groupId, groupCreatedBy, createdBy, description, pinnedMessageId } = conversation;
  const creator = groupId === null ? createdBy : groupCreatedBy;
  const isOwnGroup = groupId !== null && groupCreatedBy === callerId;
  return {
    ...presentConversation(conversation),
    description,
    pinnedMessageId,
    members: members.map((member) => ({
      ...presentPerson(member),
      contactId: member.contactId,
      username: member.username,
      isMe: member.contactId === callerId,
      isCreator: member.contactId === creator,
    })),
    may: {
      changeGroup: isOwnGroup,
      leave: groupId !== null && !isOwnGroup,
      delete: createdBy === callerId,
    },
  };
}
