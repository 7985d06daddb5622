import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import { planChecks } from '../../../../jobs/contract-tests/plan/plan-checks.ts';
import type { PlannedCheck } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { postgresServer } from '../build-contract.ts';

const schema = [
  {
    name: 'ev',
    physicalName: 'events',
    properties: [
      { name: 'ts', physicalName: 'created_at', logicalType: 'timestamp' },
      { name: 'other' },
      { name: 'meta', properties: [{ name: 'at' }] },
    ],
  },
  { name: 'log', properties: [{ name: 'other' }, { name: 'seen' }] },
];

function levels(slaProperties: unknown[], more: object = {}): PlannedCheck[] {
  return planChecks(normaliseContract({ schema, slaProperties, ...more }), postgresServer).filter(
    ({ category }) => category === 'servicelevel',
  );
}

const level = (
  property: string,
  value: unknown,
  unit?: string,
  element: unknown = 'ev.ts',
): PlannedCheck | undefined => levels([{ property, value, unit, element }])[0];

const column = { name: 'created_at', logicalType: 'timestamp' };

describe('service levels', () => {
  it('have the names and keys that are known, and those of their columns', () => {
    expect(
      levels([{ id: 'sla1', property: 'freshness', value: 24, unit: 'h', element: 'ev.ts' }]),
    ).toEqual([
      {
        key: 'servicelevel_freshness',
        category: 'servicelevel',
        type: 'servicelevel_freshness',
        name: 'Freshness of events.created_at < 24h',
        model: 'events',
        field: 'created_at',
        severity: undefined,
        dimension: 'timeliness',
        qualityReference: 'sla1',
        tags: [],
        tableIndex: 0,
        expectation: { kind: 'freshness', column, seconds: 86_400 },
      },
    ]);
    expect(level('retention', 1, 'y')).toMatchObject({
      key: 'servicelevel_retention',
      name: 'Retention of events.created_at < 31536000s',
      dimension: 'conformity',
      expectation: { kind: 'retention', seconds: 31_536_000 },
    });
    expect(level('frequency', 1, 'day')).toMatchObject({
      key: 'servicelevel_frequency',
      name: 'Frequency of events.created_at < 1d',
      expectation: { kind: 'frequency', seconds: 86_400 },
    });
  });

  it.each([
    ['ly', 'servicelevel_freshness'],
    ['Latency', 'servicelevel_freshness'],
    ['FRESHNESS', 'servicelevel_freshness'],
    ['re', 'servicelevel_retention'],
    [' fy ', 'servicelevel_frequency'],
  ])('are known by %j', (property, type) => {
    expect(level(property, 1, 'd')?.type).toBe(type);
  });

  it.each([
    'availability',
    'av',
    'throughput',
    'generalAvailability',
    'timeOfAvailability',
    'toString',
  ])('that no data shows give no check: %s', (property) => {
    expect(level(property, 1, 'd')).toBeUndefined();
  });

  it.each([
    [24, undefined, 24 * 86_400, '24d'],
    [3, 'days', 3 * 86_400, '3d'],
    [3, 'hr', 3 * 3_600, '3h'],
    [3, 'Hours', 3 * 3_600, '3h'],
    [3, 'm', 180, '3m'],
    [3, 'min', 180, '3m'],
    [30, 's', 30, '30s'],
    [2, 'weeks', 1_209_600, '2w'],
    [1, 'month', 2_592_000, '1 months'],
    [1, 'y', 31_536_000, '1y'],
    ['12', 'h', 43_200, '12h'],
    ['25h', undefined, 90_000, '25h'],
    ['1.5 hours', 'd', 5_400, '1.5h'],
    ['500ms', undefined, 0.5, '500ms'],
    ['P1DT2H3M4S', undefined, 93_784, 'P1DT2H3M4S'],
    ['P1Y6M', undefined, 47_088_000, 'P1Y6M'],
    ['P2W', 'd', 1_209_600, 'P2W'],
    ['daily', undefined, 86_400, 'daily'],
  ])('%j with unit %j lasts %d seconds', (value, unit, seconds, shown) => {
    expect(level('freshness', value, unit)).toMatchObject({
      name: `Freshness of events.created_at < ${shown}`,
      expectation: { seconds },
    });
  });

  it('mean months by m where data is kept, and minutes elsewhere', () => {
    expect(level('retention', 14, 'm')?.name).toBe('Retention of events.created_at < 36288000s');
    expect(level('frequency', 14, 'm')?.expectation).toMatchObject({ seconds: 840 });
  });

  it.each([
    [1, 'percent'],
    [-1, 'd'],
    ['soon', undefined],
    ['P', undefined],
    ['PT', undefined],
    ['0 9 * * *', undefined],
    ['1'.repeat(5_000), 'd'],
    [undefined, 'd'],
    [true, 'd'],
    [Number.NaN, 'd'],
  ])('that do not say how long are named: %j %j', (value, unit) => {
    expect(level('freshness', value, unit)).toMatchObject({
      name: 'Freshness of events.created_at',
      expectation: {
        kind: 'not-evaluated',
        reason: expect.stringMatching(/no value with a known unit of time/),
      },
    });
  });

  it('may be about several elements, with a key for each', () => {
    const found = levels([{ property: 'freshness', value: 1, element: 'ev.ts, log.seen' }]);
    expect(
      found.map(({ key, model, field, tableIndex }) => [key, model, field, tableIndex]),
    ).toEqual([
      ['servicelevel_freshness', 'events', 'created_at', 0],
      ['servicelevel_freshness_2', 'log', 'seen', 1],
    ]);
  });

  it('may be about the default element, in the words of every version', () => {
    const sla = [{ property: 'latency', value: 4, unit: 'd' }];
    expect(levels(sla, { slaDefaultElement: 'ev.ts' })[0]?.field).toBe('created_at');
    expect(levels(sla, { slaDefaultColumn: 'log.seen' })[0]?.field).toBe('seen');
    expect(levels([{ ...sla[0], column: 'log.seen' }])[0]?.field).toBe('seen');
  });

  it('may be about a column that only one table has', () => {
    expect(level('freshness', 1, 'd', 'seen')?.model).toBe('log');
  });

  it.each([
    ['log.nothing', "names 'log.nothing', but the contract has no column 'nothing' in 'log'"],
    ['nowhere.x', "names 'nowhere.x', but the contract has no such table and column"],
    ['other', "names 'other', but the contract has no such table and column"],
    ['ev', "it names the table 'ev' but no column of it"],
    ['ev.meta.at', 'inside of a column'],
    [undefined, 'names no element'],
  ])('that lead to no column say so: %s', (element, reason) => {
    const [check] = levels([{ property: 'freshness', value: 1, unit: 'd', element }]);
    expect(check?.expectation).toEqual({
      kind: 'not-evaluated',
      reason: expect.stringContaining(reason),
    });
    expect(check?.name).toMatch(/^Freshness(?: of .+)? < 1d$/);
  });

  it('are reported without any table, too', () => {
    const contract = { slaProperties: [{ property: 'freshness', value: 1, element: 'a.b' }] };
    expect(planChecks(normaliseContract(contract), postgresServer)).toMatchObject([
      { model: 'a', tableIndex: 0, expectation: { kind: 'not-evaluated' } },
    ]);
  });
});
