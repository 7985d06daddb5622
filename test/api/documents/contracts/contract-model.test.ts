import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const id of ['checkout', 'commerce'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
});
afterAll(() => api.stop());

const putContract = async (id: string, change: Record<string, unknown>) => {
  const { text, status } = await api.send('PUT', `/api/datacontracts/${id}`, {
    body: contract(id, change),
  });
  expect([text, status]).toEqual(['', 200]);
};
const modelOf = async (id: string, query = '') => {
  const { status, json } = await api.send('GET', `/api/datacontracts/${id}/model${query}`);
  expect(status).toBe(200);
  return json;
};

const schema = [
  {
    name: 'customers',
    physicalName: 'customers_v2',
    description: 'People who buy',
    properties: [
      { name: 'id', logicalType: 'integer', primaryKey: true, required: true },
      {
        name: 'email',
        physicalName: 'e_mail',
        logicalType: 'string',
        physicalType: 'varchar(254)',
        classification: 'personal',
        required: true,
        logicalTypeOptions: { pattern: '^[^@]+@', maxLength: 254 },
        quality: [{ metric: 'duplicateValues', mustBe: 0, name: 'one account' }],
      },
      {
        name: 'address',
        logicalType: 'object',
        properties: [{ name: 'city', logicalType: 'string', classification: 'personal' }],
      },
      {
        name: 'tags',
        logicalType: 'array',
        items: { logicalType: 'string' },
      },
    ],
  },
  {
    name: 'orders',
    properties: [
      { name: 'line', logicalType: 'integer', primaryKey: true, primaryKeyPosition: 2 },
      { name: 'order', logicalType: 'integer', primaryKey: true, primaryKeyPosition: 1 },
      { name: 'customer', logicalType: 'integer', relationships: [{ to: 'customers.id' }] },
      { name: 'country', logicalType: 'string', relationships: [{ to: 'world.countries' }] },
    ],
    quality: [{ metric: 'rowCount', mustBeGreaterThan: 10 }],
  },
];

