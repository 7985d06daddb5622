import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';

const contract = (members: object): ContractModel =>
  normaliseContract({ dataContractSpecification: '1.2.1', ...members });

const fieldsOf = (
  fields: object,
  more: object = {},
): ContractModel['tables'][number]['properties'] =>
  contract({ models: { m: { fields } }, ...more }).tables[0]?.properties ?? [];

describe('nested fields of DCS', () => {
  it('are properties and items', () => {
    expect(
      fieldsOf({
        address: {
          type: 'struct',
          fields: { city: { type: 'text', required: true, tags: ['x'] } },
        },
        lines: {
          type: 'array',
          items: { type: 'record', fields: { qty: { type: 'int', minimum: 1 } } },
        },
        customer: { references: 'customers.id' },
      }),
    ).toMatchObject([
      { logicalType: 'object', properties: [{ name: 'city', required: true, tags: ['x'] }] },
      {
        logicalType: 'array',
        items: {
          name: 'items',
          properties: [{ name: 'qty', logicalType: 'integer', options: { minimum: 1 } }],
        },
      },
      { relationships: [{ type: 'foreignKey', from: [], to: ['customers.id'] }] },
    ]);
  });

  it('come out of definitions, one deep', () => {
    const definitions = {
      address: { type: 'object', fields: { city: { $ref: '#/definitions/city', required: true } } },
      city: { type: 'string', fields: { never: {} } },
    };
    const [field] = fieldsOf({ a: { $ref: '#/definitions/address' } }, { definitions });
    expect(field).toMatchObject({
      logicalType: 'object',
      properties: [{ name: 'city', required: true, properties: [] }],
    });
  });

  it('cannot be copied without end', () => {
    const big = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, {}]));
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`m${index}`, { $ref: '#/definitions/big' }]),
    );
    const fields = fieldsOf(many, { definitions: { big: { fields: big } } });
    const copied = fields.reduce((sum, { properties }) => sum + properties.length, 0);
    expect(copied).toBeLessThanOrEqual(21_000);
    expect(fields[0]?.properties).toHaveLength(1_000);
  });
});

describe('definitions that are named very often', () => {
  const reference = { $ref: '#/definitions/d' };
  const many = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [`m${index}`, reference]),
  );

  it('do not multiply their rules and values', () => {
    const d = { quality: Array.from({ length: 2_000 }, () => ({})), enum: ['x'] };
    const fields = fieldsOf(many, { definitions: { d } });
    const rules = fields.reduce((sum, { quality }) => sum + quality.length, 0);
    expect(rules).toBeLessThanOrEqual(22_000);
    expect(fields[0]).toMatchObject({ enumValues: ['x'] });
    expect(fields).toHaveLength(2_000);
  });

  it('do not grow by themselves, whichever part names them again', () => {
    const again = { $ref: '#/definitions/d', fields: {} };
    const d = {
      items: { fields: { a: again, b: again, c: { $ref: '#/definitions/d', items: {} } } },
    };
    const [field] = fieldsOf({ x: again }, { definitions: { d } });
    expect(field?.items?.properties.map(({ items }) => items?.properties)).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
});

describe('other parts of DCS', () => {
  it('refuses further columns where a model does', () => {
    const model = contract({
      models: { a: { additionalFields: false }, b: { additionalFields: true } },
    });
    expect(model.tables.map(({ customProperties }) => customProperties)).toEqual([
      { additionalColumns: false },
      {},
    ]);
  });

  it('has service levels in the words of ODCS', () => {
    const servicelevels = {
      availability: { percentage: '99.9%' },
      retention: { period: 'P1Y', timestampField: 'm.at' },
      freshness: { threshold: '25h', timestampField: 'm.at' },
      latency: { threshold: '1h', sourceTimestampField: 'm.at', processedTimestampField: 'm.done' },
      frequency: { interval: 'daily' },
    };
    expect(contract({ servicelevels }).slaProperties).toEqual([
      { id: undefined, property: 'freshness', value: '25h', unit: undefined, elements: ['m.at'] },
      { id: undefined, property: 'latency', value: '1h', unit: undefined, elements: [] },
      { id: undefined, property: 'retention', value: 'P1Y', unit: undefined, elements: ['m.at'] },
      { id: undefined, property: 'frequency', value: 'daily', unit: undefined, elements: [] },
    ]);
    expect(
      contract({ servicelevels: { retention: { unlimited: true }, freshness: 5 } }).slaProperties,
    ).toEqual([]);
  });
});
