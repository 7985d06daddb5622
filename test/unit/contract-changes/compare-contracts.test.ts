import { compareContracts } from '../../../domain/contract-changes/compare-contracts.ts';
import { isSame } from '../../../domain/contract-changes/same-content.ts';
import { contract } from '../../support/builders/contracts.ts';

const compare = (from: object, to: object) =>
  compareContracts(contract('c', { ...from }), contract('c', { ...to }));
const found = (from: object, to: object) =>
  compare(from, to).changes.map(({ rule, path }) => `${rule} ${path}`);
const withProperties = (...properties: object[]) => ({ schema: [{ name: 'orders', properties }] });

describe('what belongs together', () => {
  it('is found by id: a rename is one change, and what is inside is compared on', () => {
    const before = withProperties({ id: '1', name: 'a', required: true }, { id: '2', name: 'b' });
    const after = withProperties({ id: '1', name: 'x' }, { id: '2', name: 'b' });
    expect(found(before, after)).toEqual([
      'property-renamed schema[orders].properties[a].name',
      'required-removed schema[orders].properties[a].required',
    ]);
    const swapped = withProperties({ id: '1', name: 'b' }, { id: '2', name: 'a' });
    const plain = withProperties({ id: '1', name: 'a' }, { id: '2', name: 'b' });
    expect(found(plain, swapped)).toEqual([
      'property-renamed schema[orders].properties[a].name',
      'property-renamed schema[orders].properties[b].name',
    ]);
  });

  it('is found by name without ids, or when only the ids are others', () => {
    const before = withProperties({ name: 'a' }, { id: '2', name: 'b' });
    expect(found(before, withProperties({ id: '1', name: 'a' }, { id: '3', name: 'b' }))).toEqual(
      [],
    );
    expect(found(before, withProperties({ name: 'x' }, { id: '2', name: 'b' }))).toEqual([
      'property-removed schema[orders].properties[a]',
      'property-added schema[orders].properties[x]',
    ]);
  });

  it('is found in nested objects, in items and in maps', () => {
    const nested = (type: string) => ({
      name: 'lines',
      logicalType: 'array',
      items: {
        logicalType: 'object',
        properties: [
          { name: 'sku', logicalType: type },
          { name: 'm', map: { key: { logicalType: 'string' }, value: { logicalType: type } } },
        ],
      },
    });
    const at = 'schema[orders].properties[lines].items.properties';
    expect(found(withProperties(nested('string')), withProperties(nested('integer')))).toEqual([
      `logical-type-changed ${at}[sku].logicalType`,
      `logical-type-changed ${at}[m].map.value.logicalType`,
    ]);
  });
});

describe('what is no difference', () => {
  it('is null instead of nothing, the order of members, and 3.0 in the words of 3.1', () => {
    expect(found({ tenant: null }, {})).toEqual([]);
    const [before, after] = [
      withProperties({ name: 'a', logicalTypeOptions: { minimum: 1, exclusiveMinimum: true } }),
      withProperties({ logicalTypeOptions: { exclusiveMinimum: 1 }, name: 'a' }),
    ];
    expect(found(before, after)).toEqual([]);
    expect(compare(before, after).impact).toBe('patch');
  });

  it('is ODCS 2.2 in the words of 3', () => {
    const old = {
      apiVersion: 'v2.2.2',
      kind: 'DataContract',
      uuid: 'c',
      version: '1.0.0',
      status: 'active',
      dataset: [{ table: 't', columns: [{ column: 'a', logicalType: 'int', isNullable: false }] }],
    };
    const { dataset: _, uuid: __, ...rest } = old;
    const properties = [{ name: 'a', logicalType: 'integer', required: true }];
    const now = { ...rest, apiVersion: 'v3.1.0', id: 'c', schema: [{ name: 't', properties }] };
    expect(compareContracts(old, now).changes.map(({ rule }) => rule)).toEqual([
      'api-version-changed',
    ]);
  });
});