describe('the model of a contract', () => {
  beforeAll(() =>
    putContract('shop', {
      schema,
      servers: [
        { server: 'a', type: 'local', path: 'x', format: 'csv' },
        { server: 'b', type: 'local', path: 'x', format: 'csv' },
      ],
    }),
  );

  it('has tables, fields at all depths, promises, keys and relationships', async () => {
    const model = await modelOf('shop');
    expect(model).toMatchObject({
      standard: 'ODCS',
      id: 'shop',
      revision: 1,
      name: 'Contract shop',
      version: '1.0.0',
      status: 'active',
      classifications: ['personal'],
      testResult: null,
      otherChecks: [],
      relationships: [
        {
          from: { table: 'orders', fields: ['customer'] },
          to: { table: 'customers', fields: ['id'] },
        },
      ],
    });
    expect(model.outsideRelationships[0]).toMatchObject({
      table: 'orders',
      to: ['world.countries'],
    });
    const [customers, orders] = model.tables;
    expect(customers).toMatchObject({ physicalName: 'customers_v2', primaryKey: ['id'] });
    expect(orders.primaryKey).toEqual(['order', 'line']);
    expect(orders.promises).toMatchObject([
      { type: 'quality', rule: { metric: 'rowCount', threshold: { operator: '>', value: 10 } } },
    ]);
    const places = customers.fields.map((field: Record<string, unknown>) => [
      field['path'],
      field['physicalPath'],
      field['depth'],
    ]);
    expect(places).toEqual([
      ['id', 'id', 0],
      ['email', 'e_mail', 0],
      ['address', 'address', 0],
      ['address.city', 'address.city', 1],
      ['tags', 'tags', 0],
      ['tags[]', 'tags[]', 1],
    ]);
    const email = customers.fields[1];
    expect(email).toMatchObject({
      physicalType: 'varchar(254)',
      classification: 'personal',
      required: true,
    });
    expect(
      email.promises.map(({ type, value }: { type: string; value: unknown }) => [type, value]),
    ).toEqual([
      ['required', null],
      ['maxLength', 254],
      ['pattern', '^[^@]+@'],
      ['quality', null],
    ]);
  });

  it('shows the newest checks beside the fields and tables that they are about', async () => {
    const publish = (id: string, hour: number, server: string, checks: object[]) => {
      const at = `2026-11-01T0${hour}:00:00Z`;
      const body = {
        id,
        dataContractId: 'shop',
        dataContractVersion: '1.0.0',
        server,
        timestampStart: at,
        timestampEnd: at,
        result: 'failed',
        checks,
      };
      return api.send('POST', '/api/test-results', { body });
    };
    const check = (model: string | null, field: string | null, more: object = {}) => ({
      type: 'x',
      name: `${model}.${field}`,
      result: 'passed',
      model,
      field,
      ...more,
    });
    const failing = {
      result: 'failed',
      reason: '9 of 100',
      failedNumber: 9,
      totalNumber: 100,
      failedSamples: [{ e_mail: null }],
    };
    await publish('early', 1, 'b', [check('orders', 'customer')]);
    const { status } = await publish('late', 2, 'a', [
      check('customers_v2', 'E_MAIL', failing),
      check('customers', 'address.city'),
      check('orders', null),
      check('orders', 'gone'),
      check('nowhere', 'x'),
      check(null, null),
    ]);
    expect(status).toBe(200);
    const model = await modelOf('shop');
    const [customers, orders] = model.tables;
    expect(model.testResult).toMatchObject({
      id: 'late',
      server: 'a',
      checkCount: 6,
      failedChecks: 1,
    });
    expect(customers.fields[1].checks).toMatchObject([
      { result: 'failed', reason: '9 of 100', failedNumber: 9, totalNumber: 100, hasSamples: true },
    ]);
    expect(customers.fields[3].checks).toMatchObject([
      { name: 'customers.address.city', hasSamples: false },
    ]);
    expect(orders.checks).toHaveLength(1);
    expect(model.otherChecks.map(({ name }: { name: string }) => name)).toEqual([
      'orders.gone',
      'nowhere.x',
      'null.null',
    ]);
    const ofOther = await modelOf('shop', '?server=b');
    expect(ofOther.testResult.id).toBe('early');
    expect(ofOther.tables[1].fields[2].checks).toHaveLength(1);
    expect((await modelOf('shop', '?server=c')).testResult).toBeNull();
  });

  it('has the same form for a contract of DCS', async () => {
    const dcs = {
      dataContractSpecification: '1.2.1',
      id: 'dcs',
      info: { title: 'Spec', version: '3.0.0', owner: 'checkout', status: 'active' },
      models: {
        orders: {
          type: 'table',
          fields: {
            id: { type: 'integer', primaryKey: true, required: true },
            city: { type: 'string', classification: 'personal' },
          },
        },
      },
    };
    expect((await api.send('PUT', '/api/datacontracts/dcs', { body: dcs })).status).toBe(200);
    const model = await modelOf('dcs');
    expect(model).toMatchObject({
      standard: 'DCS',
      name: 'Spec',
      version: '3.0.0',
      classifications: ['personal'],
    });
    const [id, city] = model.tables[0].fields;
    expect(id).toMatchObject({
      path: 'id',
      logicalType: 'integer',
      primaryKey: true,
      required: true,
    });
    expect(city).toMatchObject({ path: 'city', logicalType: 'string', classification: 'personal' });
  });

  it('applies definitions that are stored here', async () => {
    const definition = {
      id: 'sales/order-number',
      owner: 'checkout',
      name: 'order_number',
      title: 'Order number',
      type: 'string',
      pattern: '^O-[0-9]{8}$',
      classification: 'internal',
    };
    expect(
      (await api.send('PUT', '/api/definitions/sales%2Forder-number', { body: definition })).status,
    ).toBe(200);
    const link = { type: 'definition', url: `${api.address}/definitions/sales%2Forder-number` };
    await putContract('linked', {
      schema: [{ name: 't', properties: [{ name: 'n', authoritativeDefinitions: [link] }] }],
    });
    const [field] = (await modelOf('linked')).tables[0].fields;
    expect(field).toMatchObject({
      logicalType: 'string',
      classification: 'internal',
      promises: [{ type: 'pattern', value: '^O-[0-9]{8}$' }],
    });
  });

  it('holds 1,000 fields', async () => {
    const properties = Array.from({ length: 1_000 }, (_, n) => ({
      name: `f${n}`,
      logicalType: 'string',
    }));
    await putContract('wide', { schema: [{ name: 't', properties }] });
    expect((await modelOf('wide')).tables[0].fields).toHaveLength(1_000);
  });

  it('is refused for what does not exist, also for other organizations', async () => {
    const organizationId = await api.newOrganization('other');
    const { text: key } = await api.newKey('organization', { organizationId });
    for (const end of ['model', 'usages']) {
      expect((await api.send('GET', `/api/datacontracts/none/${end}`)).status).toBe(404);
      expect((await api.send('GET', `/api/datacontracts/shop/${end}`, { key })).status).toBe(404);
    }
  });
});

