import { connectAgent } from '../../support/agents/mcp-client.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Options = { headers?: Record<string, string>; key?: string | null };
const post = (body: unknown, options: Options = {}) =>
  api.send('POST', '/mcp', { body, ...options });
const rpc = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 7, method, params });
const initialize = (protocolVersion: string) =>
  rpc('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'by hand', version: '1' },
  });

describe('messages of the protocol', () => {
  it('agree on the version of the client, or on the newest', async () => {
    const { status, json, headers } = await post(initialize('2025-06-18'));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: {
        protocolVersion: '2025-06-18',
        serverInfo: { name: 'concordat' },
        capabilities: { tools: {}, resources: {}, prompts: {} },
      },
    });
    // There are no sessions: any process answers the next message.
    expect(headers.get('mcp-session-id')).toBeNull();
    expect((await post(initialize('1999-01-01'))).json.result.protocolVersion).toBe('2025-11-25');
  });

  it('get an answer for requests, and 202 for notifications', async () => {
    expect((await post(rpc('ping'))).json).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const { status, text } = await post(notification);
    expect([status, text]).toEqual([202, '']);
  });

  it.each([
    ['an unknown method', rpc('tools/drop'), -32_601],
    ['missing parameters', rpc('tools/call', {}), -32_602],
    ['an unknown tool', rpc('tools/call', { name: 'none' }), -32_602],
    ['an unknown resource', rpc('resources/read', { uri: 'concordat://x' }), -32_002],
  ])('with %s get an error of JSON-RPC', async (_, body, code) => {
    const { status, json } = await post(body);
    expect([status, json.id, json.error.code]).toEqual([200, 7, code]);
  });

  it.each([
    ['a batch', [rpc('ping'), rpc('ping')], 400, -32_600],
    ['an empty batch', [], 400, -32_600],
    ['no JSON', '{"jsonrpc": ', 400, -32_700],
    ['no JSON-RPC', { hello: 'world' }, 400, -32_600],
    ['a long body', `"${'x'.repeat(300_000)}"`, 413, -32_000],
  ])('that are %s are refused', async (_, body, status, code) => {
    const answer = await post(body);
    expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([status, null, code]);
  });

  it('with an unknown version in the header are refused', async () => {
    const headers = { 'mcp-protocol-version': '1999-01-01' };
    expect((await post(rpc('ping'), { headers })).status).toBe(400);
    const known = { 'mcp-protocol-version': '2025-11-25' };
    expect((await post(rpc('ping'), { headers: known })).status).toBe(200);
  });

  it.each(['GET', 'DELETE', 'PUT'])('by %s are answered 405', async (method) => {
    const headers = { accept: 'text/event-stream' };
    const answer = await api.send(method, '/mcp', { headers });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });
});

describe('credentials', () => {
  it.each([
    ['none', {}],
    ['a wrong key', { 'x-api-key': 'wrong' }],
    ['a wrong token', { authorization: 'Bearer wrong' }],
    ['a token that was never issued', { authorization: `Bearer mcp_${'x'.repeat(43)}` }],
  ])('that are %s lead to the authorization server', async (_, headers) => {
    const answer = await post(rpc('ping'), { key: null, headers });
    expect(answer.status).toBe(401);
    const metadata = `${api.address}/.well-known/oauth-protected-resource/mcp`;
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
    const resource = await api.send('GET', new URL(metadata).pathname, { key: null });
    expect(resource.json).toMatchObject({
      resource: `${api.address}/mcp`,
      authorization_servers: [api.address],
    });
  });

  it('are keys in both headers', async () => {
    for (const headers of [{ 'x-api-key': api.key }, { authorization: `Bearer ${api.key}` }])
      expect((await post(rpc('ping'), { key: null, headers })).status).toBe(200);
  });

  it('do not help a page of another site', async () => {
    const from = (origin: string) => post(rpc('ping'), { headers: { origin } });
    const foreign = await from('https://evil.example.com');
    expect([foreign.status, foreign.json.error.data.code]).toEqual([403, 'cross_site_request']);
    expect((await from(api.address)).status).toBe(200);
  });

  it('of agents do not work elsewhere in the API', async () => {
    const headers = { authorization: `Bearer mcp_${'x'.repeat(43)}` };
    expect((await api.send('GET', '/api/teams', { key: null, headers })).status).toBe(403);
  });
});

describe('the settings of the organization', () => {
  const features = (body: object) => api.send('PUT', '/api/organization/features', { body });

  it('switch agents off', async () => {
    expect((await features({ agentsEnabled: false })).status).toBe(200);
    const answer = await post(rpc('ping'));
    expect([answer.status, answer.json.error.data.code]).toEqual([403, 'permission_denied']);
    expect((await features({})).status).toBe(200);
    expect((await post(rpc('ping'))).status).toBe(200);
  });

  it('limit their messages, and only those of this organization', async () => {
    expect((await features({ agentMessagesPerMinute: 0 })).status).toBe(422);
    expect((await features({ agentMessagesPerMinute: 1 })).status).toBe(200);
    let last = await post(rpc('ping'));
    for (let count = 0; count < 5 && last.status === 200; count++) last = await post(rpc('ping'));
    expect([last.status, last.json.error.data.code]).toEqual([429, 'too_many_requests']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await api.newOrganization('other');
    const { text } = await api.newKey('organization', { organizationId: other });
    expect((await post(rpc('ping'), { key: text })).status).toBe(200);
    expect((await features({})).status).toBe(200);
  });
});

it('needs no memory of a client: two APIs answer one conversation', async () => {
  const client = await connectAgent(api, { 'x-api-key': api.key });
  expect((await post(rpc('tools/list'))).json.result.tools).toEqual(
    (await client.listTools()).tools,
  );
  await client.close();
});