describe('the verdict', () => {
  it('says from what to what, the gravest first, and is as grave as that', () => {
    const before = { ...withProperties({ name: 'a', required: true }), tags: ['x'] };
    const after = {
      ...withProperties({ name: 'a' }, { name: 'b' }),
      tags: ['y'],
      version: '2.0.0',
    };
    expect(compare(before, after)).toEqual({
      impact: 'major',
      fromVersion: '1.0.0',
      toVersion: '2.0.0',
      omitted: 0,
      changes: [
        {
          path: 'schema[orders].properties[a].required',
          kind: 'loosened',
          from: true,
          to: false,
          impact: 'major',
          rule: 'required-removed',
        },
        expect.objectContaining({ rule: 'property-added', impact: 'minor' }),
        expect.objectContaining({ path: 'version', from: '1.0.0', to: '2.0.0', impact: 'patch' }),
        expect.objectContaining({ path: 'tags', from: ['x'], to: ['y'], impact: 'patch' }),
      ],
    });
  });

  it('shortens long values and very many changes, and counts what it left out', () => {
    const many = (count: number) =>
      withProperties(...Array.from({ length: count }, (_, index) => ({ name: `p${index}` })));
    const verdict = compare({ ...many(1), tags: ['x'.repeat(900)] }, many(20_001));
    expect([verdict.changes.length, verdict.omitted]).toEqual([500, 19_501]);
    const long = compare({ tenant: 'x'.repeat(900) }, {}).changes[0]?.from as string;
    expect(long).toHaveLength(201);
  });

  it('judges widened and narrowed enums apart, and mixed bounds as the graver', () => {
    const values = (...list: string[]) => withProperties({ name: 'a', enum: list });
    const verdict = compare(values('a', 'b'), values('b', 'c'));
    expect(verdict.changes.map(({ rule, from, to }) => [rule, from ?? to])).toEqual([
      ['enum-narrowed', ['a']],
      ['enum-widened', ['c']],
    ]);
    const bounded = (minimum: number, maximum: number) =>
      withProperties({ name: 'a', logicalTypeOptions: { minimum, maximum } });
    expect(compare(bounded(0, 10), bounded(1, 11)).impact).toBe('major');
  });
});

/** A contract in which every part of ODCS 3.2 occurs. */
const rich = {
  apiVersion: 'v3.2.0',
  kind: 'DataContract',
  id: 'c',
  version: '1.0.0',
  status: 'active',
  tenant: 't',
  dataProduct: 'd',
  tags: ['a'],
  description: { purpose: 'p', customProperties: [{ property: 'x', value: [1] }] },
  team: { name: 'checkout', members: [{ username: 'ada' }] },
  support: [{ channel: '#help', url: 'https://example.com' }],
  price: { priceAmount: 1, priceCurrency: 'EUR' },
  roles: [{ role: 'reader', access: 'read', description: 'r' }],
  customProperties: [{ property: 'owner', value: 'checkout' }],
  slaDefaultElement: 'orders',
  slaProperties: [
    {
      property: 'latency',
      value: 4,
      valueExt: 5,
      unit: 'd',
      element: 'o.a',
      driver: 'x',
      schedule: 's',
    },
  ],
  servers: [
    { server: 's', type: 'postgres', host: 'h', port: 1, description: 'd', roles: [{ role: 'q' }] },
  ],
  schema: [
    {
      name: 'orders',
      physicalName: 'o',
      physicalType: 'table',
      description: 'd',
      deprecated: false,
      dataGranularityDescription: 'g',
      quality: [
        {
          id: 'q',
          metric: 'rowCount',
          mustBe: 1,
          unit: 'rows',
          severity: 'error',
          description: 'd',
        },
      ],
      relationships: [{ from: 'a', to: 'b', type: 'foreignKey' }],
      properties: [
        {
          name: 'a',
          physicalName: 'pa',
          logicalType: 'string',
          physicalType: 'text',
          required: true,
          unique: true,
          primaryKey: true,
          primaryKeyPosition: 1,
          partitioned: true,
          partitionKeyPosition: 1,
          classification: 'internal',
          encryptedName: 'e',
          criticalDataElement: true,
          transformLogic: 'l',
          transformSourceObjects: ['s'],
          transformDescription: 't',
          examples: ['x'],
          enum: [{ value: 'x', label: 'X' }],
          logicalTypeOptions: {
            minLength: 1,
            maxLength: 2,
            pattern: 'p',
            format: 'f',
            timezone: true,
          },
          quality: [{ type: 'sql', query: 'q', mustBeLessThan: 3, dimension: 'accuracy' }],
          relationships: [{ to: 'c.d' }],
        },
        {
          name: 'n',
          logicalTypeOptions: { minimum: 1, maximum: 2, multipleOf: 3 },
          items: { logicalType: 'object', properties: [{ name: 'i', logicalType: 'date' }] },
        },
        { name: 'm', map: { key: { logicalType: 'string' }, value: { logicalType: 'map' } } },
      ],
    },
  ],
};

