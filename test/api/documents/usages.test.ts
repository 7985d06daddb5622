import { contract, product, team } from '../../support/builders/contracts.ts';
import { linkedSchema, putDefinition } from '../../support/builders/linked-definitions.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await put('teams/checkout', team('checkout', { name: 'Checkout' }));
});
afterAll(() => api?.stop());

const put = (path: string, body: object) => api.send('PUT', `/api/${path}`, { body });
const idsOf = async (path: string, key = api.key) => {
  const { json } = await api.send('GET', `/api/${path}/usages`, { key });
  return Array.isArray(json) ? json.map(({ id }: { id: string }) => id) : json.code;
};

it('name the contracts whose fields link a definition', async () => {
  await putDefinition(api, 'sales%2Fstatus', { id: 'sales/status' });
  await putDefinition(api, 'unused', {});
  const url = 'https://catalog.example.com/definitions/sales%2Fstatus';
  await put('datacontracts/orders', contract('orders', { name: 'B', schema: linkedSchema(url) }));
  await put('datacontracts/returns', contract('returns', { name: 'A', schema: linkedSchema(url) }));
  await put('datacontracts/other', contract('other'));
  expect(await idsOf('definitions/sales%2Fstatus')).toEqual(['returns', 'orders']);
  expect(await idsOf('definitions/unused')).toEqual([]);
  expect(await idsOf('definitions/none')).toBe('not_found');
});

it('name the products that read a source system', async () => {
  await put('sourcesystems/erp', { id: 'erp', name: 'ERP', owner: 'checkout' });
  const inputPorts = [{ name: 'in', version: '1', contractId: 'x', sourceSystemId: 'erp' }];
  await put('dataproducts/shop', product('shop', [], { inputPorts }));
  const { json } = await api.send('GET', '/api/sourcesystems/erp/usages');
  expect(json).toEqual([
    {
      kind: 'data-product',
      id: 'shop',
      name: expect.any(String),
      ownerId: 'checkout',
      ownerName: 'Checkout',
    },
  ]);
});

it('stay within the organization', async () => {
  const organizationId = await api.newOrganization('other');
  const { text: theirs } = await api.newKey('organization', { organizationId });
  expect(await idsOf('definitions/sales%2Fstatus', theirs)).toBe('not_found');
});
