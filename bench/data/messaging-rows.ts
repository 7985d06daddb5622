import type { Client } from 'pg';
import { createContact } from '../../commands/contacts/create-contact.ts';
import { beginConversation } from '../../commands/contacts/begin-conversation.ts';
import { createToken } from '../../commands/tokens/create-token.ts';
import type { Database } from '../../db/connect.ts';
import { transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import type { OrganizationId } from '../../domain/principal.ts';

export const storedMessages = 1_000_000;
/** Further conversations of the listed contact, besides the large one. */
export const furtherConversations = 200;

/** Two contacts with a conversation, one of them with a token. */
export type Talk = {
  organizationId: OrganizationId;
  one: StoredContact;
  other: StoredContact;
  conversationId: string;
  token: string;
};

/** Starts their conversation. */
export async function beginTalk(database: Database, organizationId: OrganizationId): Promise<Talk> {
  const now = new Date();
  const principal = {
    organizationId,
    name: 'system',
    scope: 'organization',
    teamId: undefined,
    email: undefined,
  } as const;
  const make = (username: string) =>
    createContact(database, { principal, body: { username, phone_number: '12345' }, now });
  const [one, other] = [await make('one'), await make('other')];
  const ids = [one.id, other.id].toSorted() as [string, string];
  const conversation = await transactMessaging(database, organizationId, (tx) =>
    beginConversation(tx, {
      caller: { organizationId, contact: one },
      parties: { groupId: undefined, contactIds: ids },
      memberIds: ids,
      requestId: undefined,
      now,
    }),
  );
  const wish = { organizationId, contactId: one.id, createdBy: 'system', now };
  const { token } = await createToken(database, wish);
  return { organizationId, one, other, conversationId: conversation.id, token };
}

/** Every tenth message has two reactions. */
export async function storeMessages(client: Client, talk: Talk): Promise<void> {
  const { organizationId, one, other, conversationId } = talk;
  const ids = [organizationId, conversationId, one.id, other.id];
  await client.query(
    `insert into messages (organization_id, id, position, created_at, conversation_id, contact_id, message)
    select $1, substr(md5(n::text), 1, 16), 1000 + n, now() - interval '1 day' + n * interval '60 ms', $2,
      case when n % 2 = 0 then $3 else $4 end, 'Message ' || n || ': ' || repeat('what are you doing? ', 1 + n % 10)
    from generate_series(1, ${storedMessages}) n`,
    ids,
  );
  await client.query(
    `insert into message_reactions (organization_id, message_id, name, contact_id)
    select organization_id, id, name, case when name = 'thumbs_up' then $2 else $3 end
    from messages, unnest(array['thumbs_up', 'red_angry_face']) name where organization_id = $1 and position % 10 = 0`,
    [organizationId, one.id, other.id],
  );
  await client.query('update messaging_heads set position = $2 where organization_id = $1', [
    organizationId,
    storedMessages + 1000,
  ]);
  await client.query(
    'update conversations set message_count = $3::bigint, last_position = $3::bigint + 1000 where organization_id = $1 and id = $2',
    [organizationId, conversationId, storedMessages],
  );
  await client.query(
    'vacuum analyze messages, message_reactions, conversations, conversation_members, contacts',
  );
}

/** Conversations of 20 messages each, interleaved with the large one. */
export async function storeFurther(client: Client, { organizationId, one }: Talk): Promise<void> {
  const values = [organizationId, one.id];
  await client.query(
    `insert into conversations (organization_id, id, position, group_id, created_by, message_count, last_position,
      last_active_at, created_at)
    select $1, 'further' || n, n, 'group' || n, $2, 20, ${1000 + storedMessages} - n, now(), now() from generate_series(1, ${furtherConversations}) n`,
    values,
  );
  await client.query(
    `insert into conversation_members (organization_id, conversation_id, contact_id, position, joined_position)
    select $1, 'further' || n, $2, n, 0 from generate_series(1, ${furtherConversations}) n`,
    values,
  );
  await client.query(
    `insert into messages (organization_id, id, position, created_at, conversation_id, contact_id, message)
    select $1, 'f' || c || '-' || n, 1000 + n * ${storedMessages / 20} - c, now(), 'further' || c, $2, 'Hello'
    from generate_series(1, ${furtherConversations}) c, generate_series(1, 20) n`,
    values,
  );
}
