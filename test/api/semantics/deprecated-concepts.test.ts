import { startApi } from '../../support/api.ts';
import type { TestApi } from '../../support/api.ts';
import { ontology, order, orderId, semantics } from '../../support/ontologies.ts';

let api: TestApi;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi();
  call = semantics(api);
});
afterAll(() => api.stop());

const put = (namespace: string, rest: string, body: object) =>
  api.send('PUT', call.at(namespace, rest), { body });
const read = async (namespace: string, rest: string) =>
  (await api.send('GET', call.at(namespace, rest))).json;
const textOf = async (namespace: string) => (await call.get(namespace)).text;

it('PUT of a concept writes it into the document, and leaves the bytes of the others', async () => {
  await call.put('one', ontology('one'));
  const answer = await put('one', '/concepts/sales/customer', {
    name: 'Customer',
    kind: 'entity',
    description: 'Who buys',
    tags: ['core'],
    custom_properties: { source: 'crm' },
  });
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
  const text = await textOf('one');
  expect(text.startsWith(ontology('one'))).toBe(true);
  expect(text.slice(ontology('one').length)).toContain('concept: Customer');
  const got = await read('one', '/concepts/sales/customer');
  expect(got).toEqual({
    id: 'sales/customer',
    name: 'Customer',
    kind: 'entity',
    description: 'Who buys',
    tags: ['core'],
    custom_properties: { source: 'crm' },
    properties: [],
  });
  // What was read changes nothing when it is written back.
  expect((await put('one', '/concepts/sales/customer', got)).status).toBe(200);
  expect(await textOf('one')).toBe(text);
  expect((await put('one', '/concepts/order', { id: 'other', name: 'X' })).json.code).toBe(
    'id_mismatch',
  );
});

it('a change of one field replaces only that; what the form cannot say stays', async () => {
  await call.put('two', ontology('two'));
  const got = await read('two', '/concepts/order');
  await put('two', '/concepts/order', { ...got, description: 'Something bought' });
  const changed = order.replace('A confirmed purchase', 'Something bought');
  expect(await textOf('two')).toBe(ontology('two', [changed, orderId]));
  await put('two', '/concepts/order_id', {
    ...(await read('two', '/concepts/order_id')),
    name: 'Order Number',
  });
  const renamed = [
    changed.replace('Order ID', 'Order Number'),
    orderId.replace('Order ID', 'Order Number'),
  ];
  expect(await textOf('two')).toBe(ontology('two', renamed));
});

it('properties: null keeps, [] removes, {ref} names a shared one, others are written out', async () => {
  await call.put('three', ontology('three'));
  const base = { name: 'Order', kind: 'entity' };
  const propertiesOf = async () => (await read('three', '/concepts/order')).properties;
  await put('three', '/concepts/order', { ...base, properties: null });
  expect(await propertiesOf()).toEqual([{ ref: 'order_id' }]);
  await put('three', '/concepts/order', {
    ...base,
    properties: [{ ref: 'order_id' }, { name: 'Amount', data_type: 'decimal' }],
  });
  expect(await propertiesOf()).toEqual([{ ref: 'order_id' }, { ref: 'order.Amount' }]);
  expect(await read('three', '/concepts/order.Amount')).toMatchObject({
    name: 'Amount',
    kind: 'property',
    data_type: 'decimal',
  });
  await put('three', '/concepts/order', { ...base, properties: [] });
  expect(await propertiesOf()).toEqual([]);
});

it('a concept that others name cannot be deleted; a relationship can', async () => {
  await call.put('four', ontology('four'));
  const remove = (rest: string) => api.send('DELETE', call.at('four', rest));
  const refused = await remove('/concepts/order_id');
  expect([refused.status, refused.json.code]).toEqual([422, 'invalid_document']);
  // In words: nobody has the text that it would be.
  expect(refused.json.violations).toEqual([
    {
      field:
        'roles[0].concept of the relationship "identified by" of the concept "Order" (id "order")',
      message: expect.stringContaining('names the concept "Order ID"'),
    },
  ]);
  expect((await remove('/relationships/order.identified%20by')).status).toBe(200);
  expect((await remove('/concepts/order_id')).status).toBe(200);
  const text = (await call.get('four')).text;
  // Scripts repeat what they are not sure of: gone is gone.
  for (const rest of ['/concepts/order_id', '/relationships/order.identified%20by'])
    expect((await remove(rest)).status).toBe(200);
  expect((await call.get('four')).text).toBe(text);
});

it('PUT of a relationship stands at the concept of its first role, in the words of the document', async () => {
  await call.put('five', ontology('five'));
  await put('five', '/concepts/customer', { name: 'Customer' });
  const relationship = {
    name: 'placed by',
    type: 'relatedTo',
    roles: [{ concept: 'order' }, { concept: 'customer', role_name: 'buyer' }],
    multiplicity: 'ManyToOne',
  };
  expect((await put('five', '/relationships/placed', relationship)).status).toBe(200);
  expect(await read('five', '/relationships/placed')).toEqual({ id: 'placed', ...relationship });
  expect(await textOf('five')).toContain('concept: Customer');
  const three = { ...relationship, roles: [...relationship.roles, { concept: 'order' }] };
  expect((await put('five', '/relationships/placed', three)).status).toBe(422);
  const dangling = { ...relationship, roles: [{ concept: 'order' }, { concept: 'nobody' }] };
  const refused = await put('five', '/relationships/placed', dangling);
  expect([refused.status, refused.json.code]).toEqual([422, 'invalid_document']);
  expect((await put('five', '/concepts/x', { kind: 'table', name: 'X' })).status).toBe(422);
  expect((await put('none', '/concepts/x', { name: 'X' })).status).toBe(404);
});
