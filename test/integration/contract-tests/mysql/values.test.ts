import { startPrivateMariadb, withMariadb } from './private-mariadb.ts';
import type { PrivateMariadb } from './private-mariadb.ts';
import { checkOf, troubles } from '../run-contract.ts';

let mariadb: PrivateMariadb;

withMariadb('a rule on values of MariaDB', () => {
  beforeAll(async () => {
    mariadb = await startPrivateMariadb();
  });
  afterAll(() => mariadb.stop());
  beforeEach(() => mariadb.reset());

  it('with a query calls database, table and columns as they are called', async () => {
    await mariadb.run(
      'create table Orders (id int, `a.b` int, `Sel``ect` int)',
      'insert into Orders values (1, 2, 3), (1, 2, 3)',
      'drop database if exists other',
      'create database other',
      'create table other.Things (id int)',
      'insert into other.Things values (7)',
    );
    const rule = (query: string, mustBe: unknown): unknown => ({ type: 'sql', query, mustBe });
    const properties = [
      { name: 'ID', quality: [rule('select max({column}) from {schema}.{model}', 1)] },
      { name: 'a.b', quality: [rule('select max({table}.{column}) from {table}', 2)] },
      { name: 'Sel`ect', quality: [rule("select '{field}' from ${dataset}.{object}", 'Sel`ect')] },
    ];
    const quality = [rule('select count(*) from {database}.{table}', 2)];
    const things = {
      name: 'things',
      physicalName: 'other.things',
      properties: [{ name: 'id', required: true }],
      quality: [rule('select max(id) from {table}', 7)],
    };
    const orders = { name: 'orders', properties, quality };
    const { checks, ...outcome } = await mariadb.test([orders, things]);
    await mariadb.run('drop database other');
    expect(troubles({ checks, ...outcome })).toEqual({});
    expect(checks.filter(({ category }) => category === 'quality')).toHaveLength(5);
  });

  it('with a query answers dates and moments as people write them', async () => {
    await mariadb.run(
      'create table t (d date, at datetime(6))',
      "insert into t values ('2026-01-01', '2026-01-01 10:30:00.5')",
    );
    const rule = (mustBe: string): unknown => ({
      type: 'sql',
      query: 'select max({column}) from {table}',
      mustBe,
    });
    const properties = [
      { name: 'd', quality: [rule('2026-01-01'), rule('2026-01-01T00:00:00Z')] },
      { name: 'at', quality: [rule('2026-01-01 10:30:00.500000'), rule('2026-01-01')] },
    ];
    expect(troubles(await mariadb.test([{ name: 't', properties }]))).toEqual({
      t__at__quality_sql_1:
        'failed: Actual custom_sql(at) was 2026-01-01T10:30:00.500Z, expected = 2026-01-01',
    });
  });

  it('compares texts with numbers that they spell, not with those that they begin with', async () => {
    await mariadb.run(
      'create table c (id int, amount decimal(10, 2), d date)',
      "insert into c values (1, 1.5, '2024-01-01'), (2, 0, null), (3, -7, null)",
      'create table o (s varchar(20), a varchar(20), d varchar(20), n int)',
      `insert into o values ('1abc', '1.5', '2024-01-01', 1), ('2', '1.500', '2024-01-01x', 2), ('3xyz', '', null, 3),
        (null, 'x', null, null), ('03', '-7', null, 4)`,
      'create table p (s varchar(20))',
      "insert into p values ('1'), ('2x'), ('3.0')",
    );
    const to = (target: string): unknown => [{ type: 'foreignKey', to: target }];
    const schema = [
      {
        name: 'o',
        properties: [
          { name: 's', relationships: to('c.id') },
          { name: 'a', relationships: to('c.amount') },
          { name: 'd', relationships: to('c.d') },
          { name: 'n', relationships: to('p.s') },
        ],
      },
      { name: 'c', properties: [{ name: 'id' }, { name: 'amount' }, { name: 'd' }] },
      { name: 'p', properties: [{ name: 's' }] },
    ];
    const outcome = await mariadb.test(schema);
    expect(troubles(outcome)).toEqual({
      o__s__field_foreign_key: expect.stringContaining('was 2,'),
      o__a__field_foreign_key: expect.stringContaining('was 2,'),
      o__d__field_foreign_key: expect.stringContaining('was 1,'),
      o__n__field_foreign_key: expect.stringContaining('was 2,'),
    });
    expect(checkOf(outcome, 'o__s__field_foreign_key').failedSamples).toEqual([
      { s: '1abc' },
      { s: '3xyz' },
    ]);
  });

  it.each([{ minimum: 1 }, { maximum: 1 }, { exclusiveMinimum: 0 }, { multipleOf: 1 }])(
    '%j takes no text for a number',
    async (logicalTypeOptions) => {
      await mariadb.run('create table t (c varchar(20))', "insert into t values ('1abc'), ('1')");
      const outcome = await mariadb.test([
        { name: 't', properties: [{ name: 'c', logicalTypeOptions }] },
      ]);
      expect([...new Set(Object.values(troubles(outcome)))]).toEqual([
        'error: Error evaluating check: a text (varchar(20)) cannot be compared with a number',
      ]);
    },
  );

  it('with a pattern that is too much work is an error, and spoils no other', async () => {
    await mariadb.run(
      'create table t (a varchar(500), b text)',
      "insert into t select repeat('a', 400), 'x' from seq_1_to_2",
      "insert into t values ('b', '1')",
    );
    const properties = [
      { name: 'a', required: true, logicalTypeOptions: { pattern: '^(a+)+[^a]' } },
      { name: 'b', logicalTypeOptions: { pattern: '^(x+x+)+y' } },
    ];
    const rule = (query: string): unknown => ({ type: 'sql', query, mustBe: 0 });
    const quality = [rule("select count(*) from {table} where a regexp '^(a+)+[^a]'")];
    const outcome = await mariadb.test([{ name: 't', properties, quality }]);
    expect(troubles(outcome)).toEqual({
      t__b__field_regex: 'failed: Actual invalid_count(b) was 3, expected = 0',
      t__a__field_regex: expect.stringContaining(
        "error: Error evaluating check: Regex error 'match limit exceeded'",
      ),
      t__quality_sql_0: expect.stringContaining(
        "error: Error evaluating check: Regex error 'match limit exceeded'",
      ),
    });
  });
});
