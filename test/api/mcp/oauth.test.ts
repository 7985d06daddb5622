import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { callJson, connectAgent } from '../../support/agents/mcp-client.ts';
import { codeOf, createAgentStore, decide, requestOf } from '../../support/agents/oauth-client.ts';
import type { AgentStore } from '../../support/agents/oauth-client.ts';
import { fillShopCatalog } from '../../support/agents/shop-catalog.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let now = new Date();
let api: TestApi;
let tom: Record<string, string>;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await fillShopCatalog(api);
  tom = await signInAsPerson(api, 'tom@example.com', { name: 'Tom' });
});
afterAll(() => api.stop());

const serverUrl = () => `${api.address}/mcp`;
const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });

/** The whole way of a program: registration, consent, code, tokens. */
async function signInAgent(session = tom, name?: string): Promise<AgentStore> {
  const store = createAgentStore(name);
  expect(await auth(store, { serverUrl: serverUrl() })).toBe('REDIRECT');
  const back = await decide(api, session, store.asked);
  expect(back.searchParams.get('state')).toBe('state of the test');
  const authorizationCode = codeOf(back);
  expect(back.searchParams.get('iss')).toBe(api.address);
  const finish = { serverUrl: serverUrl(), authorizationCode };
  expect(await auth(store, finish)).toBe('AUTHORIZED');
  return store;
}

const form = (path: string, members: Record<string, string>) =>
  api.send('POST', path, {
    key: null,
    body: new URLSearchParams(members).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const refresh = (store: AgentStore, refresh_token = store.refresh) =>
  form('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: store.clientId,
    refresh_token,
  });
const ping = (token: string | undefined) =>
  api.send('POST', '/mcp', {
    key: null,
    headers: bearer(token),
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
  });

describe("the SDK's own client", () => {
  it('finds the server, registers, signs in and acts with the rights of the person', async () => {
    const store = await signInAgent();
    expect(store.asked.pathname).toBe('/oauth/authorize');
    const client = await connectAgent(api, bearer(store.access));
    const explained = await callJson(client, 'explain_permission', {
      resource: 'datacontracts/shop-database',
      action: 'RESOURCES_EDIT',
    });
    expect(explained).toMatchObject({ allowed: false, scope: 'user' });
    await client.close();
  });

  it('refreshes its tokens, and each refresh token works once', async () => {
    const store = await signInAgent();
    const { access: first, refresh: old } = store;
    expect(await auth(store, { serverUrl: serverUrl() })).toBe('AUTHORIZED');
    expect(store.refresh).not.toBe(old);
    expect((await ping(first)).status).toBe(401);
    expect((await ping(store.access)).status).toBe(200);
    const again = await refresh(store, old);
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
    // Somebody else has the old token: everything of this authorization ends.
    expect((await ping(store.access)).status).toBe(401);
    expect((await refresh(store)).json.error).toBe('invalid_grant');
  });

  it('registers again when it was deleted', async () => {
    const store = await signInAgent();
    await api.database.knex('agent_clients').where({ id: store.clientId }).delete();
    expect((await refresh(store)).json.error).toBe('invalid_client');
  });

  it('is not let in after a denial', async () => {
    const store = createAgentStore();
    await auth(store, { serverUrl: serverUrl() });
    const back = await decide(api, tom, store.asked, false);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.has('code')).toBe(false);
  });

  it('of a key that signed in acts as this key, and ends with it', async () => {
    const key = await api.newKey('team', { teamId: 'checkout' });
    const store = await signInAgent(await signIn(api, key.text));
    const token = store.access;
    expect((await ping(token)).status).toBe(200);
    await api.send('DELETE', `/api/api-keys/${key.id}`);
    expect((await ping(token)).status).toBe(401);
  });
});

