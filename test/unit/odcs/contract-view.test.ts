import { describeContract } from '../../../domain/contract-view/contract-view.ts';

const describe22 = (document: object) => describeContract(JSON.stringify(document), {});

it('describes a contract of ODCS 2.2 like one of ODCS 3', () => {
  const old = describe22({
    apiVersion: 'v2.2.2',
    kind: 'DataContract',
    uuid: 'orders',
    datasetName: 'Orders',
    version: '1.0.0',
    dataset: [
      {
        table: 'orders',
        columns: [
          { column: 'id', logicalType: 'int', isPrimaryKey: true, isNullable: false },
          { column: 'city', logicalType: 'text', classification: 'personal' },
        ],
      },
    ],
  });
  const current = describe22({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'orders',
    name: 'Orders',
    version: '1.0.0',
    schema: [
      {
        name: 'orders',
        properties: [
          { name: 'id', logicalType: 'integer', primaryKey: true, required: true },
          { name: 'city', logicalType: 'string', classification: 'personal' },
        ],
      },
    ],
  });
  expect(old).toEqual(current);
  expect(old).toMatchObject({ standard: 'ODCS', id: 'orders', classifications: ['personal'] });
});

it.each([
  [{}],
  [{ schema: 7 }],
  [{ schema: [{ name: 't', properties: [null, {}, { name: 'x' }] }] }],
])('describes even %j', (document) => {
  const view = describe22(document);
  expect(view.tables.flatMap(({ fields }) => fields).every(({ path }) => path === 'x')).toBe(true);
});

it('shows measures apart from columns, and values of maps', () => {
  const view = describe22({
    apiVersion: 'v3.2.0',
    schema: [
      {
        name: 't',
        properties: [
          { name: 'total', semanticType: 'measure', transformLogic: 'sum(x)' },
          {
            name: 'labels',
            logicalType: 'map',
            map: { key: { logicalType: 'string' }, value: { logicalType: 'integer' } },
          },
        ],
      },
    ],
  });
  const fields = view.tables[0]?.fields.map(({ path, computed, expression }) => [
    path,
    computed,
    expression,
  ]);
  expect(fields).toEqual([
    ['labels', false, null],
    ['labels{}', false, null],
    ['total', true, 'sum(x)'],
  ]);
});
