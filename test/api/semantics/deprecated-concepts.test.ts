import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { ontology, order, orderId, semantics } from '../../support/builders/ontologies.ts';

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

it.each([
  ['concepts', 'order', '/semantics/tagged-concepts/order'],
  ['relationships', 'order.identified%20by', '/semantics/tagged-relationships'],
])(
  '%s have an ETag that changes with them only, a page, and conditional writes',
  async (of, id, page) => {
    const name = `tagged-${of}`;
    await call.put(name, ontology(name, [order, orderId]));
    const at = call.at(name, `/${of}/${id}`);
    const get = (headers = {}) => api.send('GET', at, { headers });
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\w+"$/);
    const unchanged = await get({ 'if-none-match': etag });
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([
      304,
      '',
      etag,
    ]);

    await put(name, '/concepts/other', { name: 'Other', kind: 'entity' });
    expect((await get()).headers.get('etag')).toBe(etag);
    const change = (description: string, headers: object) =>
      api.send('PUT', at, { body: { ...first.json, description }, headers: { ...headers } });
    const changed = await change('New', { 'if-match': etag });
    expect([changed.status, changed.text]).toEqual([200, '']);
    expect(changed.headers.get('location-html')).toBe(`${api.address}${page}`);
    const next = changed.headers.get('etag') ?? '';
    expect(next).not.toBe(etag);
    expect((await get()).headers.get('etag')).toBe(next);

    const stale = await change('Newer', { 'if-match': etag });
    expect([stale.status, stale.json]).toEqual([
      412,
      expect.objectContaining({ code: 'precondition_failed', currentETag: next }),
    ]);
    expect((await change('Newer', { 'if-none-match': '*' })).status).toBe(412);
    expect((await get()).json.description).toBe('New');
    const same = await change('New', { 'if-match': next });
    expect([same.status, same.headers.get('etag')]).toEqual([200, next]);
    const remove = (tag: string) => api.send('DELETE', at, { headers: { 'if-match': tag } });
    expect((await remove(etag)).status).toBe(412);
  },
);

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

it('GET by IRI answers type, name, values and pattern as the PUT of a concept gave them', async () => {
  await call.put('odcs', ontology('odcs'));
  const iri = 'https://example.com/ns/credit-limit';
  const concept = {
    name: 'Credit Limit',
    kind: 'shared_property',
    iri,
    data_type: 'number',
    business_name: 'The limit of credit',
    classification: 'internal',
    required: true,
    enum: ['low', 'high'],
    pattern: '^[a-z]+$',
  };
  expect((await put('odcs', '/concepts/credit_limit', concept)).status).toBe(200);
  const { json } = await api.send('GET', `/api/semantics?iri=${encodeURIComponent(iri)}`);
  expect(json).toMatchObject({
    name: 'credit_limit',
    businessName: 'The limit of credit',
    logicalType: 'number',
    classification: 'internal',
    required: true,
    enum: [{ value: 'low' }, { value: 'high' }],
    logicalTypeOptions: { pattern: '^[a-z]+$' },
  });
});

it('GET by IRI answers the given type of a concept without a kind, too', async () => {
  await call.put('typed', ontology('typed'));
  const iri = 'https://example.com/ns/typed';
  await put('typed', '/concepts/typed', { name: 'Typed', iri, data_type: 'date' });
  const { json } = await api.send('GET', `/api/semantics?iri=${encodeURIComponent(iri)}`);
  expect([json.logicalType, json.businessName]).toEqual(['date', 'Typed']);
});

it.each([
  ['alone', {}],
  ['beside members that are stored as custom properties', { data_type: 'string' }],
  ['beside a kind that is stored as a custom property', { kind: 'metric' }],
])('an empty custom_properties is kept %s, and none is invented', async (_, members) => {
  await call.put('empty', ontology('empty'));
  const concept = { name: 'Thing', kind: 'shared_property', ...members };
  const stated = { ...concept, custom_properties: {} };
  await put('empty', '/concepts/thing', stated);
  expect(await read('empty', '/concepts/thing')).toEqual({ id: 'thing', ...stated });
  // What is not named stays.
  await put('empty', '/concepts/thing', concept);
  expect(await read('empty', '/concepts/thing')).toEqual({ id: 'thing', ...stated });
  await put('empty', '/concepts/plain', { ...concept, name: 'Plain' });
  expect(await read('empty', '/concepts/plain')).toEqual({
    id: 'plain',
    ...concept,
    name: 'Plain',
  });
});

it.each([
  [{ data_type: 'string' }, { data_type: 'mine' }, 'data_type'],
  [{}, { kind: 'zz' }, 'kind'],
  [{}, { required: 'maybe' }, 'required'],
  [{}, { tags: 'x' }, 'tags'],
])('custom properties in the place of a member are refused: %j, %j', async (own, custom, field) => {
  await call.put('places', ontology('places'));
  const body = { name: 'Thing', ...own, custom_properties: custom };
  const { status, json } = await put('places', '/concepts/thing', body);
  expect([status, json.violations.map((each: { field: string }) => each.field)]).toEqual([
    422,
    [`custom_properties.${field}`],
  ]);
});

it('custom properties that fit a member are answered as that member', async () => {
  await call.put('fitting', ontology('fitting'));
  const custom = { unit: 'EUR', owner_note: 'keep' };
  await put('fitting', '/concepts/thing', { name: 'Thing', custom_properties: custom });
  expect(await read('fitting', '/concepts/thing')).toMatchObject({
    unit: 'EUR',
    custom_properties: { owner_note: 'keep' },
  });
});
