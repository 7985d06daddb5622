import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { insertAgentClient } from '../../../db/tables/agents/clients.ts';
import { agentClientId } from '../builders/route-bodies.ts';
import type { TestAnswer, TestApi } from '../http/api.ts';

const callback = 'http://127.0.0.1:33418/callback';

/** What the SDK's client keeps between its requests, and the address to which it sent the browser. */
export type AgentStore = OAuthClientProvider & {
  clientId: string;
  access: string;
  refresh: string;
  verifier: string;
  asked: URL;
};

/** The part of the SDK's client that a program has to write itself. */
export function createAgentStore(name = 'Agent of the test'): AgentStore {
  let client: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  const store: AgentStore = {
    clientId: '',
    access: '',
    refresh: '',
    verifier: '',
    asked: new URL('about:blank'),
    redirectUrl: callback,
    clientMetadata: { client_name: name, redirect_uris: [callback] },
    state: () => 'state of the test',
    clientInformation: () => client,
    saveClientInformation: (registered) => {
      client = registered;
      store.clientId = registered.client_id;
    },
    tokens: () => tokens,
    saveTokens: (issued) => {
      tokens = issued;
      store.access = issued.access_token;
      store.refresh = issued.refresh_token ?? '';
    },
    redirectToAuthorization: (url) => {
      store.asked = url;
    },
    saveCodeVerifier: (verifier) => {
      store.verifier = verifier;
    },
    codeVerifier: () => store.verifier,
  };
  return store;
}

/** The code with which the browser returns to the client. */
export function codeOf({ searchParams }: URL): string {
  return searchParams.get('code') ?? '';
}

/** Decides on the consent page as a signed-in person; returns where the browser goes. */
export async function decide(
  api: TestApi,
  session: Record<string, string>,
  asked: URL,
  allow = true,
): Promise<URL> {
  const request = await requestOf(asked);
  const answer: TestAnswer = await api.send('POST', '/ui/agent-authorization', {
    key: null,
    headers: session,
    body: { request, allow },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return new URL(answer.json.redirect);
}

/** The request that the consent page has in its address, where the browser is led. */
export async function requestOf(asked: URL): Promise<string> {
  const { status, headers } = await fetch(asked, { redirect: 'manual' });
  if (status !== 302) throw new Error(`the authorization endpoint answered ${status}`);
  return new URL(headers.get('location') ?? '').searchParams.get('request') ?? '';
}

/** Lets the person or the key of a session allow an agent something; returns the id of the grant. */
export async function allowAnAgent(api: TestApi, session: Record<string, string>): Promise<string> {
  const body = { redirect_uris: [callback] };
  const { json } = await api.send('POST', '/oauth/register', { key: null, body });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: json.client_id,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  await decide(api, session, new URL(`${api.address}/oauth/authorize?${query.toString()}`));
  const [newest] = await api.database.knex('agent_grants').orderBy('id', 'desc').select('id');
  return newest.id;
}

/** Stores the client that bodies of `validBody` name. */
export async function storeAgentClient({ database }: Pick<TestApi, 'database'>): Promise<void> {
  const client = { id: agentClientId, name: 'x', redirectUris: ['https://example.com/'] };
  await insertAgentClient(database.knex, client, new Date());
}
