import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
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
  { search }: URL,
  allow = true,
): Promise<URL> {
  const answer: TestAnswer = await api.send('POST', '/ui/agents/authorization', {
    key: null,
    headers: session,
    body: { query: search.slice(1), allow },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return new URL(answer.json.redirect);
}
