import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { attachmentObject, attachmentSchema } from './attachment.ts';
import type { StoredAttachment } from './attachment.ts';
import { briefContact, briefContactSchema } from './contact.ts';
import type { StoredContact } from './contact.ts';
import { maybeSeconds, toSeconds } from './ids.ts';
import { maybe, timestamp } from './members.ts';

/** A message with all that it carries. */
export type StoredMessage = {
  id: string;
  conversationId: string;
  position: number;
  contact: StoredContact;
  message: string;
  /** Who reacted, by the names of the reactions, both in the order in which they came. */
  reactions: readonly { name: string; usernames: readonly string[] }[];
  attachments: readonly StoredAttachment[];
  readAt: Date | null;
  createdAt: Date;
  updatedAt: Date | null;
};

/** The longest message, in bytes of UTF-8 (decisions §9). */
export const longestMessageBytes = 65_536;

/** A message; a reaction is an object that maps its name to the usernames of those who reacted. */
export const messageSchema = Type.Object(
  {
    id: Type.String(),
    conversation_id: Type.String(),
    contact: briefContactSchema,
    message: Type.String(),
    reactions: Type.Array(Type.Record(Type.String(), Type.Array(Type.String())), {
      description: 'One object for each reaction: its name, and who reacted',
    }),
    attachments: Type.Array(attachmentSchema),
    read_at: maybe(Type.Integer(), 'Unix time at which another member first read it'),
    created_at: timestamp,
    updated_at: maybe(Type.Integer(), 'Unix time of the last change'),
  },
  { $id: 'Message' },
);
export type MessageObject = Static<typeof messageSchema>;

/** The message as it is answered. */
export function messageObject(
  message: Omit<StoredMessage, 'position'>,
  settings: { publicUrl: string },
): MessageObject {
  return {
    id: message.id,
    conversation_id: message.conversationId,
    contact: briefContact(message.contact),
    message: message.message,
    // A computed name is an own member even when it is `__proto__`.
    reactions: message.reactions.map(({ name, usernames }) => ({ [name]: [...usernames] })),
    attachments: message.attachments.map((each) => attachmentObject(each, settings)),
    read_at: maybeSeconds(message.readAt),
    created_at: toSeconds(message.createdAt),
    updated_at: maybeSeconds(message.updatedAt),
  };
}
