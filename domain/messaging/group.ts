import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { briefContact, briefContactSchema } from './contact.ts';
import type { StoredContact } from './contact.ts';
import { maybeSeconds, toSeconds } from './ids.ts';
import { maybe, messagingId, settableTime, timestamp, visibleText, webAddress } from './members.ts';

/** A group with its members, in the order in which they joined. */
export type StoredGroup = {
  id: string;
  name: string;
  description: string | null;
  avatarUrl: string | null;
  conversationId: string | null;
  contacts: readonly StoredContact[];
  createdBy: string;
  createdAt: Date;
  archivedAt: Date | null;
};

/** A group of contacts. */
export const groupSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: maybe(Type.String()),
    avatar_url: maybe(Type.String()),
    conversation_id: maybe(Type.String(), 'null when its conversation was deleted'),
    contacts: Type.Array(briefContactSchema),
    created_at: timestamp,
    archived_at: maybe(Type.Integer()),
  },
  { $id: 'Group' },
);
export type GroupObject = Static<typeof groupSchema>;

const writable = {
  name: visibleText(200),
  description: Type.Optional(maybe(visibleText(2000))),
  avatar_url: Type.Optional(webAddress),
  contacts: Type.Optional(
    Type.Array(messagingId, {
      maxItems: 500,
      'x-must-be': 'a list: contacts[]=… for each of them',
      description: 'Ids or usernames; who made the group always belongs to it',
    }),
  ),
};

/** The body of a new group. */
export const groupWriteSchema = Type.Object(writable, {
  $id: 'GroupWrite',
  additionalProperties: false,
});
export type GroupWrite = Static<typeof groupWriteSchema>;

/** The changeable members of a group; `contacts` replaces the whole list. */
export const groupChangeSchema = Type.Object(
  { ...writable, name: Type.Optional(writable.name), archived_at: Type.Optional(settableTime) },
  { $id: 'GroupChange', additionalProperties: false },
);
export type GroupChange = Static<typeof groupChangeSchema>;

/** The group as clients read it. */
export function groupObject(group: StoredGroup): GroupObject {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    avatar_url: group.avatarUrl,
    conversation_id: group.conversationId,
    contacts: group.contacts.map(briefContact),
    created_at: toSeconds(group.createdAt),
    archived_at: maybeSeconds(group.archivedAt),
  };
}