/** Each copy of the value in which one scalar is another one, with its path. */
function* variants(value: any, path = ''): Generator<[string, any]> {
  if (typeof value === 'object') {
    for (const key of Object.keys(value)) {
      for (const [at, changed] of variants(value[key], `${path}.${key}`)) {
        yield [
          at,
          Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
        ];
      }
    }
  } else if (typeof value === 'boolean') yield [path, !value];
  else yield [path, typeof value === 'number' ? value + 7 : `${value}-other`];
}

it('overlooks no scalar of a contract, in either direction', () => {
  // These two are not the contract's to change.
  const all = [...variants(rich)].filter(([path]) => !['.id', '.kind'].includes(path));
  expect(all.length).toBeGreaterThan(80);
  const overlooked = all.filter(
    ([, other]) =>
      compareContracts(rich, other).changes.length === 0 ||
      compareContracts(other, rich).changes.length === 0,
  );
  expect(overlooked.map(([path]) => path)).toEqual([]);
});

/** Small steps of a generator that always gives the same numbers. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

it('survives whatever a document may hold, and finds nothing where nothing differs', () => {
  const random = createRandom(7);
  const names = ['id', 'name', 'schema', 'properties', 'quality', 'servers', 'slaProperties'];
  const more = ['items', 'map', 'enum', 'logicalTypeOptions', 'value', 'required', '__proto__'];
  const scalars = [null, true, 0, 1.5, '', 'x', '10', '2026-01-01'];
  const make = (depth: number): any => {
    const choice = depth === 0 ? 0 : random(3);
    if (choice === 0) return scalars[random(scalars.length)];
    const count = random(4);
    if (choice === 1) return Array.from({ length: count }, () => make(depth - 1));
    const all = [...names, ...more];
    const entries = Array.from({ length: count }, () => [all[random(all.length)], make(depth - 1)]);
    return JSON.parse(
      `{${entries.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(',')}}`,
    );
  };
  for (let round = 0; round < 3_000; round++) {
    const wrap = (value: unknown) => (round % 2 ? { schema: value } : { schema: [value] });
    const [from, to] = [wrap(make(5)), wrap(make(5))];
    const forth = compareContracts(from, to);
    const back = compareContracts(to, from);
    expect(compareContracts(from, from).changes).toEqual([]);
    if (isSame(from, to)) expect([...forth.changes, ...back.changes]).toEqual([]);
  }
});

describe('what says the same in other words', () => {
  const option = (logicalTypeOptions: object, change: object = {}) =>
    withProperties({ name: 'a', logicalTypeOptions, ...change });
  const ruled = (...quality: object[]) => withProperties({ name: 'a', quality });

  it.each(['17:00:00', 'today', '2026-01-31', 7])('is no change: a bound of %s', (bound) => {
    const options = { minimum: bound, maximum: bound };
    expect(found(option(options), option(options, { description: 'x' }))).toEqual([
      'annotation-changed schema[orders].properties[a].description',
    ]);
  });

  it('is a bound of time that can be compared', () => {
    expect(found(option({ maximum: '17:00' }), option({ maximum: '18:00:00' }))).toEqual([
      'range-loosened schema[orders].properties[a].logicalTypeOptions.maximum',
    ]);
  });

  it.each([
    [0.3, 0.1, 'multiple-loosened'],
    [0.1, 0.3, 'multiple-tightened'],
    [0.3, 0.2, 'multiple-changed'],
    [1, 1_000_000.5, 'multiple-changed'],
  ])('multiples of %d are not those of %d: %s', (before, after, rule) => {
    expect(found(option({ multipleOf: before }), option({ multipleOf: after }))[0]).toContain(rule);
  });

  it('is a quality rule in the words of another version', () => {
    const old = { type: 'library', rule: 'nullValues', mustBeGreaterThanOrEqualTo: 1 };
    const now = { type: 'library', metric: 'nullValues', mustBeGreaterOrEqualTo: 1 };
    expect(found(ruled(old), ruled(now))).toEqual([]);
    expect(found(ruled(old), ruled({ ...now, mustBeGreaterOrEqualTo: 2 }))[0]).toContain(
      'quality-tightened',
    );
    expect(found(ruled(old), ruled({ ...now, metric: 'rowCount' })).length).toBeGreaterThan(0);
  });
});