describe('a code', () => {
  const begin = async (): Promise<{ store: AgentStore; code: string }> => {
    const store = createAgentStore();
    await auth(store, { serverUrl: serverUrl() });
    const back = await decide(api, tom, store.asked);
    return { store, code: codeOf(back) };
  };
  const exchange = (
    { store, code }: { store: AgentStore; code: string },
    change: Record<string, string> = {},
  ) =>
    form('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: store.clientId,
      code,
      code_verifier: store.verifier,
      redirect_uri: String(store.redirectUrl),
      ...change,
    });

  it('needs its verifier, its client and its return address', async () => {
    const begun = await begin();
    const other = await begin();
    const wrong = [
      { code_verifier: 'x'.repeat(43) },
      { client_id: other.store.clientId },
      { redirect_uri: 'http://127.0.0.1:1/other' },
      { code: 'mcp_unknown' },
    ];
    for (const change of wrong) {
      const answer = await exchange(begun, change);
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_grant']);
    }
    expect((await exchange(begun, { resource: 'https://other.example.com/mcp' })).status).toBe(400);
    expect((await exchange(begun)).status).toBe(200);
  });

  it('works once: a second use ends the tokens of the first', async () => {
    const begun = await begin();
    const tokens = (await exchange(begun)).json;
    expect((await exchange(begun)).json.error).toBe('invalid_grant');
    expect((await ping(tokens.access_token)).status).toBe(401);
  });

  it('works for a minute', async () => {
    const begun = await begin();
    const before = now;
    now = new Date(now.getTime() + 61_000);
    expect((await exchange(begun)).json.error).toBe('invalid_grant');
    now = before;
    expect((await exchange(begun)).status).toBe(200);
  });

  it('is used by one of two concurrent requests', async () => {
    const begun = await begin();
    const answers = await Promise.all([exchange(begun), exchange(begun)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('the consent page', () => {
  const request = async (change: Record<string, string>): Promise<string> => {
    const store = createAgentStore();
    await auth(store, { serverUrl: serverUrl() });
    for (const [name, value] of Object.entries(change)) store.asked.searchParams.set(name, value);
    return requestOf(store.asked);
  };
  const ask = (asked: string, headers: Record<string, string> = tom) =>
    api.send('GET', `/ui/agent-authorization?request=${asked}`, { key: null, headers });

  it('names the client and where the browser goes, and needs a session', async () => {
    const asked = await request({});
    const answer = await ask(asked);
    const shown = { clientName: 'Agent of the test', returnsTo: '127.0.0.1', redirect: null };
    expect([answer.status, answer.json]).toEqual([200, shown]);
    expect((await ask(asked, {})).status).toBe(401);
    const body = { request: asked, allow: true };
    const { cookie = '' } = tom;
    const foreign = { cookie, origin: 'https://evil.example.com' };
    const options = { key: null, headers: foreign, body };
    expect((await api.send('POST', '/ui/agent-authorization', options)).status).toBe(403);
  });

  it('sends nobody to an address that the client did not register', async () => {
    const wrong = { redirect_uri: 'https://evil.example.com/callback' };
    const address = await ask(await request(wrong));
    expect([address.status, address.json.code]).toEqual([400, 'invalid_redirect_uri']);
    const client = await ask(await request({ client_id: 'nobody' }));
    expect([client.status, client.json.code]).toEqual([400, 'invalid_client']);
    const port = await ask(await request({ redirect_uri: 'http://127.0.0.1:50123/callback' }));
    expect([port.status, port.json.redirect]).toEqual([200, null]);
  });

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ resource: 'https://other.example.com/mcp' }, 'invalid_target'],
  ])('returns %j to the client as %s', async (change, error) => {
    const { redirect } = (await ask(await request(change))).json;
    expect(new URL(redirect).searchParams.get('error')).toBe(error);
  });
});

describe('the end of an authorization', () => {
  it('comes when the client revokes a token, whichever', async () => {
    const store = await signInAgent();
    const { access: access_token, refresh: refresh_token, clientId: client_id } = store;
    const other = { token: refresh_token, client_id: '01890a5d-ac96-774b-bcce-b302099a8057' };
    expect((await form('/oauth/revoke', other)).status).toBe(200);
    expect((await ping(access_token)).status).toBe(200);
    expect((await form('/oauth/revoke', { token: refresh_token, client_id })).status).toBe(200);
    expect((await ping(access_token)).status).toBe(401);
    expect((await form('/oauth/revoke', { token: 'unknown' })).status).toBe(200);
  });

  it('comes when the person ends it, and is in the audit log', async () => {
    const ann = await signInAsPerson(api, 'ann@example.com');
    const store = await signInAgent(ann, 'Ann’s helper');
    const list = () => api.send('GET', '/ui/agents', { key: null, headers: ann });
    const [own] = (await list()).json;
    expect(own.clientName).toBe('Ann’s helper');
    const end = (headers: Record<string, string>) =>
      api.send('DELETE', `/ui/agents/${own.id}`, { key: null, headers });
    expect((await end(tom)).status).toBe(404);
    expect((await end(ann)).status).toBe(204);
    expect((await list()).json).toEqual([]);
    expect((await ping(store.access)).status).toBe(401);
    const log = (await api.send('GET', '/api/audit?kind=agent&limit=1000')).json;
    const entries = log.filter(({ subject }: any) => subject === own.id);
    expect(entries.map(({ type, subjectName }: any) => [type, subjectName])).toEqual([
      ['AgentRevoked', 'Ann’s helper'],
      ['AgentAllowed', 'Ann’s helper'],
    ]);
  });

  it('comes after an hour for access tokens, and after 30 days without use', async () => {
    const store = await signInAgent();
    const before = now;
    now = new Date(before.getTime() + 3_601_000);
    expect((await ping(store.access)).status).toBe(401);
    now = new Date(before.getTime() + 31 * 24 * 3_600_000);
    expect((await refresh(store)).json.error).toBe('invalid_grant');
    now = before;
  });
});

describe('a registration', () => {
  const register = (body: unknown) => api.send('POST', '/oauth/register', { key: null, body });

  it.each([
    'http://example.com/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:secret@example.com/',
    'https://example.com/#fragment',
    'callback',
  ])('refuses the return address %s', async (uri) => {
    const answer = await register({ redirect_uris: [uri] });
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it('accepts https, loopback and schemes of programs, and ignores what it does not know', async () => {
    const redirect_uris = ['https://example.com/cb', 'http://[::1]:1/cb', 'cursor://anysphere/cb'];
    const answer = await register({ redirect_uris, scope: 'x', client_name: 'A\nB' });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ redirect_uris, client_name: 'A B' });
    const wrong = await register({ redirect_uris: [] });
    expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid_client_metadata']);
  });

  it('is limited for each address', async () => {
    const body = { redirect_uris: ['https://example.com/cb'] };
    let last = await register(body);
    for (let count = 0; count < 60 && last.status === 201; count++) last = await register(body);
    expect([last.status, last.json.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(60);
  });
});
