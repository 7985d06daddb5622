import { plan, parquetServer, postgresServer } from '../build-contract.ts';

const address = {
  name: 'address',
  physicalName: 'addr',
  logicalType: 'object',
  properties: [
    { name: 'city', physicalName: 'town', logicalType: 'string', required: true },
    { name: 'zip', logicalTypeOptions: { pattern: '^[0-9]+$' }, unique: true },
  ],
};

const lines = {
  name: 'lines',
  logicalType: 'array',
  items: {
    logicalType: 'object',
    properties: [{ name: 'qty', logicalType: 'integer', logicalTypeOptions: { minimum: 1 } }],
  },
};

describe('what is inside of a column', () => {
  it('is planned with a path of steps and never looked for as a column', () => {
    const inside = plan([address]).filter(({ field }) => field?.includes('.') === true);
    expect(inside.map(({ key }) => key)).toEqual([
      't__addr.town__field_type',
      't__addr.town__field_required',
      't__addr.zip__field_unique',
      't__addr.zip__field_regex',
    ]);
    expect(inside[1]).toMatchObject({
      name: 'Check that field addr.town has no missing values',
      expectation: {
        kind: 'rows',
        rule: { kind: 'not-missing' },
        column: {
          name: 'addr',
          logicalType: 'object',
          steps: [{ member: 'town', logicalType: 'string' }],
        },
      },
    });
  });

  it('is checked to a depth of 32 levels', () => {
    const required = { name: 'a', logicalType: 'integer', required: true };
    const inside = (levels: number): unknown =>
      levels === 0
        ? required
        : { name: 'a', logicalType: 'object', properties: [inside(levels - 1)] };
    const last = (levels: number) => plan([inside(levels)]).at(-1)?.expectation;
    expect(last(32)).toMatchObject({ kind: 'rows' });
    expect(last(33)).toEqual({
      kind: 'not-evaluated',
      reason: "It is 33 levels deep inside of 'a', and checks reach 32 levels",
    });
  });

  it('is not compared among rows', () => {
    const key = { name: 'o', properties: [{ name: 'id', primaryKey: true }] };
    const checks = plan([address, key]).filter(({ type }) => type.endsWith('unique'));
    expect(checks.map(({ key }) => key)).toEqual([
      't__addr.zip__field_unique',
      't__o.id__field_primary_key_unique',
    ]);
    expect(new Set(checks.map(({ expectation }) => expectation.kind))).toEqual(
      new Set(['not-evaluated']),
    );
    const duplicates = {
      name: 'o',
      properties: [{ name: 'x', quality: [{ metric: 'duplicateValues', mustBe: 0 }] }],
    };
    expect(plan([duplicates]).at(-1)?.expectation.kind).toBe('not-evaluated');
  });

  it('can be items of lists, in objects, in lists', () => {
    const deep = { name: 'a', items: { items: { properties: [{ name: 'b', required: true }] } } };
    const [check] = plan([deep]).filter(({ type }) => type === 'field_required');
    expect(check).toMatchObject({
      key: 't__a[][].b__field_required',
      field: 'a[][].b',
      expectation: {
        column: {
          name: 'a',
          steps: [
            { items: true, logicalType: undefined },
            { items: true, logicalType: undefined },
            { member: 'b', logicalType: undefined },
          ],
        },
      },
    });
    expect(plan([lines]).at(-1)).toMatchObject({
      key: 't__lines[].qty__field_minimum',
      name: 'Check that field lines[].qty has a minimum of 1',
    });
  });

  it('can have quality rules', () => {
    const rules = [
      { metric: 'nullValues', mustBe: 0 },
      { type: 'sql', query: 'SELECT count({field}) FROM {model}', mustBe: 0 },
    ];
    const nested = {
      name: 'o',
      properties: [{ name: 'x', quality: rules }],
      items: { quality: rules },
    };
    const expectations = plan([nested]).map(({ field, expectation }) => [field, expectation]);
    expect(expectations.slice(-4)).toEqual([
      ['o.x', expect.objectContaining({ kind: 'rows' })],
      ['o.x', expect.objectContaining({ kind: 'sql', query: 'SELECT count(o.x) FROM t' })],
      ['o[]', expect.objectContaining({ kind: 'rows' })],
      ['o[]', { kind: 'not-evaluated', reason: expect.stringMatching(/items of an array/) }],
    ]);
  });
});

describe('types inside of a column', () => {
  const nestedTypes = (property: unknown, server = postgresServer): unknown[] =>
    plan([property], { server })
      .filter(({ type }) => type.startsWith('field_nested'))
      .map(({ key, type, name, expectation }) => ({ key, type, name, expectation }));

  it('are compared by their logical types', () => {
    expect(nestedTypes(lines)).toEqual([
      {
        key: 't__lines__field_nested_type',
        type: 'field_nested_type',
        name: 'Check that nested types of lines are correct',
        expectation: {
          kind: 'nested-type',
          types: 'logical',
          column: { name: 'lines', logicalType: 'array' },
          shape: {
            type: 'array',
            logicalType: 'array',
            members: [],
            items: {
              type: 'object',
              logicalType: 'object',
              items: undefined,
              members: [
                {
                  name: 'qty',
                  shape: { type: 'integer', logicalType: 'integer', members: [], items: undefined },
                },
              ],
            },
          },
        },
      },
    ]);
  });

  it('are compared by their physical types where the column has one', () => {
    const tags = {
      name: 'tags',
      physicalType: 'text[]',
      items: { physicalType: 'text', logicalType: 'string' },
    };
    expect(nestedTypes(tags)).toMatchObject([
      {
        type: 'field_nested_physical_type',
        name: 'Check that items of array tags have physical type text',
        expectation: {
          types: 'physical',
          shape: { items: { type: 'text', logicalType: 'string' } },
        },
      },
    ]);
  });

  it.each([
    [{ name: 'a', logicalType: 'array' }],
    [{ name: 'a', logicalType: 'array', items: { required: true } }],
    [{ name: 'a', logicalType: 'string', items: { logicalType: 'string' } }],
    [{ name: 'a', physicalType: 'varchar(20)', properties: [{ name: 'b' }] }],
    [{ name: 'a', physicalType: 'MAP<STRING, STRING>', properties: [{ name: 'b' }] }],
  ])('are not compared where there is nothing to compare: %j', (property) => {
    expect(nestedTypes(property)).toEqual([]);
  });

  it('are not compared in files without types, nor in Parquet', () => {
    expect(nestedTypes(lines, parquetServer)).toEqual([]);
    expect(nestedTypes(lines, { ...parquetServer, format: 'json' })).toEqual([]);
    expect(nestedTypes(lines, { ...parquetServer, format: 'delta' })).toHaveLength(1);
  });
});
