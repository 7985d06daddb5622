import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';

let api: TestApi;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi();
  call = semantics(api);
});
afterAll(() => api.stop());

const concepts = '/api/semantics/concepts';

const related = (name: string, to: string): string =>
  `${entity(name)}    relationships:
      - name: has
        multiplicity: OneToMany
        roles: [{concept: ${to}}]
`;

it('concepts are found by words, in one namespace or in all, page by page', async () => {
  await call.put('shop', ontology('shop', [entity('Order'), entity('Parcel', 'Box for an order')]));
  await call.put('barn', ontology('barn', [entity('Order line'), entity('Barn')]));
  const idsOf = async (query: string): Promise<string[]> => {
    const { json } = await api.send('GET', `${concepts}?${query}`);
    return json.map(({ namespace, id }: { namespace: string; id: string }) => `${namespace}/${id}`);
  };
  expect(await idsOf('query=order')).toEqual(['barn/Order line', 'shop/Order', 'shop/Parcel']);
  expect(await idsOf('query=order&namespace=shop')).toEqual(['shop/Order', 'shop/Parcel']);
  expect(await idsOf('size=1&after=barn/Barn')).toEqual(['barn/Order line']);
  expect(await idsOf('type=ValueType')).toEqual([]);
  expect((await api.send('GET', `${concepts}?namespace=none`)).status).toBe(404);
  const { json } = await api.send('GET', `${concepts}/shop/Parcel`);
  expect(json).toMatchObject({
    name: 'Parcel',
    revision: 1,
    fields: { description: 'Box for an order' },
    principal: expect.stringMatching(/^api-key:/),
  });
});

it('neighbours are those that a concept leads to and those that lead to it, and more on demand', async () => {
  const child = `  - concept: Web order
    type: EntityType
    extends: [Order]
`;
  const entries = [
    related('Customer', 'Order'),
    related('Order', 'Line'),
    related('Line', 'Plant'),
    entity('Plant'),
    child,
  ];
  await call.put('around', ontology('around', entries));
  const read = async (id: string, query: string) =>
    (await api.send('GET', `${concepts}/around/${id}/neighbours?${query}`)).json;
  const one = await read('Order', 'depth=1');
  const names = ({ nodes }: { nodes: { name: string }[] }) => nodes.map(({ name }) => name);
  expect(names(one)).toEqual(['Order', 'Line', 'Customer', 'Web order']);
  expect(one.truncated).toBe(false);
  expect(
    one.edges.map(({ from, to, kind }: { from: string; to: string; kind: string }) => [
      from,
      kind,
      to,
    ]),
  ).toEqual([
    ['around/Order', 'relationship', 'around/Line'],
    ['around/Customer', 'relationship', 'around/Order'],
    ['around/Web order', 'extends', 'around/Order'],
  ]);
  expect(names(await read('Order', 'depth=2'))).toContain('Plant');
  const few = await read('Order', 'depth=3&limit=2');
  expect([few.nodes.length, few.truncated]).toEqual([3, true]);
});

it('usages are read page by page, with the products that offer a contract', async () => {
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await call.put('used', ontology('used', [entity('Order')]));
  const link = { type: 'semantics', url: 'https://x.example/semantics/used/Order' };
  for (const id of ['one', 'two', 'three']) {
    const body = contract(id, { authoritativeDefinitions: [link] });
    const put = await api.send('PUT', `/api/datacontracts/${id}`, { body });
    expect(put.status).toBe(200);
  }
  expect(
    (await api.send('PUT', '/api/dataproducts/holder', { body: product('holder', ['one']) }))
      .status,
  ).toBe(200);
  const at = `${call.at('used')}/concepts/Order/usages`;
  const first = await api.send('GET', `${at}?size=2`);
  expect(first.json.truncated).toBe(true);
  expect(first.json.usages.map(({ id }: { id: string }) => id)).toEqual(['one', 'three']);
  expect(first.json.usages[0].products).toEqual([
    { id: 'holder', name: 'Product holder', ownerId: 'checkout' },
  ]);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await api.send('GET', new URL(next).pathname + new URL(next).search);
  expect(second.json).toMatchObject({ truncated: false, usages: [{ id: 'two', products: [] }] });
  expect((await api.send('GET', `${at}?after=nothing`)).status).toBe(400);
});

it('usages of a concept that thousands of others hold are found', async () => {
  const others = Array.from({ length: 4_000 }, (_, at) => related(`Holder ${at}`, 'Held'));
  await call.put('wide', ontology('wide', [entity('Held'), ...others]));
  const link = { type: 'semantics', url: 'https://x.example/semantics/wide/Held' };
  const body = contract('wide-one', { authoritativeDefinitions: [link] });
  expect((await api.send('PUT', '/api/datacontracts/wide-one', { body })).status).toBe(200);
  const { status, json } = await api.send('GET', `${call.at('wide')}/concepts/Held/usages`);
  expect([status, json.usages?.map(({ id }: { id: string }) => id)]).toEqual([200, ['wide-one']]);
});
