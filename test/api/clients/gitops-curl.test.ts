import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product } from '../../support/builders/contracts.ts';
import { createClient, ownHeaders } from '../../support/http/http-client.ts';
import type { Client } from '../../support/http/http-client.ts';

/** `curl --request PUT --header "x-api-key: …" --data @file`, as scripts of pipelines send it. */
let curl: Client;
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  curl = createClient(api, {
    'user-agent': 'curl/8.5.0',
    accept: '*/*',
    'content-type': 'application/json',
    'x-api-key': api.key,
  });
});
afterAll(() => api.stop());

const id = 'urn:dataproduct:checkout:orders';

/** The repository of examples in the order of its pipeline: the product before its contract exists. */
const files: [path: string, body: object][] = [
  ['teams/checkout', { id: 'checkout', name: 'Checkout', type: 'Domain Team', members: [] }],
  [
    'sourcesystems/checkout-service',
    { id: 'checkout-service', name: 'Checkout service', owner: 'checkout' },
  ],
  [
    'definitions/checkout/sku',
    {
      id: 'checkout/sku',
      owner: 'checkout',
      domain: 'checkout',
      name: 'sku',
      title: 'Stock Keeping Unit',
      type: 'string',
      example: 'A-1',
      pii: false,
    },
  ],
  [`dataproducts/${id}`, product(id, [id])],
  [`datacontracts/${id}`, contract(id)],
];

it.each(files)(
  'puts %s with its id as it is in the address, created and replaced',
  async (path, body) => {
    for (const _ of ['create', 'replace']) {
      const answer = await curl('PUT', `/api/${path}`, JSON.stringify(body, undefined, 2));
      expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([
        200,
        '',
        '0',
      ]);
      const expected = ['etag', 'location-html'];
      // That a contract is not there yet is a warning and no error.
      const isWarned = path.startsWith('dataproducts');
      expect(ownHeaders(answer).filter((name) => name !== 'x-catalog-warnings')).toEqual(expected);
      expect('x-catalog-warnings' in answer.headers).toBe(isWarned);
    }
    const read = await curl('GET', `/api/${path}`);
    expect(read.text).toBe(JSON.stringify(body, undefined, 2));
    expect(read.headers['content-type']).toMatch(/^application\/json/);
  },
);

it('is no longer warned once the contract is there', async () => {
  const answer = await curl('PUT', `/api/dataproducts/${id}`, product(id, [id]));
  expect([answer.status, answer.headers['x-catalog-warnings']]).toEqual([200, undefined]);
});

it('never gets another status for what it accepts', async () => {
  for (const accept of ['*/*', 'text/html', 'application/problem+json', 'image/png', 'nonsense']) {
    const answer = await curl('GET', '/api/teams/checkout', undefined, { accept });
    expect([accept, answer.status]).toEqual([accept, 200]);
  }
});

it('is understood however the id is written in the address', async () => {
  const encoded = encodeURIComponent(id);
  for (const path of [id, encoded, encoded.replaceAll('%3A', '%3a')])
    expect((await curl('GET', `/api/dataproducts/${path}`)).json.id).toBe(id);
  for (const path of ['checkout/sku', 'checkout%2Fsku', 'checkout%2fsku'])
    expect((await curl('GET', `/api/definitions/${path}`)).json.id).toBe('checkout/sku');
});