describe('the usages of a contract', () => {
  it('are ports and accesses, with names', async () => {
    await putContract('used', {});
    await api.send('PUT', '/api/dataproducts/giver', { body: product('giver', ['used']) });
    await api.send('PUT', '/api/dataproducts/taker', {
      body: product('taker', [], {
        team: { name: 'commerce' },
        inputPorts: [{ name: 'in', version: '1.0.0', contractId: 'used' }],
      }),
    });
    const access = (id: string, change: object = {}) =>
      api.send('PUT', `/api/access/${id}`, {
        body: {
          info: { purpose: 'x', ...change },
          provider: { dataProductId: 'giver', outputPortId: 'port-0' },
          consumer: { teamId: 'commerce' },
        },
      });
    await access('now');
    await access('later', { startDate: '2099-01-01', endDate: '2099-12-31' });
    await access('ended');
    for (const id of ['now', 'later', 'ended']) await api.send('POST', `/api/access/${id}/approve`);
    await api.send('POST', '/api/access/ended/cancel');
    const { json } = await api.send('GET', '/api/datacontracts/used/usages');
    expect(json.owner).toEqual({ id: 'checkout', name: 'Team checkout' });
    expect(json.productCount).toBe(2);
    expect(json.ports).toEqual([
      {
        role: 'output-port',
        dataProductId: 'giver',
        dataProductName: 'Product giver',
        status: 'active',
        ownerId: 'checkout',
        ownerName: 'Team checkout',
        portId: 'port-0',
        portName: 'port-0',
        portType: 'postgres',
      },
      expect.objectContaining({
        role: 'input-port',
        dataProductId: 'taker',
        ownerName: 'Team commerce',
        portName: 'in',
        portType: null,
      }),
    ]);
    expect(json.accessCount).toBe(2);
    expect(
      json.accesses.map(({ id, lifecycle }: { id: string; lifecycle: string }) => [id, lifecycle]),
    ).toEqual([
      ['now', 'active'],
      ['later', 'upcoming'],
    ]);
    expect(json.accesses[1]).toMatchObject({
      dataProductName: 'Product giver',
      outputPortId: 'port-0',
      consumerTeam: { id: 'commerce', name: 'Team commerce' },
      consumerDataProduct: { id: null, name: null },
      startDate: '2099-01-01',
      endDate: '2099-12-31',
    });
  });

  it('are empty for a contract that is not used', async () => {
    await putContract('unused', {});
    const owner = { id: 'checkout', name: 'Team checkout' };
    const nothing = { owner, productCount: 0, ports: [], accessCount: 0, accesses: [] };
    expect((await api.send('GET', '/api/datacontracts/unused/usages')).json).toEqual(nothing);
  });
});
