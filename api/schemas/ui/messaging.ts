import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

const instant = (description: string) => Type.String({ format: 'date-time', description });
const flag = (description: string, example = false) =>
  Type.Boolean({ description, examples: [example] });
const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const contactId = (description: string) => text(description, 'x7Rk2pQ9aLm4Tz0B');
const name = (description: string) => text(description, 'Noor Hakvoort');

/** The contact of the signed-in person. */
const ownContact = Type.Object(
  {
    id: contactId('Id of the contact below /v1'),
    username: text('Unique name, by which reactions are given', 'noor.hakvoort'),
    name: name('Name for people'),
    avatarUrl: orNull(text('Address of a picture', 'https://example.com/noor.png')),
  },
  { description: 'The contact as which the signed-in person writes' },
);

/** The contact as which the signed-in person writes, whether they may, and the number of unread messages. */
export const messagingSelfSchema = Type.Object(
  {
    contact: orNull(ownContact),
    canMessage: flag('True if the caller can read and write messages', true),
    because: orNull(
      text(
        'Why the caller cannot',
        'This session belongs to an API key. Sign in as a person to read and write messages.',
      ),
    ),
    unreadConversations: count('Conversations with unread messages, without muted ones', 2),
    unreadMessages: count('Unread messages in them', 5),
  },
  { $id: 'MessagingSelf', description: 'The contact of the signed-in person, and what is unread' },
);

/** A token of /v1 for a page. */
export const sessionTokenSchema = Type.Object(
  {
    token: text('Bearer token for /v1; shown only once', 'ct_…'),
    expiresAt: instant('When it ends by itself, at the latest with the session'),
    contact: ownContact,
  },
  { $id: 'SessionToken', description: 'A token of /v1 that ends with the session' },
);

const personMembers = {
  contactId: orNull(contactId('The contact; null for a person who has none yet')),
  personId: orNull(
    text(
      'The person; null for the contact of a program, and for a member who has neither signed in nor got a message',
      '01890a5d-ac96-774b-bcce-b302099a8057',
    ),
  ),
  username: orNull(text('Unique name, by which reactions are given', 'noor.hakvoort')),
  name: name('Name for people'),
  email: orNull(text('Address of the person', 'noor@example.com')),
  avatarUrl: orNull(text('Address of a picture', 'https://example.com/noor.png')),
  lastActiveAt: orNull(instant('Last use of messages, to the minute')),
};

/** A person or a program to write to. */
export const messagingPersonSchema = Type.Object(
  {
    ...personMembers,
    conversationId: orNull(text('The conversation between the two', 'c8Hn3sW1kQz6Yb2D')),
  },
  { $id: 'MessagingPerson', description: 'A person or a program that can be written to' },
);

const lastMessage = Type.Object(
  {
    id: text('Id of the message', 'm4Tz0Bx7Rk2pQ9aL'),
    text: text('Its first 200 characters', 'The postcodes are complete again.'),
    authorId: contactId('The contact that wrote it'),
    authorName: name('Name of this contact'),
    attachmentCount: count('Files and links that it carries', 0),
    createdAt: instant('When it was sent'),
  },
  { description: 'The newest message; null if there is none' },
);

const conversationMembers = {
  id: text('Id of the conversation below /v1', 'c8Hn3sW1kQz6Yb2D'),
  name: text('Name of the group, or of the other contact', 'Shop data'),
  groupId: orNull(text('The group; null between two contacts', 'g2Lm4Tz0Bx7Rk2pQ')),
  contactId: orNull(contactId('The other of two contacts; null in a group')),
  avatarUrl: orNull(text('Address of a picture', 'https://example.com/shop.png')),
  memberCount: count('Contacts in the conversation', 3),
  unreadCount: count('Messages of others that the caller has not read', 2),
  isPinned: flag('True if the caller keeps it on top'),
  isMuted: flag('True if the caller wants no notices'),
  archivedAt: orNull(instant('When the caller put it away')),
  lastActiveAt: instant('Time of the last message, or of the beginning'),
  lastMessage: orNull(lastMessage),
};

/** A conversation in the list of a page. */
export const pageConversationSchema = Type.Object(conversationMembers, {
  $id: 'PageConversation',
  description: 'A conversation with its name, last message and unread count',
});

/** A conversation with its members. */
export const conversationDetailSchema = Type.Object(
  {
    ...conversationMembers,
    description: orNull(text('Description of the group', 'All who work with the shop data')),
    pinnedMessageId: orNull(text('Message pinned for all', 'm4Tz0Bx7Rk2pQ9aL')),
    members: Type.Array(
      Type.Object({
        ...personMembers,
        contactId: contactId('The contact'),
        username: text('Unique name, by which reactions are given', 'noor.hakvoort'),
        isMe: flag('True for the caller'),
        isCreator: flag('True for the contact that made the group or began the conversation'),
      }),
      { description: 'The members by name' },
    ),
    may: Type.Object(
      {
        changeGroup: flag('Rename the group, add and remove members'),
        leave: flag('Leave the group', true),
        delete: flag('Delete the conversation for all members'),
      },
      { description: 'What the caller may do besides reading and writing' },
    ),
  },
  { $id: 'ConversationDetail', description: 'A conversation with its members' },
);

/** Messages that contain a text. */
export const messageSearchSchema = Type.Object(
  {
    matches: Type.Array(
      Type.Object({
        id: text('Id of the message', 'm4Tz0Bx7Rk2pQ9aL'),
        excerpt: text('The text around the first match, at most 240 characters', '… postcodes …'),
        authorId: contactId('The contact that wrote it'),
        authorName: name('Name of this contact'),
        createdAt: instant('When it was sent'),
      }),
      { description: 'The matches, newest first' },
    ),
    searchedSince: orNull(
      instant('Messages from then on were searched; older ones follow on the next page'),
    ),
  },
  { $id: 'MessageSearch', description: 'Messages of a conversation that contain a text' },
);
