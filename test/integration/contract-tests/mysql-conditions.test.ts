import { checkOf, troubles } from './run-contract.ts';
import { startPrivateMariadb, withMariadb } from './private-mariadb.ts';
import type { PrivateMariadb } from './private-mariadb.ts';

let mariadb: PrivateMariadb;

type Property = Record<string, unknown>;

/** A rule on a column `c` of this type: values that keep it, and values that break it. */
type Case = [rule: string, type: string, property: Property, good: string[], bad: string[]];

const options = (logicalType: string, logicalTypeOptions: Property): Property => ({
  logicalType,
  logicalTypeOptions,
});

const rule = (metric: string, given: Property): Property => ({
  quality: [{ type: 'library', metric, mustBe: 0, ...given }],
});

const cases: Case[] = [
  ['required', 'int', { required: true }, ['1'], ['null']],
  [
    'minLength',
    'varchar(20)',
    options('string', { minLength: 2 }),
    ["'ää'", 'null'],
    ["'ä'", "''"],
  ],
  ['maxLength', 'text', options('string', { maxLength: 2 }), ["'😀ä'"], ["'abc'"]],
  [
    'pattern',
    'varchar(20)',
    options('string', { pattern: String.raw`^[a-c]+\d{2}$` }),
    ["'ab12'", 'null'],
    ["'AB12'", "'ab1'"],
  ],
  [
    'pattern with a backslash and a quote',
    'varchar(20)',
    options('string', { pattern: String.raw`^a\\'b$` }),
    [String.raw`'a\\''b'`],
    ["'ab'"],
  ],
  [
    'format email',
    'varchar(50)',
    options('string', { format: 'email' }),
    ["'a.b@c.example'"],
    ["'a@b@c'"],
  ],
  ['format uuid', 'char(36)', options('string', { format: 'uuid' }), ['uuid()'], ["'x'"]],
  [
    'format uri',
    'text',
    options('string', { format: 'uri' }),
    ["'https://a.example/b?c=[d]'"],
    ["'a b'"],
  ],
  [
    'format hostname',
    'text',
    options('string', { format: 'hostname' }),
    ["'a-b.example'"],
    ["'-a'"],
  ],
  ['format ipv4', 'text', options('string', { format: 'ipv4' }), ["'127.0.0.1'"], ["'256.1.1.1'"]],
  [
    'format ipv6',
    'text',
    options('string', { format: 'ipv6' }),
    ["'::1'", "'2001:db8::1'"],
    ["'1:2'"],
  ],
  ['format byte', 'text', options('string', { format: 'byte' }), ["'YWI='"], ["'a'"]],
  ['minimum', 'decimal(10, 2)', options('number', { minimum: 1.5 }), ['1.50', 'null'], ['1.49']],
  ['maximum', 'double', options('number', { maximum: 2 }), ['2'], ['2.0001']],
  [
    'maximum of a large integer',
    'bigint unsigned',
    options('integer', { maximum: 4 }),
    ['4'],
    ['5', '18446744073709551615'],
  ],
  [
    'minimum of a date',
    'date',
    options('date', { minimum: '2024-01-02' }),
    ["'2024-01-02'"],
    ["'2024-01-01'", "'0000-00-00'"],
  ],
  [
    'maximum of a timestamp',
    'timestamp(3) null',
    options('timestamp', { maximum: '2024-01-01T12:00:00.5+02:00' }),
    ["'2024-01-01 10:00:00.5'"],
    ["'2024-01-01 10:00:00.501'"],
  ],
  [
    'minimum of a datetime',
    'datetime',
    options('timestamp', { minimum: '2024-01-01' }),
    ["'2024-01-01'"],
    ["'2023-12-31 23:59:59'"],
  ],
  [
    'minimum of a time',
    'time',
    options('time', { minimum: '08:00' }),
    ["'08:00:00'"],
    ["'07:59:59'"],
  ],
  [
    'multipleOf',
    'decimal(10, 3)',
    options('number', { multipleOf: 0.1 }),
    ['0.3', '0', '-0.7'],
    ['0.35'],
  ],
  ['multipleOf of a double', 'double', options('number', { multipleOf: 0.1 }), ['0.3'], ['0.35']],
  [
    'enum of texts',
    'varchar(10)',
    { enum: ['a', "it's", 'B\\'] },
    ["'a'", "'it''s'", String.raw`'B\\'`, 'null'],
    ["'A'", "''"],
  ],
  [
    'enum of an enum',
    "enum('a', 'A', 'b') collate utf8mb4_bin",
    { enum: ['a', 'b'] },
    ["'a'"],
    ["'A'"],
  ],
  ['enum of numbers', 'int', { enum: [1, 2] }, ['1'], ['3']],
  ['enum of booleans', 'boolean', { logicalType: 'boolean', enum: [true] }, ['true'], ['false']],
  [
    'enum of a latin column',
    'varchar(10) character set latin1',
    { enum: ['ä'] },
    ["'ä'"],
    ["'a'", "'Ä'"],
  ],
  ['unique', 'varchar(10)', { unique: true }, ["'a'", "'A'", "'á'", "'b'"], ["'c'", "'c'"]],
  [
    'missingValues',
    'varchar(10)',
    rule('missingValues', { arguments: { missingValues: ['', 'N/A'] } }),
    ["'n/a'", "'x'"],
    ["''", "'N/A'", 'null'],
  ],
  [
    'validValues',
    'varchar(10)',
    rule('invalidValues', { arguments: { validValues: ['x'] } }),
    ["'x'", 'null'],
    ["'X'"],
  ],
  [
    'valid pattern',
    'varchar(10)',
    rule('invalidValues', { arguments: { pattern: '^x' } }),
    ["'xy'", 'null'],
    ["'Xy'"],
  ],
  ['minItems', 'json', options('array', { minItems: 2 }), ["'[1, 2]'", "'{}'", 'null'], ["'[1]'"]],
  ['maxItems', 'json', options('array', { maxItems: 1 }), ["'[null]'"], ["'[1, 2]'"]],
  [
    'uniqueItems',
    'json',
    options('array', { uniqueItems: true }),
    [`'["a", "A", null]'`],
    [`'["a", "a"]'`, `'[null, null]'`],
  ],
  [
    'minProperties',
    'json',
    options('object', { minProperties: 1 }),
    [`'{"a": null}'`, "'[]'"],
    ["'{}'"],
  ],
  [
    'maxProperties',
    'longtext',
    options('object', { maxProperties: 1 }),
    [`'{"a": 1}'`, "'no json'"],
    [`'{"a": 1, "b": 2}'`],
  ],
  [
    'required members',
    'json',
    options('object', { required: ['a"\\b'] }),
    [String.raw`'{"a\\"\\\\b": null}'`, 'null'],
    [`'{"a": 1}'`],
  ],
  [
    'items',
    'json',
    { logicalType: 'array', items: options('integer', { minimum: 1 }) },
    ["'[1, 2, null]'", "'[]'", 'null'],
    ["'[2, 0]'"],
  ],
  [
    'items of items',
    'json',
    {
      logicalType: 'array',
      items: { logicalType: 'array', items: options('string', { maxLength: 1 }) },
    },
    [`'[["a"], ["b"], []]'`],
    [`'[["a"], ["bc"]]'`],
  ],
  [
    'required items',
    'json',
    { logicalType: 'array', items: { logicalType: 'string', required: true } },
    [`'["a"]'`],
    [`'["a", null]'`],
  ],
  [
    'a member',
    'json',
    {
      logicalType: 'object',
      properties: [{ name: 'at', ...options('timestamp', { minimum: '2024-01-01T00:00:00Z' }) }],
    },
    [`'{"at": "2024-01-01T02:00:00+02:00"}'`, `'{"at": "2024-01-01"}'`, "'{}'"],
    [`'{"at": "2024-01-01T01:59:59+02:00"}'`, `'{"at": "2023-12-31T23:59:59.5Z"}'`],
  ],
  [
    'a required member',
    'json',
    { logicalType: 'object', properties: [{ name: 'a', logicalType: 'string', required: true }] },
    [`'{"a": ""}'`, 'null'],
    ["'{}'", `'{"a": null}'`],
  ],
  [
    'a member of a member',
    'json',
    {
      logicalType: 'object',
      properties: [
        {
          name: 'a',
          logicalType: 'object',
          properties: [{ name: 'b', logicalType: 'boolean', enum: [true] }],
        },
      ],
    },
    [`'{"a": {"b": true}}'`, `'{"a": null}'`],
    [`'{"a": {"b": false}}'`],
  ],
];

