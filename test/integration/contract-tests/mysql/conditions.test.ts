import { mysqlRuleCases } from './rule-cases.ts';
import { checkOf, troubles } from '../run-contract.ts';
import { startPrivateMariadb, withMariadb } from './private-mariadb.ts';
import type { PrivateMariadb } from './private-mariadb.ts';

let mariadb: PrivateMariadb;

withMariadb('a rule on MariaDB', () => {
  beforeAll(async () => {
    mariadb = await startPrivateMariadb();
  });
  afterAll(() => mariadb.stop());
  beforeEach(() => mariadb.reset());

  it.each([...mysqlRuleCases])(
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
      t__b__field_minimum: expect.stringContaining("'no number' is not a number to compare with"),
      t__b__field_maximum: 'failed: Actual invalid_count(b) was 1, expected = 0',
      t__d__field_minimum: expect.stringContaining("'never' is not a date"),
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
