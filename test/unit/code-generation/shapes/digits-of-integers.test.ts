import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { fieldSchema, tableWith } from '../json-schema/compile.ts';
import { generateFiles } from '../contracts.ts';

const integer = (physicalType: string, options: object = {}): object => ({
  logicalType: 'integer',
  physicalType,
  required: true,
  logicalTypeOptions: options,
});

const typeOf = (property: object): string | undefined =>
  /field: (.*)/.exec(generateFiles(pydantic, tableWith(property))[0]?.content ?? '')?.[1];

describe('integers of a number of digits', () => {
  it.each([
    [integer('NUMBER(3,0)'), { minimum: -999, maximum: 999 }, 'ge=-999, le=999'],
    [integer('decimal(12)'), { minimum: -999_999_999_999, maximum: 999_999_999_999 }, ''],
    [integer('NUMBER(3,0)', { minimum: 0 }), { minimum: 0, maximum: 999 }, 'le=999, ge=0'],
    [integer('NUMBER(3,0)', { format: 'u8' }), { minimum: 0, maximum: 255 }, 'ge=0, le=255'],
    [
      integer('decimal(5,-2)'),
      { minimum: -9_999_999, maximum: 9_999_999 },
      'ge=-9999999, le=9999999',
    ],
    [integer('bigint'), {}, ''],
  ])('have its bounds: %j', (property, bounds, written) => {
    expect(fieldSchema(property)).toEqual({ type: 'integer', ...bounds });
    expect(typeOf(property)).toContain(written === '' ? 'int' : `int, Field(${written})`);
  });

  it('of 18 digits keep all of them', () => {
    const [file] = generateFiles(pydantic, tableWith(integer('NUMBER(18,0)')));
    expect(file?.content).toContain('ge=-999999999999999999, le=999999999999999999');
  });

  it.each(['NUMBER(5,-2)', 'decimal(5, -2)'])('are all of the numbers of %s', (physicalType) => {
    const number = { logicalType: 'number', physicalType, required: true };
    expect(fieldSchema(number)).toEqual({
      type: 'integer',
      exclusiveMinimum: -10_000_000,
      exclusiveMaximum: 10_000_000,
    });
    expect(typeOf(number)).toContain('max_digits=7, decimal_places=0');
  });

  it('are those of custom properties, too', () => {
    const customProperties = [
      { property: 'precision', value: 5 },
      { property: 'scale', value: -2 },
    ];
    const number = { logicalType: 'number', required: true, customProperties };
    expect(typeOf(number)).toContain('max_digits=7, decimal_places=0');
  });
});
