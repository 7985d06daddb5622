import type { PlannedCheck } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { plan } from '../build-contract.ts';

/** The checks of the options of one property `a`, without that of its presence and its type. */
function ofOptions(options: Record<string, unknown>, logicalType?: string): PlannedCheck[] {
  const property = { name: 'a', logicalType, logicalTypeOptions: options };
  return plan([property]).filter(
    ({ type }) => type !== 'field_is_present' && type !== 'field_type',
  );
}

const rulesOf = (checks: PlannedCheck[]): unknown[] =>
  checks.map(({ expectation }) => (expectation.kind === 'rows' ? expectation.rule : expectation));

const reasons = (checks: PlannedCheck[]): (string | undefined)[] =>
  checks.map(({ expectation }) => ('reason' in expectation ? expectation.reason : undefined));

describe('options of a logical type', () => {
  it.each([
    [
      { multipleOf: 0.5 },
      'field_multiple_of',
      'is a multiple of 0.5',
      { kind: 'multiple-of', divisor: 0.5 },
    ],
    [{ minItems: 1 }, 'field_min_items', 'has at least 1 item', { kind: 'min-items', count: 1 }],
    [{ maxItems: 3 }, 'field_max_items', 'has at most 3 items', { kind: 'max-items', count: 3 }],
    [
      { uniqueItems: true },
      'field_unique_items',
      'has no duplicate items',
      { kind: 'unique-items' },
    ],
    [
      { minProperties: 2 },
      'field_min_properties',
      'has at least 2 properties',
      { kind: 'min-properties', count: 2 },
    ],
    [
      { maxProperties: 1 },
      'field_max_properties',
      'has at most 1 property',
      { kind: 'max-properties', count: 1 },
    ],
    [{ format: 'email' }, 'field_format', 'has format email', { kind: 'format', format: 'email' }],
  ])('%j', (options, type, says, rule) => {
    expect(ofOptions(options)).toMatchObject([
      {
        key: `t__a__${type}`,
        type,
        name: `Check that field a ${says}`,
        field: 'a',
        expectation: { rule },
      },
    ]);
  });

  it('uniqueItems: false and empty lists ask nothing', () => {
    expect(ofOptions({ uniqueItems: false, required: [], format: '' })).toEqual([]);
  });

  it('required members have keys of their own', () => {
    const checks = ofOptions({ required: ['city', 'zip'] }, 'object');
    expect(checks.map(({ key, name }) => [key, name])).toEqual([
      ['t__a__field_required_property_city', 'Check that field a has property city'],
      ['t__a__field_required_property_zip', 'Check that field a has property zip'],
    ]);
    expect(rulesOf(checks)[1]).toEqual({ kind: 'has-member', member: 'zip' });
  });

  it('has a check for every option at once', () => {
    const bounds = {
      minimum: 1,
      maximum: 9,
      exclusiveMinimum: 0,
      exclusiveMaximum: 10,
      multipleOf: 2,
    };
    const texts = { minLength: 1, maxLength: 2, pattern: 'x', format: 'uuid' };
    const lists = { minItems: 1, maxItems: 2, uniqueItems: true };
    const objects = { minProperties: 1, maxProperties: 2, required: ['x'] };
    const all = { ...bounds, ...texts, ...lists, ...objects };
    expect(ofOptions(all)).toHaveLength(17);
  });
});

