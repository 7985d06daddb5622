import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { jsonSchema } from '../../../../jobs/code-generation/generators/json-schema/generator.ts';
import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { compileAll, schemaOf, tableWith } from '../json-schema/compile.ts';
import { generateFiles } from '../contracts.ts';
import { acceptedAll } from '../python/pydantic-verdicts.ts';
import { describeWith, pythonWithPydantic } from '../python/python.ts';

const number = (physicalType: string, options: object = {}): object => ({
  logicalType: 'number',
  physicalType,
  logicalTypeOptions: options,
});

const integer = (physicalType: string, options: object = {}): object => ({
  ...number(physicalType, options),
  logicalType: 'integer',
});

/** Values that the type or a bound refuses, then those that both let pass. */
const limits: [property: object, refused: number[], taken: number[]][] = [
  [number('decimal(4,2)', { maximum: 1000 }), [100, 500, 1000, -100], [99.99, -99.99]],
  [number('decimal(4,2)', { minimum: -1000 }), [-100, 100], [-99.99, 99.99]],
  [number('decimal(4,2)', { exclusiveMaximum: 50 }), [50, -100], [49.99]],
  [number('decimal(4,2)', { maximum: 99 }), [99.5], [99]],
  [integer('decimal(4,2)'), [100, 5000, -100], [99, -99]],
  [integer('numeric(10,2)'), [100_000_000], [99_999_999]],
  [integer('decimal(2,2)'), [1], [0]],
  [integer('smallint'), [32_768, -32_769], [32_767, -32_768]],
  [integer('smallint', { maximum: 1e6, exclusiveMinimum: -1e6 }), [32_768, -32_769], [0]],
  [integer('bigint', { format: 'i8', maximum: 1000, minimum: -5 }), [128, -6], [127, -5]],
  [integer('integer'), [], [2_147_483_648]],
];

const notesOf = (generator: Generator, property: object): readonly string[] =>
  generateFiles(generator, tableWith(property))[0]?.metadata.notes ?? [];

describe('the tighter of what a type and a bound let pass', () => {
  it.each(limits)('counts in JSON Schema: %j', (property, refused, taken) => {
    const [validate] = compileAll(generateFiles(jsonSchema, tableWith(property)));
    expect(refused.filter((field) => validate?.({ field }) === true)).toEqual([]);
    expect(taken.filter((field) => validate?.({ field }) !== true)).toEqual([]);
  });

  for (const version of [1, 2] as const)
    describeWith(pythonWithPydantic(version), `no Pydantic ${version}`, {
      title: `counts in Pydantic ${version}`,
      body: (python) => {
        let verdicts: readonly (readonly boolean[])[] = [];
        beforeAll(() => {
          const fields = limits.map(([property, ...values]) => [property, values.flat()] as const);
          verdicts = acceptedAll(python, fields, version === 1 ? 'v1' : undefined);
        });
        it.each(limits.map((limit, index) => [...limit, index] as const))(
          '%j',
          (_property, refused, taken, index) => {
            const expected = [...refused.map(() => false), ...taken.map(() => true)];
            expect(verdicts[index]).toEqual(expected);
          },
        );
      },
    });

  it('is the size of an integer where the platform has one', () => {
    const withServer = (type: string): unknown => {
      const servers = [{ server: 'it', type }];
      const contract = { ...tableWith(integer('integer')), servers };
      return schemaOf(generateFiles(jsonSchema, contract)[0]).properties.field.maximum;
    };
    expect(['postgres', 'sqlserver'].map(withServer)).toEqual([2_147_483_647, 2_147_483_647]);
    // There it is a number of 38 digits, or one of a file.
    expect(['snowflake', 'bigquery', 'local'].map(withServer)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('digits that no type counts', () => {
  it('are noted', () => {
    const behind = notesOf(pydantic, number('decimal(5,10)'));
    expect(behind).toEqual([
      'orders.field: pydantic does not check 5 digits with 10 of them behind the point.',
    ]);
    for (const generator of [pydantic, jsonSchema])
      for (const property of [number('decimal(5,-2)'), integer('decimal(5,-2)')])
        expect(notesOf(generator, property)).toEqual([
          'orders.field: that the last 2 digits in front of the point are 0 is not checked.',
        ]);
  });
});

describe('multiples in JSON Schema', () => {
  it.each([
    [0.05, [0.15, 0.35, 999_999.95]],
    [0.01, [0.07, 1.13]],
    [0.1, [0.3, 0.7]],
  ])('of %d are left to the comment, because valid rows would be refused', (multipleOf, rows) => {
    for (const property of [
      number('decimal(12,2)', { multipleOf }),
      number('double', { multipleOf }),
    ]) {
      const files = generateFiles(jsonSchema, tableWith(property));
      const [validate] = compileAll(files);
      expect(rows.map((field) => validate?.({ field }))).toEqual(rows.map(() => true));
      expect(schemaOf(files[0]).properties.field.$comment).toContain(`multipleOf ${multipleOf}`);
      expect(files[0]?.metadata.notes).toContain(
        `orders.field: validators divide in binary floating point and would refuse some multiples of ${multipleOf}, so only $comment tells of multipleOf.`,
      );
      expect(files[0]?.metadata.notes.join()).not.toContain('no keyword for multipleOf');
    }
  });

  it.each([5, 0.25, 0.5])('of %d are checked', (multipleOf) => {
    const property = number('decimal(12,2)', { multipleOf });
    const [validate] = compileAll(generateFiles(jsonSchema, tableWith(property)));
    expect([3 * multipleOf, -multipleOf, 1.3].map((field) => validate?.({ field }))).toEqual([
      true,
      true,
      false,
    ]);
    expect(notesOf(jsonSchema, property).join()).not.toContain('multiple');
  });
});

describe('lengths that Pydantic cannot count', () => {
  const large = 100_000_000_000_000_000_000;
  const text = { logicalType: 'string', logicalTypeOptions: { maxLength: large, minLength: 1 } };
  const list = {
    logicalType: 'array',
    logicalTypeOptions: { maxItems: large },
    items: { logicalType: 'integer' },
  };
  const vector = { logicalType: 'vector', logicalTypeOptions: { dimensions: large } };
  const cases: [property: object, value: unknown, said: string][] = [
    [text, 'a', 'pydantic does not check maxLength 100000000000000000000'],
    [list, [1], 'pydantic does not check maxItems 100000000000000000000'],
    [vector, [1], 'pydantic does not check dimensions 100000000000000000000'],
    [
      number('decimal(99999999999999999999,3)'),
      1,
      'pydantic does not check 100000000000000000000 digits with 3 of them behind the point',
    ],
  ];

  it.each(cases)('are left out and noted: %j', (property, _, said) => {
    expect(notesOf(pydantic, property)).toEqual([`orders.field: ${said}.`]);
  });

  for (const version of [1, 2] as const)
    describeWith(pythonWithPydantic(version), `no Pydantic ${version}`, {
      title: `stop no import of version ${version}`,
      body: (python) => {
        let verdicts: readonly (readonly boolean[])[] = [];
        beforeAll(() => {
          const fields = cases.map(([property, value]) => [property, [value]] as const);
          verdicts = acceptedAll(python, fields, version === 1 ? 'v1' : undefined);
        });
        it.each(cases.map(([property], index) => [property, index] as const))(
          '%j',
          (_property, index) => expect(verdicts[index]).toEqual([true]),
        );
      },
    });
});
