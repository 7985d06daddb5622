import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { callJson, connectAgent } from '../../support/agents/mcp-client.ts';
import { fillShopCatalog, shopTerms } from '../../support/agents/shop-catalog.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
let client: Client;
beforeAll(async () => {
  api = await startApi();
  await fillShopCatalog(api);
  const { text } = await api.newKey('user', { email: 'tom@example.com' });
  client = await connectAgent(api, { authorization: `Bearer ${text}` });
});
afterAll(async () => {
  await client.close();
  await api.stop();
});

/**
 * The tool that a reader who knows nothing else chooses for these words: the one whose name, title and description have most of them.
 */
async function choose(words: string) {
  const { tools } = await client.listTools();
  const sought = words.toLowerCase().split(' ');
  const scored = tools.map((tool) => {
    const said = `${tool.name} ${tool.title ?? ''} ${tool.description ?? ''}`.toLowerCase();
    return { tool, score: sought.filter((word) => said.includes(word)).length };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.tool;
}

it('says where to begin', async () => {
  expect(client.getInstructions()).toContain('Begin with search_catalog');
  const { tools } = await client.listTools();
  for (const { description = '', inputSchema } of tools) {
    expect(description.length).toBeGreaterThan(60);
    for (const property of Object.values(inputSchema.properties ?? {}))
      expect(property).toHaveProperty('description', expect.stringMatching(/\S{2,}/));
  }
});

it('answers "which product has customers\' postcodes, may I use it?" from the descriptions alone', async () => {
  const search = await choose('finds data products subject of the data why it matched');
  const { results } = await callJson(client, search.name, {
    query: "which product has customers' postcodes?",
    types: ['data_product'],
  });
  expect(results[0]).toMatchObject({ type: 'data_product', id: 'shop-data' });
  expect(results[0].why).toBe(
    "offers the data contract 'shop-database' (Shop database), which has the column 'postcode' of the table 'customers'",
  );

  const read = await choose('reads a data product its output ports');
  const product = await callJson(client, read.name, { dataProductId: results[0].id });
  const [{ name: outputPortId }] = product.outputPorts;
  const use = await choose('may i use this data terms of use');
  const asked = { dataProductId: product.id, outputPortId };
  const port = await callJson(client, use.name, asked);
  expect(port).toMatchObject({
    mayUse: false,
    termsOfUse: shopTerms,
    dataContractId: 'shop-database',
    access: { canRequestAccess: true, canGetInstantAccess: false },
  });

  const describe = await choose('reads a data contract tables every field classification');
  const contract = await callJson(client, describe.name, { dataContractId: port.dataContractId });
  const [{ fields }] = contract.tables;
  expect(fields.find(({ path }: any) => path === 'postcode')).toMatchObject({
    classification: 'personal',
  });

  const request = await choose('requests access accept terms acknowledgedterms');
  const wanted = { ...asked, purpose: 'A report of sales by region' };
  const first = await callJson(client, request.name, wanted);
  expect(first).toMatchObject({ status: 'terms_not_acknowledged', termsOfUse: shopTerms });
  const unread = await callJson(client, request.name, { ...wanted, acknowledgedTerms: 'yes' });
  expect(unread.status).toBe('terms_not_acknowledged');
  expect((await api.send('GET', '/api/access')).json).toEqual([]);
  const second = await callJson(client, request.name, {
    ...wanted,
    acknowledgedTerms: first.termsId,
  });
  expect(second.status).toBe('requested');

  const own = await choose('lists accesses of the person have requested decision dates');
  const [access] = await callJson(client, own.name, { state: 'requested' });
  expect(access.id).toBe(second.accessId);
  expect(access.info.purpose).toBe(wanted.purpose);
  const approve = `/api/access/${second.accessId}/approve`;
  expect((await api.send('POST', approve, { body: {} })).status).toBe(200);
  expect(await callJson(client, use.name, asked)).toMatchObject({ mayUse: true });
});