describe('formats', () => {
  it.each(['email', 'uuid', 'uri', 'hostname', 'ipv4', 'ipv6', 'byte', 'binary'])(
    'of texts: %s',
    (format) => {
      expect(rulesOf(ofOptions({ format }, 'string'))).toEqual([{ kind: 'format', format }]);
    },
  );

  it.each([
    ['i8', -128, 127],
    ['u16', 0, 65_535],
    ['i32', -2_147_483_648, 2_147_483_647],
    ['i64', '-9223372036854775808', '9223372036854775807'],
    ['u64', 0, '18446744073709551615'],
    ['u128', 0, '340282366920938463463374607431768211455'],
  ])('of integers are bounds: %s', (format, low, high) => {
    const checks = ofOptions({ format }, 'integer');
    expect(checks.map(({ key, type }) => [key, type])).toEqual([
      ['t__a__field_format_minimum', 'field_format'],
      ['t__a__field_format_maximum', 'field_format'],
    ]);
    expect(rulesOf(checks)).toEqual([
      { kind: 'minimum', bound: low },
      { kind: 'maximum', bound: high },
    ]);
  });

  it.each(['date', 'timestamp', 'time'])('of a %s are patterns', (logicalType) => {
    const format = 'yyyy-MM-dd';
    expect(rulesOf(ofOptions({ format }, logicalType))).toEqual([{ kind: 'date-format', format }]);
  });

  it.each(['password', 'f32', 'f64'])(
    'that say nothing about values give no check: %s',
    (format) => {
      expect(ofOptions({ format })).toEqual([]);
    },
  );

  it.each([
    ['phone', 'string'],
    ['i32', 'string'],
    ['email', 'integer'],
    ['date-time', 'timestamp'],
    ['i7', 'integer'],
  ])('that are not known are named: %s of %s', (format, logicalType) => {
    const [check] = ofOptions({ format }, logicalType);
    expect(check).toMatchObject({
      type: 'field_format',
      expectation: {
        kind: 'not-evaluated',
        reason: `The format '${format}' is not known, so it was not checked`,
      },
    });
  });
});

describe('options that no value can satisfy', () => {
  it.each([
    [{ minLength: 3, maxLength: 2 }, 'minLength 3 together with maxLength 2'],
    [{ minItems: 3, maxItems: 2 }, 'minItems 3 together with maxItems 2'],
    [{ minProperties: 3, maxProperties: 2 }, 'minProperties 3 together with maxProperties 2'],
    [{ minimum: 3, maximum: 2 }, 'minimum 3 together with maximum 2'],
    [
      { minimum: '2025-02-01', maximum: '2025-01-01' },
      'minimum 2025-02-01 together with maximum 2025-01-01',
    ],
    [{ minimum: '09:00', maximum: '08:00:00' }, 'minimum 09:00 together with maximum 08:00:00'],
    [{ minimum: '10', maximum: 9 }, 'minimum 10 together with maximum 9'],
    [{ minimum: 2, exclusiveMaximum: 2 }, 'minimum 2 together with exclusiveMaximum 2'],
    [{ exclusiveMinimum: 2, maximum: 2 }, 'exclusiveMinimum 2 together with maximum 2'],
    [
      { exclusiveMinimum: 2, exclusiveMaximum: 2 },
      'exclusiveMinimum 2 together with exclusiveMaximum 2',
    ],
  ])('%j', (options, what) => {
    const checks = ofOptions(options);
    expect(checks.length).toBeGreaterThanOrEqual(2);
    expect(new Set(checks.map(({ expectation }) => expectation.kind))).toEqual(
      new Set(['impossible']),
    );
    expect(new Set(reasons(checks))).toEqual(new Set([`No value can satisfy ${what}`]));
  });

  it.each([
    [{ minimum: 2, maximum: 2 }],
    [{ minLength: 2, maxLength: 2 }],
    [{ minimum: 'a', maximum: 'A' }],
    [{ minimum: '2025-01-01', maximum: '2025-02-01' }],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }],
  ])('are not those: %j', (options) => {
    expect(reasons(ofOptions(options)).every((reason) => reason === undefined)).toBe(true);
  });

  it.each([
    [{ minimum: Number.NaN }, 'number', "'NaN' is not a number"],
    [{ maximum: 'abc' }, 'integer', "'abc' is not a number"],
    [{ minimum: '-Infinity' }, undefined, "'-Infinity' is not a number"],
    [{ multipleOf: 0 }, 'number', 'multipleOf has to be above 0, not 0'],
    [{ pattern: '' }, 'string', 'The pattern is empty'],
    [{ pattern: 'x'.repeat(1_001) }, 'string', 'longer than 1,000'],
    [{ pattern: 'a\0b' }, 'string', 'zero byte'],
  ])('%j of %s', (options, logicalType, reason) => {
    const [check] = ofOptions(options, logicalType);
    expect(check?.expectation).toEqual({
      kind: 'impossible',
      reason: expect.stringContaining(reason),
    });
  });

  it('leave a pattern that only a server can judge to the server', () => {
    expect(rulesOf(ofOptions({ pattern: '(?i)[[:alpha:]]' }))).toEqual([
      { kind: 'pattern', pattern: '(?i)[[:alpha:]]' },
    ]);
  });
});
