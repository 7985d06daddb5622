import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { maybeSeconds, toSeconds } from './ids.ts';
import { maybe, messagingId, settableTime, timestamp } from './members.ts';

/** A conversation as one of its members sees it. */
export type StoredConversation = {
  id: string;
  groupId: string | null;
  /** The other of two contacts; null in a group. */
  contactId: string | null;
  createdBy: string;
  pinnedMessageId: string | null;
  isPinned: boolean;
  isMuted: boolean;
  unreadCount: number;
  lastActiveAt: Date;
  lastOpenedAt: Date | null;
  createdAt: Date;
  archivedAt: Date | null;
};

/** A conversation; pins, mutes, openings, archives and unread counts are the caller's. */
export const conversationSchema = Type.Object(
  {
    id: Type.String(),
    contact_id: maybe(Type.String(), 'The other contact; null in a group'),
    group_id: maybe(Type.String(), 'null between two contacts'),
    pinned_message_id: maybe(Type.String(), 'Pinned for all members'),
    is_pinned: Type.Boolean(),
    is_muted: Type.Boolean(),
    unread_count: Type.Integer({ minimum: 0, description: 'Messages of others not yet read' }),
    last_active_at: timestamp,
    last_opened_at: maybe(Type.Integer()),
    created_at: timestamp,
    archived_at: maybe(Type.Integer()),
  },
  { $id: 'Conversation' },
);
export type ConversationObject = Static<typeof conversationSchema>;

/** The parties of a new conversation: a contact or a group. */
export const conversationRequestSchema = Type.Object(
  {
    contact_id: Type.Optional(maybe(messagingId, 'The other contact')),
    group_id: Type.Optional(maybe(messagingId, 'A group to which the caller belongs')),
  },
  { $id: 'ConversationWrite', additionalProperties: false },
);

/** The settings of a conversation that a member can change. */
export const conversationChangeSchema = Type.Object(
  {
    pinned_message_id: Type.Optional(
      maybe(messagingId, 'A message of the conversation, pinned for all members; null unpins'),
    ),
    is_pinned: Type.Optional(Type.Boolean()),
    is_muted: Type.Optional(Type.Boolean()),
    archived_at: Type.Optional(settableTime),
  },
  { $id: 'ConversationChange', additionalProperties: false },
);
export type ConversationChange = Static<typeof conversationChangeSchema>;

/** The conversation as that member reads it. */
export function conversationObject(conversation: StoredConversation): ConversationObject {
  return {
    id: conversation.id,
    contact_id: conversation.contactId,
    group_id: conversation.groupId,
    pinned_message_id: conversation.pinnedMessageId,
    is_pinned: conversation.isPinned,
    is_muted: conversation.isMuted,
    unread_count: conversation.unreadCount,
    last_active_at: toSeconds(conversation.lastActiveAt),
    last_opened_at: maybeSeconds(conversation.lastOpenedAt),
    created_at: toSeconds(conversation.createdAt),
    archived_at: maybeSeconds(conversation.archivedAt),
  };
}

const shared = ['id', 'group_id', 'pinned_message_id', 'last_active_at', 'created_at'] as const;
const kept = ['is_pinned', 'is_muted', 'unread_count', 'last_opened_at', 'archived_at'] as const;

/**
 * The conversation in events: the same for every member; a member's own settings are only present together with
 * the member.
 */
export const eventConversationSchema = Type.Object(
  {
    ...Type.Pick(conversationSchema, shared).properties,
    contact_ids: maybe(Type.Array(Type.String()), 'Both contacts; null in a group'),
    member_id: Type.Optional(Type.String({ description: 'Whose view the members below are' })),
    ...Type.Partial(Type.Pick(conversationSchema, kept)).properties,
  },
  { $id: 'ToldConversation' },
);

/** The part of a conversation that is the same for every member, without their settings. */
export type SharedConversation = Pick<ConversationObject, (typeof shared)[number]> & {
  /** Both contacts, in the order of their ids; null in a group. */
  contact_ids: readonly string[] | null;
};

/** The shared part of a conversation, for events; `viewerId` is the member as whom it was read. */
export function sharedConversation(
  conversation: StoredConversation,
  viewerId: string,
): SharedConversation {
  const { contactId } = conversation;
  const { id, group_id, pinned_message_id, last_active_at, created_at } =
    conversationObject(conversation);
  const contact_ids = contactId === null ? null : [viewerId, contactId].toSorted();
  return { id, contact_ids, group_id, pinned_message_id, last_active_at, created_at };
}

/** A member's settings of a conversation, for events, with the id of the member. */
export function keptConversation(conversation: StoredConversation, memberId: string): object {
  const { is_pinned, is_muted, unread_count, last_opened_at, archived_at } =
    conversationObject(conversation);
  const shared = sharedConversation(conversation, memberId);
  const kept = { is_pinned, is_muted, unread_count, last_opened_at, archived_at };
  return { ...shared, member_id: memberId, ...kept };
}
