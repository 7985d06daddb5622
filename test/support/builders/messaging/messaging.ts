import { beginConversation } from '../../../../commands/contacts/begin-conversation.ts';
import { transactMessaging } from '../../../../db/tables/messaging/messaging-heads.ts';
import type { StoredContact } from '../../../../domain/messaging/contact.ts';
import { newMessagingId } from '../../../../domain/messaging/ids.ts';
import type { OrganizationId } from '../../../../domain/principal.ts';
import { send } from '../../http/api.ts';
import type { SendOptions, TestAnswer, TestApi } from '../../http/api.ts';
import { createContactWithToken } from './contact-with-token.ts';

/** A contact with a token, and requests with it. */
export type Person = StoredContact & {
  organizationId: OrganizationId;
  token: string;
  tokenId: string;
  /** Sends a request below /v1; a body that is not a string is sent as JSON. */
  send: (method: string, path: string, options?: SendOptions) => Promise<TestAnswer>;
  /** The same with a body of `URLSearchParams` or `FormData`, encoded like in browsers. */
  sendForm: (
    method: string,
    path: string,
    form: URLSearchParams | FormData,
    headers?: Record<string, string>,
  ) => Promise<TestAnswer>;
};

/** API in which contacts are created and send requests. */
type MessagingApi = Pick<TestApi, 'database' | 'organizationId' | 'address'>;

/** Creates a contact of the organization, and a token for it. */
export async function newPerson(
  api: MessagingApi,
  username: string,
  organizationId: OrganizationId = api.organizationId,
): Promise<Person> {
  const made = await createContactWithToken(api.database, organizationId, username);
  const { contact, token, tokenId } = made;
  const authorization = `Bearer ${token}`;
  return {
    ...contact,
    organizationId,
    token,
    tokenId,
    send: (method, path, options = {}) =>
      send(`${api.address}${path}`, method, {
        ...options,
        headers: { authorization, ...options.headers },
      }),
    sendForm: async (method, path, form, headers = {}) => {
      const response = await fetch(`${api.address}${path}`, {
        method,
        headers: { authorization, ...headers },
        body: form,
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') && text;
      const json = isJson ? JSON.parse(text) : undefined;
      return { status: response.status, headers: response.headers, text, json };
    },
  };
}

/** Begins a conversation between two contacts; returns its id. */
export async function newConversation(
  api: MessagingApi,
  one: Person,
  other: Person,
): Promise<string> {
  const { organizationId } = one;
  const ids = [one.id, other.id].toSorted() as [string, string];
  const conversation = await transactMessaging(api.database, organizationId, (tx) =>
    beginConversation(tx, {
      caller: { organizationId, contact: one },
      parties: { groupId: undefined, contactIds: ids },
      memberIds: ids,
      requestId: undefined,
      now: new Date(),
    }),
  );
  return conversation.id;
}

/** Freezes `last_active_at` of all contacts in the future, because it would otherwise change with the first use of a token. */
export async function holdLastActive({ database }: TestApi): Promise<void> {
  const ahead = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);
  await database.knex('contacts').update({ last_active_at: ahead });
}

/** Begins a conversation of several contacts, like that of a group; returns its id. */
export async function newGroupConversation(
  api: TestApi,
  people: readonly [Person, ...Person[]],
): Promise<string> {
  const [creator] = people;
  const { organizationId } = creator;
  const conversation = await transactMessaging(api.database, organizationId, (tx) =>
    beginConversation(tx, {
      caller: { organizationId, contact: creator },
      parties: { groupId: newMessagingId(), contactIds: undefined },
      memberIds: people.map(({ id }) => id),
      requestId: undefined,
      now: new Date(),
    }),
  );
  return conversation.id;
}

/** Kate and Kevin in a conversation, and Marv, who is not in it. */
export type Talk = { kate: Person; kevin: Person; stranger: Person; conversation: string };

/** Creates two people in a conversation, and a third outside of it. */
export async function newTalk(api: MessagingApi): Promise<Talk> {
  const kate = await newPerson(api, 'KateMcCallister');
  const kevin = await newPerson(api, 'Kevin');
  const stranger = await newPerson(api, 'Marv');
  return { kate, kevin, stranger, conversation: await newConversation(api, kate, kevin) };
}

/** Expected answer to an invalid /v1 request; `message` is a text or a pattern, `code` belongs to a 409. */
export function invalidRequest(api: TestApi, message: unknown, code?: string): object {
  return {
    type: 'invalid_request',
    ...(code !== undefined && { code }),
    message: message instanceof RegExp ? expect.stringMatching(message) : message,
    documentation_url: `${api.address}/v1/errors/invalid_request`,
  };
}
