import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';

const path = '/api/settings/dataproduct-types';
let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

const put = (body: unknown) => api.send('PUT', path, { body });
const ids = ({ dataProductTypes }: any) => dataProductTypes.map(({ id }: any) => id);

it('has built-in types, and takes back what GET gave', async () => {
  const { json } = await api.send('GET', path);
  expect(ids(json)).toEqual(['source-aligned', 'aggregate', 'consumer-aligned']);
  expect(json.dataProductTypes[0]).toMatchObject({
    labels: { en: 'Source-aligned' },
    behavior: 'data-product',
    outputPorts: true,
    enabled: true,
    default: true,
    builtIn: true,
  });
  expect((await put(json)).json).toEqual(json);
});

it('stores own types as YAML or JSON, with what it does not know, and restores the built-in ones', async () => {
  const body =
    'dataProductTypes:\n  - {id: raw, labels: {en: Raw, de: Roh}, default: true, icon: x, sort: 1}\n' +
    '  - {id: dashboard, outputPorts: false, behavior: data-product, enabled: false, examples: [a]}\n';
  const headers = { 'content-type': 'application/yaml' };
  const { status, json } = await api.send('PUT', path, { body, headers });
  expect([status, json]).toEqual([
    200,
    {
      dataProductTypes: [
        {
          id: 'raw',
          labels: { en: 'Raw', de: 'Roh' },
          default: true,
          icon: 'x',
          sort: 1,
          outputPorts: true,
          behavior: 'data-product',
          enabled: true,
          builtIn: false,
        },
        {
          id: 'dashboard',
          labels: { en: 'dashboard' },
          default: false,
          examples: ['a'],
          outputPorts: false,
          behavior: 'data-consumer',
          enabled: false,
          builtIn: false,
        },
      ],
    },
  ]);
  expect((await put(json)).json).toEqual(json);
  expect(ids((await put({ dataProductTypes: [] })).json)).toContain('aggregate');
  const trail = await api.database.knex('events').where({ type: 'DataProductTypesUpdated' });
  expect(trail).toHaveLength(3);
});

it.each([
  ['exactly one enabled type', [{ id: 'a' }]],
  ['exactly one enabled type', [{ id: 'a', default: true, enabled: false }]],
  ['but it has 2', ['a', 'b'].map((id) => ({ id, default: true }))],
  ['is the id of another type too', [{ id: 'a', default: true }, { id: 'A' }]],
  ['labels', [{ id: 'a', default: true, labels: { en: 1 } }]],
])('refuses types: %s', async (message, dataProductTypes) => {
  const { status, json } = await put({ dataProductTypes });
  expect([status, json.code, json.detail]).toEqual([
    422,
    'invalid_body',
    expect.stringContaining(message),
  ]);
});

it('warns about a product of a type that is none of them, and stores it', async () => {
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const warning = async (value: string) => {
    const customProperties = [{ property: 'type', value }];
    const body = product('shop', [], { customProperties });
    const { status, headers } = await api.send('PUT', '/api/dataproducts/shop', { body });
    return [status, decodeURIComponent(headers.get('x-catalog-warnings') ?? '')];
  };
  expect(await warning('aggregate')).toEqual([200, '']);
  expect(await warning('dashboard')).toEqual([
    200,
    expect.stringContaining('"dashboard" is none of source-aligned, aggregate, consumer-aligned'),
  ]);
  await put({ dataProductTypes: [{ id: 'dashboard', default: true }] });
  expect(await warning('dashboard')).toEqual([200, '']);
});

it('is changed by keys of the organization only', async () => {
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const { text: key } = await api.newKey('team', { teamId: 'checkout' });
  expect((await api.send('GET', path, { key })).status).toBe(200);
  expect((await api.send('PUT', path, { key, body: {} })).json.code).toBe('permission_denied');
});
