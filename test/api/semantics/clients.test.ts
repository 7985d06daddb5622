import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import {
  namespacesPath,
  ontology,
  order,
  orderId,
  semantics,
} from '../../support/builders/ontologies.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

/** The session of the command line client: its content type is sent with everything. */
const cli = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  api.send(method, path, {
    ...(body !== undefined && { body }),
    headers: { 'content-type': 'application/json', ...headers },
  });
const yaml = { 'content-type': 'application/yaml' };

describe('the command line client', () => {
  const at = `${namespacesPath}/sales`;
  const branch = `${at}/branches/add-credit-limit`;

  it('creates a namespace, puts its ontology, and works on a branch', async () => {
    const namespace = JSON.stringify({ namespace: 'sales', name: 'Sales', team: 'checkout' });
    expect((await cli('PUT', at, namespace)).status).toBe(200);
    expect((await cli('PUT', `${at}/ontology.yaml`, ontology('sales'), yaml)).status).toBe(200);
    const cut = await cli('PUT', branch);
    expect([cut.status, cut.json.branch_namespace]).toEqual([200, 'branch-sales-add-credit-limit']);
    expect((await cli('GET', `${at}/branches`)).json.map((each: any) => each.name)).toEqual([
      'add-credit-limit',
    ]);
    const text = `${ontology('sales')}  - concept: Credit Limit
    id: credit_limit
    type: ValueType
    extends: [Decimal]
`;
    expect((await cli('PUT', `${branch}/ontology.yaml`, text, yaml)).status).toBe(200);
    const got = await cli('GET', `${branch}/ontology.yaml`, undefined, {
      accept: 'application/yaml',
    });
    expect(got.text).toBe(text);
    const changes = (await cli('GET', `${branch}/changes`)).json;
    expect(changes).toMatchObject([
      {
        external_id: 'credit_limit',
        element_type: 'ValueType',
        name: 'Credit Limit',
        op: 'add',
        impact: 'additive',
        warnings: [],
        properties: [],
        relationships: [],
      },
    ]);
    expect((await cli('POST', `${branch}/rebase`)).json.behind_target).toBe(false);
    const merged = await cli('POST', `${branch}/merge`);
    expect([merged.status, merged.text]).toEqual([204, '']);
    expect((await cli('GET', `${at}/ontology.yaml`)).text).toBe(text);
    const again = await cli('POST', `${branch}/merge`);
    expect([again.status, typeof again.json.message]).toEqual([409, 'string']);
    expect((await cli('DELETE', branch)).status).toBe(204);
  });

  it('exports all namespaces with their ontologies, and applies them again without a change', async () => {
    const listed = (await cli('GET', namespacesPath)).json;
    for (const { namespace } of listed) {
      const path = `${namespacesPath}/${namespace}`;
      const metadata = await cli('GET', path);
      const document = await cli('GET', `${path}/ontology.yaml`, undefined, {
        accept: 'application/yaml',
      });
      expect((await cli('PUT', path, metadata.text)).status).toBe(200);
      const put = await cli('PUT', `${path}/ontology.yaml`, document.text, yaml);
      expect([put.status, put.headers.get('etag')]).toEqual([200, document.headers.get('etag')]);
      expect((await cli('GET', path)).text).toBe(metadata.text);
    }
  });
});

describe('datacontract lint and test', () => {
  const type = 'application/vnd.entropydata.odcs+json';
  const resolve = (path: string, headers: Record<string, string> = { accept: type }) =>
    api.send('GET', path, { headers });

  beforeAll(async () => {
    const described = order.replace('id: order\n', 'id: order\n    iri: ex:Order\n');
    const prefixes = 'prefixes: {ex: "http://example.com/ns#"}\nontology:';
    const text = ontology('main', [described, orderId]).replace('ontology:', prefixes);
    await semantics(api).put('main', text);
  });

  it('asks for an IRI and gets the concept as a property of a contract', async () => {
    const iri = encodeURIComponent('http://example.com/ns#Order');
    const { status, headers, json } = await resolve(`/api/semantics?iri=${iri}`);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(json).toMatchObject({
      name: 'order',
      businessName: 'Order',
      logicalType: 'object',
      description: 'A confirmed purchase',
      url: `${api.address}/semantics/main/order`,
    });
    expect((await resolve('/api/semantics?iri=urn%3Anothing')).json.code).toBe('not_found');
    expect((await resolve('/api/semantics')).status).toBe(400);
    const noKey = await api.send('GET', `/api/semantics?iri=${iri}`, { key: null });
    expect([noKey.status, noKey.json.code]).toEqual([403, 'api_key_missing']);
  });

  it.each([type, 'application/json'])(
    'asks with %s for the page that the link names',
    async (accept) => {
      for (const path of ['/test/semantics/main/order_id', '/semantics/main/Order%20ID']) {
        const { status, headers, json } = await resolve(path, { accept });
        expect([path, status, headers.get('content-type')]).toEqual([
          path,
          200,
          accept === type ? type : 'application/json; charset=utf-8',
        ]);
        expect(json).toMatchObject({ name: 'order_id', logicalType: 'string' });
      }
      const property = await resolve('/test/semantics/main/order.order_id', { accept });
      expect(property.json).toMatchObject({ name: 'identified by', logicalType: 'string' });
      const other = await resolve('/other/semantics/main/order', { accept });
      expect([other.status, other.json.detail]).toEqual([
        404,
        expect.stringMatching(/^'other' is not the vanity name .* is 'test': begin .* \/test\/,/),
      ]);
      expect((await resolve('/test/semantics/main/nothing', { accept })).status).toBe(404);
    },
  );

  it('shows people a page, which tells nobody what exists', async () => {
    const page = async (id: string) =>
      (await api.send('GET', `/test/semantics/main/${id}`, { key: null })).text.replaceAll(id, 'X');
    expect(await page('order')).toBe(await page('nothing'));
    expect(await page('order')).toContain('<!doctype html>');
  });

  it('asks for a definition in the same way', async () => {
    const body = {
      owner: 'checkout',
      name: 'order_id',
      title: 'Order ID',
      type: 'text',
      description: 'Names an order',
      pattern: '^O',
      example: 'O1',
    };
    expect((await api.send('PUT', '/api/definitions/sales/order_id', { body })).status).toBe(200);
    const { status, json } = await resolve('/test/definitions/sales/order_id');
    expect(status).toBe(200);
    expect(json).toEqual({
      name: 'order_id',
      businessName: 'Order ID',
      logicalType: 'string',
      description: 'Names an order',
      logicalTypeOptions: { pattern: '^O' },
      examples: ['O1'],
      url: `${api.address}/definitions/sales%2Forder_id`,
    });
  });
});
