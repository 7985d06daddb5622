import { settings } from '../../../config.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';

let now = new Date('2026-12-31T23:59:59Z');
let api: TestApi;
beforeAll(async () => {
  const until: string = settings.deprecatedFormatsUntil.schema.default;
  api = await startApi({ deprecatedFormatsUntil: until }, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

const dps = (id: string, title = 'Stock') => ({
  dataProductSpecification: '0.0.1',
  id,
  info: { title, owner: 'checkout' },
});
const put = (id: string, body: object) => api.send('PUT', `/api/dataproducts/${id}`, { body });

it('DPS ends with 2026: a PUT is refused and names ODPS, stored products stay readable', async () => {
  expect((await put('stock', dps('stock'))).status).toBe(200);
  now = new Date('2027-01-01T00:00:00Z');
  for (const [id, body] of [
    ['stock', dps('stock', 'New stock')],
    ['late', dps('late')],
  ] as const) {
    const refused = await put(id, body);
    expect([refused.status, refused.json.code]).toEqual([422, 'invalid_document']);
    expect(refused.json.detail).toContain('ODPS (apiVersion and kind: DataProduct)');
  }
  expect((await api.send('GET', '/api/dataproducts/stock')).json).toEqual(dps('stock'));
  const odps = (await api.send('GET', '/api/dataproducts/stock?format=odps')).json;
  expect(odps.kind).toBe('DataProduct');
  expect((await put('stock', odps)).status).toBe(200);
  expect((await put('fresh', product('fresh'))).status).toBe(200);
});
