import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { maxAnswerLength } from '../../../api/mcp/bounded-text.ts';
import { callJson, callText, connectAgent } from '../../support/agents/mcp-client.ts';
import { fillShopCatalog } from '../../support/agents/shop-catalog.ts';
import { contract } from '../../support/builders/contracts.ts';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let folder: string;
let client: Client;
const port = { dataProductId: 'shop-data', outputPortId: 'port-0' };
const files = { server: 'files', type: 'local', path: '{model}.csv', format: 'csv' };
const shop = { dataContractId: 'shop-database' };

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'agents-'));
  writeFileSync(
    path.join(folder, 'customers.csv'),
    'customer_id,postcode\nc1,12345\n,postcode-of-nobody\n',
  );
  api = await startApi();
  workers = startWorkers(api, { allowedDataDirs: [folder] });
  await fillShopCatalog(api, [files]);
  client = await connectAgent(api, { 'x-api-key': api.key });
});
afterAll(async () => {
  await client.close();
  await workers.stop();
  await api.stop();
  rmSync(folder, { recursive: true });
});

describe('tools that read', () => {
  it('show why a search found something, and page', async () => {
    const first = await callJson(client, 'search_catalog', { query: 'postcode', limit: 1 });
    expect(first.total).toBeGreaterThan(1);
    const next = { query: 'postcode', limit: 1, cursor: first.nextCursor };
    const second = await callJson(client, 'search_catalog', next);
    // Types without a name among the types of the tool are written like those.
    const { results: examples } = await callJson(client, 'search_catalog', {
      query: 'shop-customers',
    });
    expect(examples).toContainEqual(expect.objectContaining({ type: 'example_data' }));
    expect(second.results).toHaveLength(1);
    expect(second.results[0].id).not.toBe(first.results[0].id);
  });

  it('name the kinds of what is found as the input does, and say why in words', async () => {
    const put = async (path: string, body: object) =>
      expect((await api.send('PUT', `/api/${path}`, { body })).status).toBe(200);
    await put('tags/numbat', { id: 'numbat', info: { name: 'Numbat' } });
    await put('certifications/numbat-gold', { id: 'numbat-gold', name: 'Numbat gold', tag: 'g' });
    await put('sourcesystems/numbat-crm', {
      id: 'numbat-crm',
      name: 'Numbat CRM',
      owner: 'checkout',
    });
    const { results } = await callJson(client, 'search_catalog', { query: 'numbat' });
    const types = results.map(({ type }: any) => type).toSorted();
    expect(types).toEqual(['certification', 'source_system', 'tag']);
    for (const { why } of results) expect(why).toMatch(/^its name is 'Numbat/);
    const only = { query: 'numbat', types: ['certification'] };
    const certified = await callJson(client, 'search_catalog', only);
    expect(certified.results.map(({ id }: any) => id)).toEqual(['numbat-gold']);
  });

  it('say that nothing is further, and how much there is', async () => {
    const found = { query: 'postcode', offset: 1_000_000 };
    const text = await callText(client, 'search_catalog', found);
    expect(text).toMatch(
      /^\[There is nothing at offset=1000000: the answer has \d+ characters\.\]$/,
    );
  });

  it('read example data, lineage and permissions', async () => {
    const [example] = await callJson(client, 'get_example_data', { dataProductId: 'shop-data' });
    expect([example.rows, example.data.length]).toEqual([30, 20]);
    const lineage = await callJson(client, 'get_lineage', { dataProductId: 'shop-data' });
    expect(lineage.nodes[0]).toMatchObject({ kind: 'data-product', id: 'shop-data' });
    const explained = await callJson(client, 'explain_permission', {
      resource: 'datacontracts/shop-database',
      action: 'RESOURCES_EDIT',
    });
    expect(explained).toMatchObject({ allowed: true, scope: 'organization' });
    const status = await callJson(client, 'get_access_status', { ...port, teamId: 'marketing' });
    expect(status.canRequestAccess).toBe(true);
  });

  it('read concepts with what links to them', async () => {
    const stored = await semantics(api).put('sales', ontology('sales', [entity('Postcode')]));
    expect(stored.status).toBe(200);
    const [found] = await callJson(client, 'find_concepts', { query: 'postcode' });
    const read = { namespace: found.namespace, conceptId: found.id };
    const { concept, usages } = await callJson(client, 'get_concept', read);
    expect(concept).toMatchObject({ namespace: 'sales', name: 'Postcode' });
    expect(usages.usages).toEqual([]);
    const behind = { query: 'postcode', page: 3 };
    expect(await callJson(client, 'find_concepts', behind)).toBe(
      'There is nothing further on page 3: 1 concepts match, 25 on each page from 0.',
    );
  });

  it('write SQL by a code generation and run nothing', async () => {
    const written = await callJson(client, 'write_query', { ...port, dialect: 'snowflake' });
    expect(written).toMatchObject({ ...shop, dialect: 'snowflake', executed: false });
    const [{ sql }] = written.queries;
    expect(sql).toMatch(/SELECT[\s\S]*postcode[\s\S]*FROM/i);
    const works = await api.database.knex('work').select('kind');
    expect(works.map(({ kind }) => kind)).toEqual(['code-generation']);
  });
});

it('tests a contract, and shows rows that fail as people see them', async () => {
  const run = await callJson(client, 'run_contract_test', shop);
  expect(run).toMatchObject({ ...shop, result: 'failed', server: 'files' });
  const { testResultId } = run;
  const asPeople = (await api.send('GET', `/api/test-results/${testResultId}`)).json;
  const { shown } = await callJson(client, 'get_test_result', { testResultId });
  expect(shown.length).toBe(run.failing);
  const samples = shown.map(({ examples }: any) => examples).filter(Boolean);
  expect(samples.length).toBeGreaterThan(0);
  const all = asPeople.checks.map(({ failedSamples }: any) => failedSamples);
  for (const examples of samples) expect(all).toContainEqual(examples);
  expect(JSON.stringify(shown)).not.toContain('postcode-of-nobody');
  const [listed] = await callJson(client, 'list_test_results', shop);
  expect(listed.id).toBe(testResultId);
});

describe('long answers', () => {
  beforeAll(async () => {
    const properties = Array.from({ length: 700 }, (_, index) => ({
      name: `column_${index}`,
      logicalType: 'string',
      description: `Meaning of column ${index} 🦦`,
    }));
    const description = { purpose: 'Otters and rivers. '.repeat(20) };
    const body = contract('wide', { description, schema: [{ name: 'wide', properties }] });
    expect((await api.send('PUT', '/api/datacontracts/wide', { body })).status).toBe(200);
  });

  it('come in parts that fit together', async () => {
    let whole = '';
    for (let offset = 0, parts = 0; parts < 50; parts++) {
      const part = await callText(client, 'get_data_contract', { dataContractId: 'wide', offset });
      expect(part.length).toBeLessThan(maxAnswerLength + 200);
      const [, text = '', next] =
        /^([\s\S]*)\n\[Characters \d+ to \d+ of \d+\.(?: Call again with offset=(\d+).*)?\]$/.exec(
          part,
        ) ?? [];
      whole += text;
      if (next === undefined) break;
      offset = Number(next);
    }
    const [{ fields }] = JSON.parse(whole).tables;
    expect(fields).toHaveLength(700);
    expect(fields[699].description).toBe('Meaning of column 699 🦦');
  });

  it('of resources, too', async () => {
    const uri = 'concordat://datacontracts/wide';
    const { contents } = await client.readResource({ uri });
    const [{ text }] = contents as { text: string }[] as [{ text: string }];
    expect(text.length).toBeLessThan(maxAnswerLength + 200);
    const offset = /offset=(\d+)/.exec(text)?.[1];
    const next = await client.readResource({ uri: `${uri}?offset=${offset}` });
    expect(JSON.stringify(next)).toContain(`Characters ${offset} to`);
  });
});

it('offers contracts as resources, and prompts about them', async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name).sort()).toEqual(['shop-database', 'visits', 'wide']);
  expect(resources.find(({ name }) => name === 'wide')?.description).toMatch(/^Otters.+…$/);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toHaveLength(1);
  const { prompts } = await client.listPrompts();
  expect(prompts).toHaveLength(4);
  const given = { dataContractId: 'shop-database', question: 'Customers by postcode?' };
  const { messages } = await client.getPrompt({ name: 'query_contract', arguments: given });
  expect(messages.map(({ content }) => content.type)).toEqual(['text', 'resource']);
  expect(JSON.stringify(messages)).toContain('Postcode of the delivery address');
});

