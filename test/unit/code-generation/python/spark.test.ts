import '../fuzz-seed.ts';
import * as fc from 'fast-check';
import path from 'node:path';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { spark } from '../../../../jobs/code-generation/generators/spark/generator.ts';
import { expectGolden } from '../../../support/golden.ts';
import { contractOf, describeWithShared, generateFiles, knownContracts } from '../contracts.ts';
import { hostileContracts } from '../hostile/servers.ts';
import { anyPython, describeWith, runPython } from './python.ts';

const sourceOf = (contract: ContractModel): string =>
  generateFiles(spark, contract)[0]?.content ?? '';

const table = (property: object): ContractModel =>
  contractOf([{ name: 'orders', properties: [{ name: 'field', ...property }] }]);

/** A list of lists of … of texts. */
function nested(depth: number): object {
  const inner: object = depth === 0 ? { logicalType: 'string' } : nested(depth - 1);
  if (depth === 0) return inner;
  return depth % 2 === 0
    ? { logicalType: 'array', items: inner }
    : { logicalType: 'object', properties: [{ name: 'x', ...inner }] };
}

describe('Spark', () => {
  it('has one module with a type for each table', () => {
    const contract = contractOf([
      {
        name: 'orders',
        description: 'Orders of the shop',
        properties: [
          {
            name: 'id',
            logicalType: 'string',
            primaryKey: true,
            physicalType: 'varchar(12)',
            description: 'Key',
          },
          {
            name: 'address',
            logicalType: 'object',
            properties: [
              { name: 'city', logicalType: 'string', classification: 'restricted', tags: ['pii'] },
            ],
          },
          {
            name: 'labels',
            logicalType: 'map',
            map: {
              key: { logicalType: 'string' },
              value: { logicalType: 'integer', required: true },
            },
          },
        ],
      },
      { name: 'class' },
    ]);
    const [file] = generateFiles(spark, contract);
    expect(file?.filename).toBe('orders_of_the_shop_schemas.py');
    expectGolden(path.join(__dirname, 'golden/spark.py'), file?.content);
  });

  it.each([
    [{ logicalType: 'number', physicalType: 'decimal(6,2)' }, 'DecimalType(6, 2)'],
    [{ logicalType: 'number' }, 'DoubleType()'],
    [{ logicalType: 'integer', physicalType: 'smallint' }, 'ShortType()'],
    [{ logicalType: 'integer' }, 'LongType()'],
    [{ logicalType: 'integer', logicalTypeOptions: { format: 'u64' } }, 'DecimalType(20, 0)'],
    [{ logicalType: 'timestamp', logicalTypeOptions: { timezone: false } }, 'TimestampNTZType()'],
    [{ logicalType: 'timestamp' }, 'TimestampType()'],
    [{ logicalType: 'array', items: { logicalType: 'string' } }, 'ArrayType(StringType(), True)'],
    [
      { logicalType: 'vector', logicalTypeOptions: { dimensions: 2 } },
      'ArrayType(FloatType(), False)',
    ],
    [{ physicalType: 'array<struct<a:int,b:decimal(4,1)>>' }, 'ArrayType(StructType(['],
    [{ physicalType: 'binary' }, 'BinaryType()'],
  ])('writes %j', (property, expected) => {
    expect(sourceOf(table(property))).toContain(expected);
  });

  it('tells what is a text only', () => {
    const [file] = generateFiles(spark, table({ logicalType: 'time' }));
    expect(file?.metadata.notes).toEqual([
      'orders.field: Spark has no type for times of a day, so it is a text.',
    ]);
  });

  it('keeps in metadata what is known of items, keys and values', () => {
    const words = {
      logicalType: 'string',
      description: 'One of them',
      tags: ['pii'],
      classification: 'internal',
      enum: [{ value: 'a', label: 'First' }],
      logicalTypeOptions: { pattern: '^a', format: 'hostname' },
    };
    const metadata =
      '{"comment": "One of them", "format": "hostname", "allowedValues": ["a"], "labels": {"a": "First"}, ' +
      '"constraints": ["pattern ^a"], "classification": "internal", "tags": ["pii"]}';
    const list = table({ logicalType: 'array', items: words, deprecated: true });
    expect(sourceOf(list)).toContain(`{"deprecated": True, "items": ${metadata}}`);
    const map = table({ logicalType: 'map', map: { key: words, value: words } });
    expect(sourceOf(map)).toContain(`{"key": ${metadata}, "value": ${metadata}}`);
    const vector = { dimensions: 3, elementType: 'float32', distanceMetric: 'cosine' };
    expect(sourceOf(table({ logicalType: 'vector', logicalTypeOptions: vector }))).toContain(
      '{"dimensions": 3, "elementType": "float32", "distanceMetric": "cosine"}',
    );
    expect(sourceOf(table({ physicalType: 'uuid' }))).toContain('{"format": "uuid"}');
  });

  it.each([
    [[1.5, 2], '[1.5, 2.0]'],
    [[1, 2], '[1, 2]'],
    [['a', 1, true], '["a", "1", "true"]'],
  ])('writes lists that Spark reads by their first value: %j', (values, expected) => {
    const list = values.map((value) => ({ value }));
    expect(sourceOf(table({ logicalType: 'number', enum: list }))).toContain(
      `{"allowedValues": ${expected}}`,
    );
  });

  it('says what is computed, and which name a table has in the contract', () => {
    const [file] = generateFiles(
      spark,
      contractOf(
        [
          {
            name: '日本',
            deprecated: true,
            properties: [
              { name: 'id', logicalType: 'integer' },
              { name: 'total', logicalType: 'number', semanticType: 'measure' },
            ],
          },
        ],
        { name: '日本語', id: 'shop', tags: ['core'] },
      ),
    );
    expect(file?.filename).toBe('shop_schemas.py');
    expect(file?.content).toContain('Tags: core\n"""');
    expect(file?.content).toContain('# Name in the contract: 日本\n# Deprecated\ntable = ');
    expect(file?.metadata.notes).toEqual([
      '日本: it is called table in Python.',
      '日本: what is computed of its columns is left out: total.',
    ]);
  });
});

