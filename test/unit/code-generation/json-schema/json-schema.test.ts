import '../fuzz-seed.ts';
import * as fc from 'fast-check';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { jsonSchema } from '../../../../jobs/code-generation/generators/json-schema/generator.ts';
import { createNotes } from '../../../../jobs/code-generation/shapes/notes.ts';
import { shapesOf } from '../../../../jobs/code-generation/shapes/shapes-of-contract.ts';
import { compileAll, fieldSchema, schemaOf, tableWith } from './compile.ts';
import { contractOf, describeWithShared, generateFiles, knownContracts } from '../contracts.ts';
import { hostileContracts } from '../hostile/servers.ts';
import { breachesOf, tryRowsOf } from '../rows.ts';

const notesOf = (contract: ContractModel): readonly string[] =>
  generateFiles(jsonSchema, contract).flatMap(({ metadata }) => metadata.notes);

describe('JSON Schema', () => {
  it('has one file for each table, with an absolute id', () => {
    const contract = contractOf([
      { name: 'orders', businessName: 'Orders', description: 'All of them', tags: ['sales'] },
      { name: 'Orders', properties: [] },
    ]);
    const files = generateFiles(jsonSchema, contract);
    const names = files.map(({ filename }) => filename);
    expect(names).toEqual(['orders.schema.json', 'Orders_2.schema.json']);
    expect(schemaOf(files[0])).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:datacontract:shop:orders:1.0.0:orders',
      title: 'Orders',
      description: 'All of them',
      type: 'object',
      properties: {},
      $comment: 'Tags: sales',
    });
    expect(compileAll(files)).toHaveLength(2);
  });

  it('is one valid schema where there is no table', () => {
    const files = generateFiles(jsonSchema, contractOf([]));
    expect(files.map(({ filename }) => filename)).toEqual(['orders_of_the_shop.schema.json']);
    expect(files[0]?.metadata.notes).toHaveLength(1);
    expect(compileAll(files)[0]?.({ any: 'thing' })).toBe(true);
  });

  const cases: [property: object, expected: object][] = [
    [
      { logicalType: 'string', physicalType: 'varchar(18)' },
      { type: ['string', 'null'], maxLength: 18 },
    ],
    [
      { logicalType: 'string', required: true, logicalTypeOptions: { format: 'email' } },
      { type: 'string', format: 'email' },
    ],
    [
      { physicalType: 'uuid', required: true },
      { type: 'string', format: 'uuid' },
    ],
    [
      { logicalType: 'date', required: true },
      { type: 'string', format: 'date' },
    ],
    [
      { logicalType: 'time', required: true, logicalTypeOptions: { timezone: true } },
      { type: 'string', format: 'time' },
    ],
    [
      { logicalType: 'timestamp', required: true },
      { type: 'string', format: 'date-time' },
    ],
    [
      { logicalType: 'integer', logicalTypeOptions: { format: 'u8', maximum: 9 } },
      { type: ['integer', 'null'], minimum: 0, maximum: 9 },
    ],
    [
      { logicalType: 'number', physicalType: 'decimal(6,2)', required: true },
      { type: 'number', exclusiveMinimum: -10_000, exclusiveMaximum: 10_000 },
    ],
    [
      { logicalType: 'string', enum: [{ value: 'a' }, { value: 'b' }] },
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
    [
      { logicalType: 'integer', required: true, enum: [{ value: '1' }, { value: 2 }] },
      { type: 'integer', enum: [1, 2] },
    ],
    [
      {
        logicalType: 'array',
        required: true,
        items: { logicalType: 'string', required: true },
        logicalTypeOptions: { minItems: 1, maxItems: 3, uniqueItems: true },
      },
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true },
    ],
    [
      { logicalType: 'vector', required: true, logicalTypeOptions: { dimensions: 3 } },
      { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
    ],
    [
      {
        logicalType: 'map',
        required: true,
        map: {
          key: { logicalType: 'string', logicalTypeOptions: { maxLength: 2 } },
          value: { logicalType: 'number' },
        },
      },
      {
        type: 'object',
        propertyNames: { type: 'string', maxLength: 2 },
        additionalProperties: { type: ['number', 'null'] },
      },
    ],
    [
      {
        logicalType: 'string',
        primaryKey: true,
        unique: true,
        classification: 'restricted',
        tags: ['pii'],
        examples: ['a'],
      },
      {
        type: 'string',
        examples: ['a'],
        $comment: 'Constraints: primary key, unique; Classification: restricted; Tags: pii',
      },
    ],
    [
      {
        logicalType: 'string',
        required: true,
        logicalTypeOptions: { pattern: String.raw`^\d+\-\d+$` },
      },
      { type: 'string', pattern: String.raw`^\d+-\d+$` },
    ],
  ];

  it.each(cases)('writes %j', (property, expected) => {
    expect(fieldSchema(property)).toEqual(expected);
  });

  it('tells what it has no keyword for', () => {
    const contract = contractOf([
      {
        name: 'orders',
        quality: [{ type: 'library', metric: 'rowCount', mustBeGreaterThan: 0 }],
        properties: [
          {
            name: 'day',
            logicalType: 'date',
            logicalTypeOptions: { minimum: '2021-01-01', format: 'dd.MM.yyyy' },
          },
          { name: 'code', logicalType: 'string', logicalTypeOptions: { pattern: '(' } },
          { name: 'price', logicalType: 'number', physicalType: 'decimal(6,2)' },
        ],
      },
    ]);
    expect([...notesOf(contract)].sort()).toEqual([
      'orders.price: JSON Schema has no keyword for 6 digits with 2 of them behind the point.',
      'orders: JSON Schema has no keyword for minimum of day; format of day; pattern of code; $comment tells of it.',
    ]);
    expect(compileAll(generateFiles(jsonSchema, contract))).toHaveLength(1);
  });

  it('allows no other members where the contract does not', () => {
    const closed = { customProperties: [{ property: 'additionalColumns', value: 'false' }] };
    const contract = tableWith({ logicalType: 'string' }, closed);
    const [validate] = compileAll(generateFiles(jsonSchema, contract));
    const rows = [{ field: 'x' }, { field: 'x', more: 1 }];
    expect(rows.map((row) => validate?.(row))).toEqual([true, false]);
  });

  it('compiles whatever names and texts the contract has', () => {
    fc.assert(
      fc.property(hostileContracts, (contract) => {
        const files = generateFiles(jsonSchema, contract);
        compileAll(files);
        const names = files.map(({ filename }) => filename.toLowerCase());
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(/^[a-z0-9_][\w.-]{0,140}\.schema\.json$/);
      }),
    );
  });
});

