import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';

const propertyOf = (property: object) =>
  normaliseContract({ schema: [{ name: 't', properties: [{ name: 'a', ...property }] }] }).tables[0]
    ?.properties[0];

describe('normalising a contract', () => {
  it('never fails, whatever the document holds', () => {
    const odd: unknown[] = [
      undefined,
      null,
      5,
      'text',
      [],
      {},
      { schema: 5, servers: 'x' },
      {
        schema: [null, 5, 'x', {}, { name: 5 }, { name: 't', properties: { a: 1 }, quality: 'x' }],
      },
      {
        schema: [
          {
            name: 't',
            properties: [
              null,
              { name: null },
              { name: 'a', logicalTypeOptions: [1], enum: {}, quality: [5] },
            ],
          },
        ],
      },
      { schema: [{ name: 't', quality: [{ arguments: 'x', mustBeBetween: [1] }] }] },
      JSON.parse(
        '{"__proto__": {"polluted": true}, "servers": [{"type": "x", "__proto__": {"polluted": 1}}]}',
      ),
    ];
    for (const document of odd) expect(() => normaliseContract(document)).not.toThrow();
    expect({}).not.toHaveProperty('polluted');
  });

  it('takes null for absent and falls back to the name', () => {
    expect(
      propertyOf({ physicalName: null, physicalType: null, required: null, enum: null }),
    ).toMatchObject({
      physicalName: 'a',
      physicalType: undefined,
      required: false,
      enumValues: undefined,
      options: {},
    });
  });

  it('turns the exclusive flags of 3.0 into bounds', () => {
    const options = {
      minimum: 1,
      exclusiveMinimum: true,
      maximum: '2024-01-01',
      exclusiveMaximum: false,
    };
    expect(propertyOf({ logicalTypeOptions: options })?.options).toEqual({
      exclusiveMinimum: 1,
      maximum: '2024-01-01',
    });
  });

  it('reads allowed values of 3.2 and of older files', () => {
    expect(propertyOf({ enum: [{ value: 'a', label: 'A' }, { value: 5 }] })?.enumValues).toEqual([
      'a',
      5,
    ]);
    expect(propertyOf({ enum: ['a', 5, false] })?.enumValues).toEqual(['a', 5, false]);
    expect(propertyOf({ logicalTypeOptions: { enum: ['a'] } })?.enumValues).toEqual(['a']);
    expect(propertyOf({ enum: [] })?.enumValues).toBeUndefined();
  });

  it('leaves out lengths that make no sense and keeps bounds that are no numbers, so that a plan can say so', () => {
    expect(
      propertyOf({ logicalTypeOptions: { minimum: Number.NaN, maximum: Infinity, minLength: -1 } })
        ?.options,
    ).toEqual({ minimum: 'NaN', maximum: 'Infinity' });
  });

  it('reads the tables and columns of 2.2', () => {
    const model = normaliseContract({
      uuid: 'u',
      version: '1.0.0',
      dataset: [
        {
          table: 'tbl',
          columns: [
            {
              column: 'c',
              isNullable: false,
              isUnique: true,
              isPrimaryKey: true,
              logicalType: 'decimal',
            },
          ],
        },
      ],
    });
    expect(model).toMatchObject({ id: 'u', version: '1.0.0', servers: [] });
    expect(model.tables[0]).toMatchObject({
      name: 'tbl',
      properties: [
        { name: 'c', required: true, unique: true, primaryKey: true, logicalType: 'number' },
      ],
    });
  });

  it('keeps servers as written, without their nulls', () => {
    const { servers } = normaliseContract({
      servers: [{ server: 's', type: 'postgres', host: 'h', port: null }, { server: 'x' }],
    });
    expect(servers).toEqual([{ server: 's', type: 'postgres', host: 'h' }]);
  });
});