describeWith(anyPython, 'no python3 here', {
  title: 'Spark modules in Python',
  body: (python) => {
    describeWithShared('of public contracts', () => {
      it('are imported, with one type for each table', () => {
        const known = knownContracts();
        const jobs = known.map(({ contract }) => ({
          source: sourceOf(contract),
          task: 'spark_task' as const,
        }));
        const wrong = runPython(python, jobs).flatMap(({ error, trace, schemas }, position) => {
          const { name = '', contract } = known[position] ?? {};
          const count = Object.keys(schemas ?? {}).length;
          const isRight = error === undefined && count >= (contract?.tables.length ?? 0);
          return isRight ? [] : [{ name, error, trace, count }];
        });
        expect(wrong).toEqual([]);
      });
    });

    it('hold names and descriptions as they were given, whatever they are', () => {
      const contracts = fc.sample(hostileContracts, { numRuns: 100, seed: 11 });
      const jobs = contracts.map((contract) => ({
        source: sourceOf(contract),
        task: 'spark_task' as const,
        facts: true,
      }));
      for (const [position, answer] of runPython(python, jobs).entries()) {
        expect({ error: answer.error, trace: answer.trace }).toEqual({});
        const kinds = ['Assign', 'Expr', 'ImportFrom'];
        expect(kinds).toEqual(expect.arrayContaining(answer.statements ?? []));
        const schemas = Object.values((answer.schemas ?? {}) as unknown as Record<string, any>);
        for (const table of contracts[position]?.tables ?? []) {
          // Of several members with one name the first counts.
          const properties = table.properties.filter(
            ({ physicalName }, at, all) =>
              all.findIndex((other) => other.physicalName === physicalName) === at,
          );
          const fields = properties.map((property) => [
            whole(property.physicalName),
            whole(property.description ?? property.businessName),
          ]);
          const found = schemas.map(([, list]: any) =>
            list.map((field: any) => [field.name, field.metadata.comment]),
          );
          expect(found).toContainEqual(fields);
        }
      }
    });

    it('are read by Python however deeply types are nested', () => {
      const [answer] = runPython(python, [
        { source: sourceOf(table(nested(60))), task: 'spark_task' },
      ]);
      expect(answer?.error).toBeUndefined();
      expect(JSON.stringify(answer?.schemas).match(/StructType/g)?.length).toBeGreaterThan(30);
    });
  },
});

const whole = (text: string | undefined): string | undefined =>
  text?.replaceAll(/\p{Cs}/gu, '\uFFFD');
