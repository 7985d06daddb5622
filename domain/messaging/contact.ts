import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { displayName, maybe, showsSomething, timestamp, webAddress } from './members.ts';
import { toSeconds } from './ids.ts';

/** A contact as it is stored. */
export type StoredContact = {
  id: string;
  username: string;
  /** Null for the contact of a person who signs in, and for a deleted contact. */
  phoneNumber: string | null;
  avatarUrl: string | null;
  displayName: string | null;
  createdBy: string | null;
  lastActiveAt: Date;
  createdAt: Date;
};

const brief = {
  id: Type.String(),
  username: Type.String(),
  phone_number: maybe(Type.String(), 'null of people who sign in, and of deleted contacts'),
  avatar_url: maybe(Type.String()),
  last_active_at: timestamp,
  created_at: timestamp,
};

/** A contact within messages. */
export const briefContactSchema = Type.Object(brief, { $id: 'BriefContact' });
export type BriefContact = Static<typeof briefContactSchema>;

/** A complete contact. */
export const contactSchema = Type.Object(
  {
    ...brief,
    display_name: maybe(Type.String(), 'null: the username'),
    conversation_id: maybe(Type.String(), 'Conversation between it and the caller'),
  },
  { $id: 'Contact' },
);
export type ContactObject = Static<typeof contactSchema>;

/** The body of a new contact. */
export const contactWriteSchema = Type.Object(
  {
    username: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: String.raw`^${showsSomething}[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$`,
      description: 'Unique in the organization, whatever its case; without white space at its ends',
      'x-must-be':
        'without white space at its ends, and without control and other invisible characters',
    }),
    phone_number: Type.String({
      pattern: String.raw`^(?=(?:[^0-9]*[0-9]){3})[+(0-9][0-9 ()./-]{1,30}[0-9]$`,
      'x-must-be':
        'a phone number such as +1 555 0100, with at least 3 digits; write + as %2B in forms, or use --data-urlencode',
    }),
    avatar_url: Type.Optional(webAddress),
    display_name: Type.Optional(displayName),
  },
  { $id: 'ContactWrite', additionalProperties: false },
);
export type ContactWrite = Static<typeof contactWriteSchema>;

/** The unique form of a username within an organization, without case and Unicode composition. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** The changeable members of a contact. */
export const contactChangeSchema = Type.Object(
  { display_name: Type.Optional(displayName) },
  { $id: 'ContactChange', additionalProperties: false },
);

/** The contact within messages and groups. */
export function briefContact(contact: StoredContact): BriefContact {
  return {
    id: contact.id,
    username: contact.username,
    phone_number: contact.phoneNumber,
    avatar_url: contact.avatarUrl,
    last_active_at: toSeconds(contact.lastActiveAt),
    created_at: toSeconds(contact.createdAt),
  };
}

/** The complete contact; the conversation is the caller's conversation with it. */
export function contactObject(
  contact: StoredContact,
  conversationId: string | null,
): ContactObject {
  return {
    ...briefContact(contact),
    display_name: contact.displayName,
    conversation_id: conversationId,
  };
}
