import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { attachmentObject, attachmentSchema } from './attachments/attachment.ts';
import type { StoredAttachment } from './attachments/attachment.ts';
import { briefContact, briefContactSchema } from './contact.ts';
import type { StoredContact } from './contact.ts';
import { maybeSeconds, toSeconds } from './ids.ts';
import { maybe, timestamp } from './members.ts';
import { recordOf } from '../validation/record-of.ts';

/** A message with its attachments and reactions. */
export type StoredMessage = {
  id: string;
  conversationId: string;
  position: number;
  contact: StoredContact;
  message: string;
  /** Usernames for each reaction, both in the order of creation. */
  reactions: readonly { name: string; usernames: readonly string[] }[];
  attachments: readonly StoredAttachment[];
  readAt: Date | null;
  createdAt: Date;
  updatedAt: Date | null;
};

/** Maximum size of a message, in bytes of UTF-8. */
export const maxMessageBytes = 65_536;

/** A message; a reaction is an object that maps its name to usernames. */
export const messageSchema = Type.Object(
  {
    id: Type.String(),
    conversation_id: Type.String(),
    contact: briefContactSchema,
    message: Type.String(),
    reactions: Type.Array(recordOf(Type.Array(Type.String())), {
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

/** The message as clients read it. */
export function messageObject(
  message: Omit<StoredMessage, 'position'>,
  settings: { publicUrl: string },
): MessageObject {
  return {
    id: message.id,
    conversation_id: message.conversationId,
    contact: briefContact(message.contact),
    message: message.message,
    // A computed name is an own member even if it is `__proto__`.
    reactions: message.reactions.map(({ name, usernames }) => ({ [name]: [...usernames] })),
    attachments: message.attachments.map((each) => attachmentObject(each, settings)),
    read_at: maybeSeconds(message.readAt),
    created_at: toSeconds(message.createdAt),
    updated_at: maybeSeconds(message.updatedAt),
  };
}