describe('mistakes', () => {
  const refused = (name: string, input: object) => expect(callText(client, name, { ...input }));

  it('in input and of unknown entries are answers that a model can mend', async () => {
    await refused('get_data_product', { dataProductId: 'none' }).rejects.toThrow(/not_found/);
    await refused('get_data_product', {}).rejects.toThrow(/dataProductId/);
    await refused('get_data_product', { id: 'x' }).rejects.toThrow(/dataProductId/);
    await refused('get_lineage', {}).rejects.toThrow(/dataProductId or assetId is missing/);
    const several = contract('several', {
      servers: ['raw', 'clean'].map((server) => ({ ...files, server })),
    });
    const stored = await api.send('PUT', '/api/datacontracts/several', { body: several });
    expect([stored.status, stored.text]).toEqual([200, '']);
    await refused('run_contract_test', { dataContractId: 'several' }).rejects.toThrow(
      /name one as 'server': 'raw', 'clean'/,
    );
    await refused('write_query', {}).rejects.toThrow(/dataContractId/);
    const search = { query: 'x', limit: 1_000 };
    await refused('search_catalog', search).rejects.toThrow(/limit/);
  });

  it('in names of tools, resources and prompts are errors of the protocol', async () => {
    await refused('drop_table', {}).rejects.toThrow(/-32602/);
    const uri = 'concordat://datacontracts/none';
    await expect(client.readResource({ uri })).rejects.toThrow(/-32002/);
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/-32002/);
    await expect(client.getPrompt({ name: 'none' })).rejects.toThrow(/-32602/);
    await expect(client.getPrompt({ name: 'find_data' })).rejects.toThrow(/purpose/);
  });
});
