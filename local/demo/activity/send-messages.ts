import { dayAfter } from './read-activity.ts';
import { callApi } from '../api-client.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

/** Conversations of people, who are named by their addresses. */
export type DemoConversation = {
  begunBy: string;
  with: string | string[];
  group?: string;
  messages: { from: string; text: string }[];
};

type Token = { tokenId: string; token: string };

/** The local administrator in conversations, who has a contact by signing in, and their session. */
export type Administrator = { name: string; id: string; token: string; ui: Api };

/** Opens the contacts of the people, who need not have signed in, and sends the messages with tokens that are revoked at the end. */
export async function sendMessages(
  api: Api,
  address: string,
  conversations: readonly DemoConversation[],
  administrator: Administrator,
): Promise<void> {
  const tokens: Token[] = [];
  const { name, id: ownId, token: ownToken, ui } = administrator;
  const clients = new Map([[name, { id: ownId, v1: asContact(address, ownToken) }]]);
  const everyone = conversations.flatMap((each) => [each.begunBy, each.with].flat());
  try {
    for (const email of new Set(everyone)) {
      if (email === name) continue;
      const { text } = await ui('POST', `/ui/messaging/people/${email}/contact`);
      const { id } = JSON.parse(text) as { id: string };
      const expiresAt = `${dayAfter(new Date(), 1)}T00:00:00Z`;
      const token = await create<Token>(api, '/api/messaging/tokens', { contactId: id, expiresAt });
      tokens.push(token);
      clients.set(email, { id, v1: asContact(address, token.token) });
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
  conversation: DemoConversation,
): Promise<void> {
  const { begunBy, with: others, group, messages } = conversation;
  const clientOf = (person: string): { id: string; v1: Api } => {
    const client = clients.get(person);
    if (!client) throw new Error(`${person} writes to no conversation of the demo`);
    return client;
  };
  const { v1 } = clientOf(begunBy);
  const ids = [others].flat().map((person) => clientOf(person).id);
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