describeWithShared('JSON Schemas of public contracts', () => {
  it('compile in strict validators', () => {
    let count = 0;
    for (const { contract } of knownContracts())
      count += compileAll(generateFiles(jsonSchema, contract)).length;
    expect(count).toBeGreaterThan(300);
  });

  it('accept rows that keep to the contract and reject those that break it', () => {
    const tally = { tables: 0, withoutRows: 0, accepted: 0, rejected: 0 };
    const wrong: unknown[] = [];
    for (const { name, contract } of knownContracts()) {
      const [server] = contract.servers;
      const validators = compileAll(generateFiles(jsonSchema, contract));
      const entities = shapesOf(contract, { server, of: 'rows', notes: createNotes() });
      for (const [position, { fields }] of entities.entries()) {
        const validate = validators[position];
        const rows = tryRowsOf(fields, server);
        tally.tables += 1;
        if (rows === undefined || validate === undefined) {
          tally.withoutRows += 1;
          continue;
        }
        for (const row of fc.sample(rows, { numRuns: 5, seed: 42 })) {
          if (validate(row)) tally.accepted += 1;
          else wrong.push({ name, row, errors: validate.errors });
          for (const breach of breachesOf(row, fields, server)) {
            if (validate(breach.row)) wrong.push({ name, breach });
            else tally.rejected += 1;
          }
        }
      }
    }
    console.log(`JSON Schema: ${JSON.stringify(tally)}`);
    expect(wrong).toEqual([]);
    expect(tally.accepted).toBeGreaterThan(1000);
    expect(tally.rejected).toBeGreaterThan(5000);
    expect(tally.withoutRows / tally.tables).toBeLessThan(0.1);
  });
});
