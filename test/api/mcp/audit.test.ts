import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { callJson, callText, connectAgent } from '../../support/agents/mcp-client.ts';
import { codeOf, createAgentStore, decide } from '../../support/agents/oauth-client.ts';
import { fillShopCatalog } from '../../support/agents/shop-catalog.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { doHousekeeping } from '../../support/builders/housekeeping.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let code: string;
const store = createAgentStore('Helpful agent');
beforeAll(async () => {
  api = await startApi();
  await fillShopCatalog(api);
  const tom = await signInAsPerson(api, 'tom@example.com', { name: 'Tom' });
  const serverUrl = `${api.address}/mcp`;
  await auth(store, { serverUrl });
  const back = await decide(api, tom, store.asked);
  code = codeOf(back);
  await auth(store, { serverUrl, authorizationCode: code });
});
afterAll(() => api.stop());

type Entry = {
  type: string;
  principal: string;
  principalName: string;
  agent?: string;
  requestId: string;
  subject: string;
  data?: Record<string, unknown>;
};
const readLog = async (): Promise<Entry[]> => (await api.send('GET', '/api/audit')).json;
const input = { dataProductId: 'shop-data', outputPortId: 'port-0' };

it('the audit log names the agent, and the person for whom it acted', async () => {
  const headers = { authorization: `Bearer ${store.access}` };
  const client = await connectAgent(api, headers);
  const { termsId } = await callJson(client, 'get_output_port', input);
  const purpose = 'A purpose that stays out of the log of calls';
  const wanted = { ...input, purpose, acknowledgedTerms: termsId };
  const { accessId } = await callJson(client, 'request_access', wanted);
  await client.close();
  const log = await readLog();
  const requested = log.find(({ type }) => type === 'AccessRequestedEvent');
  expect(requested).toMatchObject({
    agent: 'Helpful agent',
    principal: expect.stringMatching(/^user:/),
    principalName: 'Tom',
    subject: accessId,
  });
  const calls = log.filter(({ type }) => type === 'AgentToolCalled');
  expect(calls.map(({ data }) => data?.tool)).toEqual(['request_access', 'get_output_port']);
  expect(calls[0]).toMatchObject({
    agent: 'Helpful agent',
    principalName: 'Tom',
    requestId: requested?.requestId,
    data: input,
  });
  expect(JSON.stringify(calls)).not.toContain(purpose);
  const trail = (await api.send('GET', `/api/access/${accessId}/audit`)).json;
  expect(trail[0].agent).toBe('Helpful agent');
});

it('names agents with keys by what they call themselves, and no agent for other requests', async () => {
  const client = await connectAgent(api, { 'x-api-key': api.key, 'user-agent': 'Bot/1.0' });
  await callText(client, 'get_data_product', { dataProductId: 'shop-data' });
  await client.close();
  const [call] = await readLog();
  expect(call).toMatchObject({ type: 'AgentToolCalled', agent: 'Bot/1.0' });
  const body = { id: 'sales', name: 'Sales', type: 'Team' };
  await api.send('PUT', '/api/teams/sales', { body });
  const [put] = await readLog();
  expect([put?.subject, put?.agent]).toEqual(['sales', undefined]);
  const feed = await api.send('GET', '/api/events');
  expect(feed.text).not.toContain('Bot/1.0');
});

it('stores no code and no token', async () => {
  const { access, refresh } = store;
  const { rows } = await api.database.knex.raw<{ rows: { name: string }[] }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  expect(rows.map(({ name }) => name)).toContain('agent_tokens');
  for (const secret of [code, access, refresh]) {
    expect(secret).toMatch(/^mcp_/);
    for (const { name } of rows) {
      const found = await api.database
        .knex(name)
        .whereRaw('??::text like ?', [name, `%${secret.slice(4)}%`])
        .limit(1);
      expect([name, found]).toEqual([name, []]);
    }
  }
});

it('forgets ended codes, tokens and clients', async () => {
  const count = async (table: string): Promise<number> =>
    (await api.database.knex(table).select('*')).length;
  await api.database.knex('agent_tokens').update({ expires_at: new Date(0) });
  await api.database.knex('agent_grants').update({ code_expires_at: new Date(0) });
  await api.database.knex('agent_clients').update({ used_at: new Date(0) });
  const workers = startWorkers(api);
  await doHousekeeping(api, 'forget-ui-sessions');
  await workers.stop();
  const tables = ['agent_tokens', 'agent_grants', 'agent_clients'];
  expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0]);
});
