import type { TestApi } from '../http/api.ts';
import { contract, product, team } from '../builders/contracts.ts';

/** Terms of use of the contract `shop-database`. */
export const shopTerms = {
  limitations: 'Personal data: no advertising, and no combination with data of other shops.',
  usage: 'For deliveries and for reports without names.',
};

const table = (name: string, properties: object[]) => ({ name, physicalName: name, properties });
const text = (name: string, more: object = {}) => ({ name, logicalType: 'string', ...more });

/** A contract with postcodes, whose data may be tested on this server. */
export const shopContract = (servers: object[] = []) =>
  contract('shop-database', {
    name: 'Shop database',
    description: { purpose: 'Who buys in the shop', ...shopTerms },
    schema: [
      table('customers', [
        text('customer_id', { primaryKey: true, primaryKeyPosition: 1, required: true }),
        text('postcode', {
          description: 'Postcode of the delivery address',
          classification: 'personal',
        }),
      ]),
    ],
    servers,
  });

/**
 * The teams `checkout` (provides; ann@example.com) and `marketing` (tom@example.com), the contract `shop-database` with postcodes,
 * the product `shop-data` that offers it with example data, and products beside it.
 */
export async function fillShopCatalog(api: TestApi, servers: object[] = []): Promise<void> {
  const put = async (path: string, body: object): Promise<void> => {
    const answer = await api.send('PUT', `/api/${path}`, { body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  };
  const members = (emailAddress: string) => ({ members: [{ emailAddress, role: 'Owner' }] });
  await put('teams/checkout', team('checkout', members('ann@example.com')));
  await put('teams/marketing', team('marketing', members('tom@example.com')));
  await put('datacontracts/shop-database', shopContract(servers));
  await put(
    'datacontracts/visits',
    contract('visits', { name: 'Visits', schema: [table('pages', [text('address')])] }),
  );
  await put(
    'dataproducts/shop-data',
    product('shop-data', ['shop-database'], {
      name: 'Shop data',
      description: { purpose: 'What is sold, and to whom' },
    }),
  );
  await put('dataproducts/site', product('site', ['visits'], { name: 'Visits of the site' }));
  await put('example-data/shop-customers', {
    id: 'shop-customers',
    dataProductId: 'shop-data',
    outputPortId: 'port-0',
    data: Array.from({ length: 30 }, (_, row) => ({ customer_id: `c${row}`, postcode: '12345' })),
  });
}
