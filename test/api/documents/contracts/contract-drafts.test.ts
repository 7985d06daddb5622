import { parse } from 'yaml';
import { team } from '../../../support/builders/contracts.ts';
import { dbtCatalog, dbtManifest } from '../../../support/builders/dbt-project.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  const documents = { 'teams/checkout': team('checkout'), 'assets/w:shop.orders': orders };
  for (const [path, body] of Object.entries({ ...documents, 'assets/w:shop.x': bare })) {
    const { status } = await api.send('PUT', `/api/${path}`, { body });
    expect([path, status]).toEqual([path, 200]);
  }
});
afterAll(() => api.stop());

const orders = {
  id: 'w:shop.orders',
  info: { name: 'orders', source: 'postgres', type: 'postgres_table', description: ' All orders ' },
  tags: ['finance'],
  columns: [
    { name: 'line', type: 'integer', primaryKey: true, required: true },
    { name: 'order_id', type: 'uuid', primaryKey: true, required: true },
    { name: 'email', type: 'character varying(254)', unique: true, description: 'Of the buyer' },
    { name: 'placed', type: 'timestamp with time zone' },
    { name: 'area', type: 'polygon' },
    {
      name: 'payload',
      type: 'json',
      properties: [{ name: 'lines', type: 'json', items: { name: 'line', type: 'text' } }],
    },
  ],
};
const bare = { id: 'w:shop.x', info: { name: 'x', source: 'kafka', type: 'kafka_topic' } };

const draft = (body: Record<string, unknown>) =>
  api.send('POST', '/api/contract-drafts', {
    body: { id: 'drafted', ownerId: 'checkout', ...body },
  });
const contractOf = async (body: Record<string, unknown>) => {
  const { status, json } = await draft(body);
  expect([status, json.detail]).toEqual([200, undefined]);
  return { contract: parse(json.yaml), notes: json.notes as string[] };
};
/** The draft is accepted as it is. */
const expectStorable = async (contract: { id: string }) => {
  const answer = await api.send('PUT', `/api/datacontracts/${contract.id}`, { body: contract });
  expect([answer.status, answer.text]).toEqual([200, '']);
};

describe('POST /api/contract-drafts', () => {
  it('drafts a contract of assets: types, keys and nested members', async () => {
    const { contract, notes } = await contractOf({
      assetIds: ['w:shop.orders', 'w:shop.x'],
      id: 'web-orders',
      name: 'Web Orders & more',
    });
    expect(contract).toEqual({
      apiVersion: 'v3.1.0',
      kind: 'DataContract',
      id: 'web-orders',
      name: 'Web Orders & more',
      version: '0.1.0',
      status: 'draft',
      team: { name: 'checkout' },
      schema: [
        {
          name: 'orders',
          physicalName: 'orders',
          physicalType: 'table',
          description: 'All orders',
          tags: ['finance'],
          properties: [
            {
              name: 'line',
              logicalType: 'integer',
              physicalType: 'integer',
              required: true,
              primaryKey: true,
              primaryKeyPosition: 1,
            },
            {
              name: 'order_id',
              logicalType: 'string',
              physicalType: 'uuid',
              required: true,
              primaryKey: true,
              primaryKeyPosition: 2,
            },
            {
              name: 'email',
              description: 'Of the buyer',
              logicalType: 'string',
              physicalType: 'character varying(254)',
              unique: true,
            },
            {
              name: 'placed',
              logicalType: 'timestamp',
              physicalType: 'timestamp with time zone',
            },
            { name: 'area', physicalType: 'polygon' },
            {
              name: 'payload',
              logicalType: 'object',
              physicalType: 'json',
              properties: [
                {
                  name: 'lines',
                  logicalType: 'array',
                  physicalType: 'json',
                  items: { name: 'line', logicalType: 'string', physicalType: 'text' },
                },
              ],
            },
          ],
        },
        { name: 'x', physicalName: 'x', physicalType: 'topic', properties: [] },
      ],
    });
    expect(notes).toEqual([
      expect.stringContaining('has no server yet'),
      'No columns are known of x: write them down.',
      'These columns have no logical type of ODCS 3.1, only their physical one: orders.area (polygon).',
    ]);
    await expectStorable(contract);
  });

  it('drafts a contract of models of a dbt project, with what tests and constraints promise', async () => {
    const manifest = dbtManifest();
    manifest.nodes['test.shop.relationships_customer_id.a1b2'].test_metadata.kwargs = {
      column_name: 'customer_id',
      to: "ref('countries')",
      field: 'id',
    };
    const nodes = ['model.shop.orders', 'seed.shop.countries'];
    const dbt = { manifest, catalog: dbtCatalog(), nodes };
    const { contract } = await contractOf({ dbt, id: 'orders-of-dbt' });
    expect(contract.id).toBe('orders-of-dbt');
    const [first, second] = contract.schema;
    expect(second).toMatchObject({ name: 'countries', physicalType: 'table' });
    expect(first).toMatchObject({ description: 'All orders.', tags: ['core', 'finance'] });
    const properties = Object.fromEntries(
      first.properties.map((each: { name: string }) => [each.name, each]),
    );
    expect(properties).toMatchObject({
      ID: { logicalType: 'integer', physicalType: 'NUMBER(38,0)', primaryKey: true },
      STATUS: {
        required: true,
        quality: [
          {
            type: 'library',
            metric: 'invalidValues',
            mustBe: 0,
            arguments: { validValues: ['new', 'paid'] },
          },
        ],
      },
      CUSTOMER_ID: { relationships: [{ type: 'foreignKey', to: 'countries.id' }] },
    });
    expect(properties['CUSTOMER_ID']).not.toHaveProperty('required');
    await expectStorable(contract);
  });

  it.each([
    ['nothing to describe', {}, 422, "Send either 'assetIds' or 'dbt'"],
    ['an unknown asset', { assetIds: ['w:none'] }, 404, "There is no asset with the id 'w:none'"],
    ['an empty list', { assetIds: [] }, 422, 'assetIds'],
    ['a bad id', { assetIds: ['w:shop.x'], id: 'a/b' }, 422, 'The id contains'],
    [
      'a manifest without version',
      { dbt: { manifest: {}, nodes: ['a'] } },
      422,
      'no version of manifest.json',
    ],
    [
      'an old manifest',
      {
        dbt: {
          manifest: { metadata: { dbt_schema_version: 'https://x/manifest/v7.json' } },
          nodes: ['a'],
        },
      },
      422,
      'The manifest is of version 7; 9 and newer can be read',
    ],
    [
      'an unknown node',
      { dbt: { manifest: dbtManifest(), nodes: ['test.x'] } },
      422,
      "seed or source 'test.x'",
    ],
  ])('says what is wrong with %s', async (_, body, status, detail) => {
    const answer = await draft(body);
    expect([answer.status, answer.json.detail]).toEqual([status, expect.stringContaining(detail)]);
  });

  it('reads hostile artifacts as what they are not', async () => {
    const manifest = dbtManifest();
    Object.assign(manifest.nodes['model.shop.orders'], {
      columns: { __proto__: 1, a: null, b: { name: 5 }, constructor: { data_type: {} } },
      constraints: [{ type: 'primary_key', columns: [null, 'b'] }],
      tags: 'x',
      description: 7,
    });
    const { contract } = await contractOf({ dbt: { manifest, nodes: ['model.shop.orders'] } });
    expect(contract.schema[0].properties.map((each: { name: string }) => each.name)).toEqual(
      expect.arrayContaining(['b', 'constructor']),
    );
    await expectStorable(contract);
  });
});