withMariadb('a rule on MariaDB', () => {
  beforeAll(async () => {
    mariadb = await startPrivateMariadb();
  }, 60_000);
  afterAll(() => mariadb.stop());
  beforeEach(() => mariadb.reset());

  it.each(cases)(
    '%s on %s finds what breaks it, and nothing else',
    async (_rule, type, property, good, bad) => {
      const insert = (values: string[]): Promise<void> =>
        mariadb.run(
          "set sql_mode = ''",
          ...values.map((value) => `insert into t (c) values (${value})`),
        );
      await mariadb.run(`create table t (c ${type})`);
      const schema = [{ name: 't', properties: [{ name: 'c', ...property }] }];
      await insert(good);
      expect(troubles(await mariadb.test(schema))).toEqual({});
      await insert(bad);
      const outcome = await mariadb.test(schema);
      const failed = outcome.checks.filter((check) => check.result !== 'passed');
      expect(failed.map((check) => check.result)).toEqual(['failed']);
      const count = property['unique'] === true ? 1 : bad.length;
      expect(failed[0]?.diagnostics).toMatchObject({ value: count });
    },
  );

  it('on several columns, with counts, keys and moments', async () => {
    await mariadb.run(
      'create table p (a int, b varchar(10))',
      "insert into p values (1, 'x'), (1, 'y')",
      'create table t (id int, a int, b varchar(10), at datetime(3))',
      `insert into t values (1, 1, 'x', now(3)), (2, 1, 'X', now(3) - interval 30 minute), (3, null, 'q', null)`,
    );
    const properties = [
      { name: 'id', primaryKey: true },
      { name: 'a', logicalType: 'integer' },
      { name: 'b' },
      { name: 'at', logicalType: 'timestamp' },
    ];
    const schema = [
      {
        name: 't',
        properties,
        relationships: [{ type: 'foreignKey', from: ['t.a', 't.b'], to: ['p.a', 'p.b'] }],
        quality: [
          { metric: 'rowCount', mustBe: 3 },
          { metric: 'duplicateValues', mustBe: 0, arguments: { properties: ['a', 'b'] } },
          { type: 'sql', query: 'select count(*) from {object} where a is null', mustBe: 1 },
        ],
      },
      { name: 'p', properties: [{ name: 'a', unique: true }, { name: 'b' }] },
    ];
    const outcome = await mariadb.test(schema);
    expect(troubles(outcome)).toEqual({
      t__model_foreign_key: 'failed: Actual orphan_count(t) was 1, expected = 0',
      p__a__field_unique: 'failed: Actual duplicate_count(a) was 1, expected = 0',
    });
    expect(checkOf(outcome, 't__model_foreign_key').failedSamples).toEqual([
      { id: 2, a: 1, b: 'X' },
    ]);
  });

  it('on freshness, retention and frequency', async () => {
    await mariadb.run(
      'create table t (id int, at datetime(3))',
      'insert into t values (1, utc_timestamp(3)), (2, utc_timestamp(3) - interval 30 minute), (3, null)',
    );
    const sla = (hours: number): unknown[] => [
      { property: 'latency', value: hours, unit: 'h', element: 't.at' },
      { property: 'retention', value: hours, unit: 'h', element: 't.at' },
      { property: 'frequency', value: hours, unit: 'h', element: 't.at' },
    ];
    const schema = [{ name: 't', properties: [{ name: 'at', logicalType: 'timestamp' }] }];
    const good = await mariadb.test(schema, { slaProperties: sla(1) });
    expect(troubles(good)).toEqual({});
    expect(good.checks).toHaveLength(5);
    const bad = await mariadb.test(schema, { slaProperties: sla(0.25) });
    const failed = bad.checks.filter((check) => check.result === 'failed');
    expect(failed.map((check) => check.type)).toEqual([
      'servicelevel_retention',
      'servicelevel_frequency',
    ]);
  });

  it('that it cannot evaluate spoils no other', async () => {
    await mariadb.run(
      'create table t (a text, b int, d date)',
      "insert into t values ('x', 1, '2024-01-01')",
    );
    const properties = [
      { name: 'a', required: true, logicalTypeOptions: { pattern: '([' } },
      { name: 'b', logicalTypeOptions: { minimum: 'no number', maximum: 0 } },
      { name: 'd', logicalTypeOptions: { minimum: 'never' } },
    ];
    expect(troubles(await mariadb.test([{ name: 't', properties }]))).toEqual({
      t__a__field_regex: expect.stringContaining('missing terminating ]'),
      t__b__field_minimum: expect.stringContaining("'no number' is no number to compare with"),
      t__b__field_maximum: 'failed: Actual invalid_count(b) was 1, expected = 0',
      t__d__field_minimum: expect.stringContaining("'never' is no date"),
    });
  });

  it('may hold any text and be about any name', async () => {
    await mariadb.run(
      "create table `Wëird `` ta'ble; -- ?` (`sel``ect '\"` text, `item` json, `ÄÖ` int)",
      "insert into `Wëird `` ta'ble; -- ?` values ('it''s', '[\"1\"]', 3)",
    );
    const texts = [
      "'; drop table t; --",
      '\\',
      "\\'",
      '\ud800',
      '?',
      '%',
      '`',
      '/* ',
      '\n',
      'x'.repeat(100_000),
    ];
    for (const text of texts) {
      const properties = [
        { name: 'sel`ect \'"', required: true, enum: ["it's", text], unique: true },
        { name: 'item', logicalType: 'array', items: { logicalType: 'string', enum: [text] } },
        { name: 'äö', logicalTypeOptions: { minimum: 3 } },
      ];
      const outcome = await mariadb.test([
        { name: 'x', physicalName: "Wëird ` ta'ble; -- ?", properties },
      ]);
      const open = Object.values(troubles(outcome));
      expect(open).toEqual([expect.stringContaining('was 1, expected = 0')]);
    }
  });

  it('passes on an empty table, but for the row count', async () => {
    await mariadb.run('create table t (c json, n int)');
    const properties = [
      { name: 'c', logicalType: 'array', logicalTypeOptions: { minItems: 1 } },
      { name: 'n', required: true, unique: true, logicalTypeOptions: { minimum: 1 } },
    ];
    const quality = [{ metric: 'rowCount', mustBeGreaterThan: 0 }];
    const outcome = await mariadb.test([{ name: 't', properties, quality }]);
    expect(Object.keys(troubles(outcome))).toEqual(['t__row_count']);
    expect(checkOf(outcome, 't__row_count').diagnostics).toMatchObject({ value: 0 });
  });
});
