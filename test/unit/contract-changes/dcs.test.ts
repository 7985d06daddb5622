import { compareContracts } from '../../../domain/contract-changes/compare-contracts.ts';
import { contract as odcs } from '../../support/builders/contracts.ts';

const dcs = (fields: object, change: object = {}) => ({
  dataContractSpecification: '1.2.1',
  id: 'orders',
  info: { title: 'Orders', version: '1.0.0', status: 'active', owner: 'checkout' },
  servers: { files: { type: 'local', path: 'orders.csv', format: 'csv' } },
  models: { orders: { type: 'table', fields } },
  ...change,
});
const found = (from: object, to: object, change: object = {}) =>
  compareContracts(dcs(from), dcs(to, change)).changes.map(({ rule, path }) => `${rule} ${path}`);
const at = 'schema[orders].properties[a]';

it.each([
  [{ a: { type: 'int' } }, { a: { type: 'text' } }, 'logical-type-changed', 'major'],
  [{ a: { type: 'int' } }, { a: { type: 'long' } }, 'option-changed', 'major'],
  [{ a: { type: 'int' }, b: {} }, { a: { type: 'int' } }, 'property-removed', 'major'],
  [{ a: {} }, { a: { required: true } }, 'required-added', 'major'],
  [{ a: { enum: ['x', 'y'] } }, { a: { enum: ['x'] } }, 'enum-narrowed', 'major'],
  [{ a: { maxLength: 5 } }, { a: { maxLength: 9 } }, 'length-loosened', 'minor'],
  [{ a: {} }, { a: {}, b: {} }, 'property-added', 'minor'],
  [{ a: {} }, { a: { description: 'x' } }, 'annotation-changed', 'patch'],
  [{ a: { fields: { b: { type: 'int' } } } }, { a: { fields: {} } }, 'property-removed', 'major'],
  [
    { a: { type: 'array', items: { type: 'int' } } },
    { a: { type: 'array', items: { type: 'date' } } },
    'logical-type-changed',
    'major',
  ],
  [{ a: { primaryKey: true } }, { a: {} }, 'primary-key-changed', 'major'],
])('%j → %j is %s', (from, to, rule, impact) => {
  const verdict = compareContracts(dcs(from), dcs(to));
  expect([verdict.changes[0]?.rule, verdict.impact]).toEqual([rule, impact]);
});

it('finds another name of the same type, and what a definition says, to be no change', () => {
  expect(found({ a: { type: 'varchar' } }, { a: { type: 'text' } })).toEqual([]);
  const definitions = { id: { type: 'int', required: true } };
  const [plain, named] = [{ a: definitions.id }, { a: { $ref: '#/definitions/id' } }];
  expect(
    compareContracts(dcs(plain, { definitions }), dcs(named, { definitions })).changes,
  ).toEqual([]);
  const other = { id: { type: 'int', required: false } };
  const verdict = compareContracts(dcs(named, { definitions }), dcs(named, { definitions: other }));
  expect(verdict.impact).toBe('major');
});

it('judges servers, models, status and version', () => {
  const info = { title: 'Orders', version: '2.0.0', status: 'retired', owner: 'checkout' };
  const verdict = compareContracts(dcs({}), dcs({}, { info, servers: {}, models: {} }));
  expect([verdict.fromVersion, verdict.toVersion]).toEqual(['1.0.0', '2.0.0']);
  expect(verdict.changes.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['object-removed', 'server-removed', 'status-withdrawn']),
  );
});

it('judges the move to ODCS by what is promised, not by how it is written', () => {
  const properties = [
    { name: 'order_id', logicalType: 'integer', physicalType: 'bigint', primaryKey: true },
    { name: 'status', logicalType: 'string', required: true, enum: [{ value: 'placed' }] },
  ];
  const fields = {
    order_id: { type: 'long', primaryKey: true },
    status: { type: 'text', required: true, enum: ['placed'] },
  };
  const schema = [{ name: 'orders', physicalType: 'table', properties }];
  const servers = [{ server: 'files', type: 'local', path: 'orders.csv', format: 'csv' }];
  const moved = odcs('orders', { name: 'Orders', schema, servers, version: '1.1.0' });
  const verdict = compareContracts(dcs(fields), moved);
  expect([verdict.impact, verdict.fromVersion, verdict.toVersion]).toEqual([
    'minor',
    '1.0.0',
    '1.1.0',
  ]);
  const [id] = properties;
  const broken = { ...moved, schema: [{ ...schema[0], properties: [id] }] };
  expect(compareContracts(dcs(fields), broken).impact).toBe('major');
});

it.each([null, 7, [], 'x', { a: null }, { a: { fields: null } }])('never throws: %j', (models) => {
  expect(() => compareContracts(dcs({}), dcs({}, { models, servers: models }))).not.toThrow();
});

it('ends where a definition names itself', () => {
  const d = { fields: { a: { $ref: '#/definitions/d' } }, items: { $ref: '#/definitions/d' } };
  const fields = { x: { $ref: '#/definitions/d' } };
  expect(() => compareContracts(dcs(fields), dcs(fields, { definitions: { d } }))).not.toThrow();
});

it('names the place', () => {
  expect(found({ a: { type: 'int' } }, { a: { type: 'date' } })).toContain(
    `logical-type-changed ${at}.logicalType`,
  );
});
