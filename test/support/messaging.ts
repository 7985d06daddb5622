import { createContact } from '../../commands/contacts/create-contact.ts';
import { beginConversation } from '../../commands/conversations/begin-conversation.ts';
import { createToken } from '../../commands/tokens/create-token.ts';
import { transactMessaging } from '../../db/tables/messaging-heads.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { send } from './api.ts';
import type { SendOptions, TestAnswer, TestApi } from './api.ts';

/** A contact with a token, and requests with it. */
export type Person = StoredContact & {
  organizationId: OrganizationId;
  token: string;
  tokenId: string;
  /** Sends a request below /v1; a body that is no string goes as JSON. */
  send: (method: string, path: string, options?: SendOptions) => Promise<TestAnswer>;
  /** The same with a body of `URLSearchParams` or `FormData`, encoded as browsers do. */
  sendForm: (
    method: string,
    path: string,
    form: URLSearchParams | FormData,
    headers?: Record<string, string>,
  ) => Promise<TestAnswer>;
};

let phone = 1_000_000;

/** Makes a contact of the organization, and a token of it. */
export async function newPerson(
  api: TestApi,
  username: string,
  organizationId: OrganizationId = api.organizationId,
): Promise<Person> {
  const now = new Date();
  const principal: Principal = {
    organizationId,
    name: 'system',
    scope: 'organization',
    teamId: undefined,
    email: undefined,
  };
  phone += 1;
  const wish = { username, phone_number: `+49 ${phone}` };
  const contact = await createContact(api.database, { principal, wish, now });
  const request = { organizationId, contactId: contact.id, createdBy: 'system', now };
  const { token, tokenId } = await createToken(api.database, request);
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

/** Begins a conversation between two contacts; answers its id. */
export async function newConversation(api: TestApi, one: Person, other: Person): Promise<string> {
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

/** Keeps `last_active_at` of all contacts as it is from now on: it lies ahead, and otherwise moves with the first use of a token. */
export async function holdLastActive({ database }: TestApi): Promise<void> {
  const ahead = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);
  await database.knex('contacts').update({ last_active_at: ahead });
}

/** Begins a conversation of several contacts as a group has it; answers its id. */
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

/** Makes two people who are in a conversation, and a third who is not. */
export async function newTalk(api: TestApi): Promise<Talk> {
  const kate = await newPerson(api, 'KateMcCallister');
  const kevin = await newPerson(api, 'Kevin');
  const stranger = await newPerson(api, 'Marv');
  return { kate, kevin, stranger, conversation: await newConversation(api, kate, kevin) };
}

/** What is answered when a request below /v1 is wrong; `message` is a text or what it has to be like. */
export function invalidRequest(api: TestApi, message: unknown): object {
  return {
    type: 'invalid_request',
    message: message instanceof RegExp ? expect.stringMatching(message) : message,
    documentation_url: `${api.address}/v1/errors/invalid_request`,
  };
}
