import { dayAfter } from './read-activity.ts';
import { callApi } from '../api-client.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

type Contact = { username: string; display_name: string; phone_number: string };

/** Contacts and their conversations. */
export type DemoConversations = {
  contacts: Contact[];
  conversations: {
    begunBy: string;
    with: string | string[];
    group?: string;
    messages: { from: string; text: string }[];
  }[];
};

type Known = { id: string; username: string };
type Token = { tokenId: string; token: string };

/** The local administrator in conversations, who has a contact by signing in. */
export type Administrator = { name: string; id: string; token: string };

/** Creates contacts that do not exist, and sends the messages with tokens that are revoked at the end. */
export async function sendMessages(
  api: Api,
  address: string,
  { contacts, conversations }: DemoConversations,
  administrator: Administrator,
): Promise<void> {
  const listed = await api('GET', '/api/messaging/contacts?limit=100');
  const known = (JSON.parse(listed.text) as { data: Known[] }).data;
  const tokens: Token[] = [];
  const { name, id: ownId, token: ownToken } = administrator;
  const clients = new Map([[name, { id: ownId, v1: asContact(address, ownToken) }]]);
  try {
    for (const contact of contacts) {
      const { id } =
        known.find(({ username }) => username === contact.username) ??
        (await create<Known>(api, '/api/messaging/contacts', contact));
      const expiresAt = `${dayAfter(new Date(), 1)}T00:00:00Z`;
      const token = await create<Token>(api, '/api/messaging/tokens', { contactId: id, expiresAt });
      tokens.push(token);
      clients.set(contact.username, { id, v1: asContact(address, token.token) });
    }
    for (const conversation of conversations) await converse(clients, conversation);
  } finally {
    for (const { tokenId } of tokens) await api('DELETE', `/api/messaging/tokens/${tokenId}`);
  }
}

async function create<Created>(api: Api, path: string, body: object): Promise<Created> {
  return JSON.parse((await api('POST', path, asJson(body))).text) as Created;
}

function asContact(address: string, token: string): Api {
  const headers = { authorization: `Bearer ${token}` };
  return (method, path, request) => callApi(`${address}${path}`, method, headers, request);
}

async function converse(
  clients: ReadonlyMap<string, { id: string; v1: Api }>,
  conversation: DemoConversations['conversations'][number],
): Promise<void> {
  const { begunBy, with: others, group, messages } = conversation;
  const clientOf = (username: string): { id: string; v1: Api } => {
    const client = clients.get(username);
    if (!client) throw new Error(`${username} is no contact of the demo`);
    return client;
  };
  const { v1 } = clientOf(begunBy);
  const ids = [others].flat().map((username) => clientOf(username).id);
  const body =
    group === undefined
      ? { contact_id: ids[0] }
      : { group_id: (await findOrCreateGroup(v1, group, ids)).id };
  const { id } = await create<{ id: string }>(v1, '/v1/conversations', body);
  const sent = await v1('GET', `/v1/messages?conversation_id=${id}&limit=100`);
  const count = (JSON.parse(sent.text) as { data: unknown[] }).data.length;
  for (const { from, text } of messages.slice(count)) {
    await create(clientOf(from).v1, '/v1/messages', { conversation_id: id, message: text });
  }
}

type Group = { id: string; name: string };

async function findOrCreateGroup(v1: Api, name: string, contacts: string[]): Promise<Group> {
  const { text } = await v1('GET', '/v1/groups?limit=100');
  const known = (JSON.parse(text) as { data: Group[] }).data.find((group) => group.name === name);
  return known ?? create<Group>(v1, '/v1/groups', { name, contacts });
}
