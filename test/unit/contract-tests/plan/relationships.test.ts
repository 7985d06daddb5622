import type { PlannedCheck } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { planChecks } from '../../../../jobs/contract-tests/plan/plan-checks.ts';
import { modelOf, postgresServer } from '../build-contract.ts';

const customers = {
  id: 'customers_id',
  name: 'customers',
  physicalName: 'crm_customers',
  properties: [
    { id: 'cid', name: 'id', physicalName: 'customer_no', logicalType: 'integer' },
    { name: 'country' },
    { name: 'address', properties: [{ id: 'zip_id', name: 'zip' }] },
  ],
};

function foreignKeys(...schema: unknown[]): PlannedCheck[] {
  return planChecks(modelOf(...schema), postgresServer).filter(({ type }) =>
    type.endsWith('foreign_key'),
  );
}

const ofField = (to: unknown, more: object = {}): PlannedCheck | undefined =>
  foreignKeys(
    { name: 'orders', properties: [{ name: 'customer', relationships: [{ to, ...more }] }] },
    customers,
  )[0];

const ofTable = (from: unknown, to: unknown): PlannedCheck | undefined =>
  foreignKeys(
    { name: 'orders', properties: [{ name: 'a' }, { name: 'b' }], relationships: [{ from, to }] },
    customers,
  )[0];

const customerNumber = { name: 'customer_no', logicalType: 'integer' };

describe('relationships of a property', () => {
  it.each([
    'customers.id',
    'crm_customers.customer_no',
    'schema/customers_id/properties/cid',
    '/schema/customers_id/properties/cid',
    '#/schema/customers_id/properties/cid',
    'schema/customers/properties/id',
  ])('find their target: %s', (to) => {
    expect(ofField(to)).toMatchObject({
      key: 'orders__customer__field_foreign_key',
      type: 'field_foreign_key',
      name: `Check that field customer has only values of ${to}`,
      category: 'schema',
      dimension: 'consistency',
      expectation: {
        kind: 'foreign-key',
        columns: [{ name: 'customer' }],
        target: { tableIndex: 1, columns: [customerNumber] },
      },
    });
  });

  it.each([
    ['receivers.id', 'not-evaluated', "'receivers.id' is not part of this contract"],
    [
      'other.yaml#/schema/customers_id/properties/cid',
      'not-evaluated',
      'not part of this contract',
    ],
    ['https://x.test/c.yaml#/schema/a/properties/b', 'not-evaluated', 'not part of this contract'],
    ['customers.nothing', 'impossible', "no column 'nothing' in 'customers'"],
    ['schema/nowhere/properties/x', 'impossible', "no schema object 'nowhere'"],
    ['schema/customers_id/properties/x', 'impossible', "no column 'x' in 'customers'"],
    ['schema/customers_id', 'impossible', 'does not lead to a property'],
    ['customers', 'impossible', "names the table 'customers' but no column"],
    ['customers.address.zip', 'not-evaluated', 'inside of a column'],
    [
      'schema/customers_id/properties/address/properties/zip_id',
      'not-evaluated',
      'inside of a column',
    ],
    [`customers.${'x'.repeat(1_000)}`, 'impossible', 'too long'],
  ])('say what is wrong with their target: %s', (to, kind, reason) => {
    expect(ofField(to)?.expectation).toEqual({ kind, reason: expect.stringContaining(reason) });
  });

  it('may have several targets, and none without one', () => {
    const relationships = [{ to: ['customers.id', 'customers.country'] }, { to: '' }, {}];
    const checks = foreignKeys(
      { name: 'o', properties: [{ name: 'a', relationships }] },
      customers,
    );
    expect(checks.map(({ key }) => key)).toEqual([
      'o__a__field_foreign_key',
      'o__a__field_foreign_key_2',
    ]);
  });

  it('of other types and of what is nested are not evaluated', () => {
    expect(ofField('customers.id', { type: 'seeAlso' })?.expectation).toEqual({
      kind: 'not-evaluated',
      reason: "Relationships of type 'seeAlso' are not evaluated",
    });
    const nested = {
      name: 'o',
      properties: [{ name: 'x', relationships: [{ to: 'customers.id' }] }],
    };
    const [check] = foreignKeys({ name: 'orders', properties: [nested] }, customers);
    expect(check).toMatchObject({ field: 'o.x', expectation: { kind: 'not-evaluated' } });
  });
});

describe('relationships of a table', () => {
  it('compare combinations', () => {
    const check = ofTable(['orders.a', 'b'], ['customers.id', 'customers.country']);
    expect(check).toMatchObject({
      key: 'orders__model_foreign_key',
      field: undefined,
      name: 'Check that (orders.a, b) of model orders has only values of (customers.id, customers.country)',
      expectation: {
        kind: 'foreign-key',
        columns: [{ name: 'a' }, { name: 'b' }],
        target: { tableIndex: 1, columns: [customerNumber, { name: 'country' }] },
      },
    });
    expect(ofTable('a', 'customers.id')?.expectation.kind).toBe('foreign-key');
  });

  it.each([
    [['a', 'b'], 'customers.id', 'impossible', '2 columns but 1 targets'],
    [[], 'customers.id', 'impossible', 'does not say where it begins'],
    ['customers.country', 'customers.id', 'impossible', 'is in another table'],
    [
      'nowhere.a',
      'customers.id',
      'impossible',
      'begins with nowhere.a, which the contract does not have',
    ],
    ['orders.nothing', 'customers.id', 'impossible', "no column 'nothing' in 'orders'"],
    [['a', 'b'], ['customers.id', 'orders.a'], 'impossible', 'columns of several tables'],
    ['a', 'elsewhere.id', 'not-evaluated', "'elsewhere.id' is not part"],
  ])('say what is wrong: %j to %j', (from, to, kind, reason) => {
    expect(ofTable(from, to)?.expectation).toEqual({
      kind,
      reason: expect.stringContaining(reason),
    });
  });
});
