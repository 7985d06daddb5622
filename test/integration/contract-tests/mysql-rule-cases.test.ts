import type { ContractTestOutcome } from '../../../jobs/contract-tests/outcome.ts';
import { startPrivateMariadb, withMariadb } from './private-mariadb.ts';
import { ruleCases } from './rule-cases.ts';
import type { RuleCase } from './rule-cases.ts';
import { runPlanned } from './run-planned.ts';
import type { Wish } from './run-planned.ts';

const types: Record<string, string> = {
  text: 'text',
  uuid: 'uuid',
  bigint: 'bigint',
  'double precision': 'double',
  'numeric(10,2)': 'decimal(10, 2)',
  date: 'date',
  timestamptz: 'datetime(6)',
  jsonb: 'json',
  'bigint[]': 'json',
};

type Table = { name: string; values: readonly unknown[]; of: RuleCase };

const tables: Table[] = ruleCases
  .filter(({ not = [] }) => !not.includes('postgres'))
  .flatMap((of, index) => [
    { name: `good_${index}`, values: of.good, of },
    { name: `bad_${index}`, values: of.bad, of },
  ]);

function valueOf(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  return type === 'datetime(6)' ? new Date(value as string).toISOString().slice(0, 23) : value;
}

withMariadb('every rule on MariaDB', () => {
  let outcome: ContractTestOutcome;

  beforeAll(async () => {
    const mariadb = await startPrivateMariadb();
    for (const { name, values, of } of tables) {
      const type = types[of.postgresType] ?? '';
      await mariadb.run(`create table ${name} (id int, v ${type})`);
      for (const [index, value] of values.entries())
        await mariadb.client.query(`insert into ${name} values (?, ?)`, [
          index,
          valueOf(value, type),
        ]);
    }
    const schema = tables.map(({ name }) => ({
      name,
      properties: [{ name: 'id', unique: true }, { name: 'v' }],
    }));
    const wishes = tables.map(({ name, of }, table): Wish => {
      const column = { name: 'v', logicalType: of.logicalType, steps: of.steps ?? [] };
      return { key: name, table, expectation: { kind: 'rows', column, rule: of.rule } };
    });
    outcome = await runPlanned({ ...mariadb, schema }, wishes);
    await mariadb.stop();
  }, 120_000);

  it.each(tables.map((table) => [`${table.of.title}: ${table.name}`, table] as const))(
    '%s',
    (_title, { name, values }) => {
      const check = outcome.checks.find(({ key }) => key === name);
      const broken = name.startsWith('bad') ? values.length : 0;
      expect(check).toMatchObject({
        result: broken === 0 ? 'passed' : 'failed',
        totalNumber: values.length,
        failedNumber: broken,
      });
    },
  );

  it('shows samples of what breaks a rule', () => {
    const failed = outcome.checks.filter(({ result }) => result === 'failed');
    expect(failed.length).toBeGreaterThan(20);
    for (const { key, failedNumber, failedSamples } of failed)
      expect([key, failedSamples?.length]).toEqual([key, Math.min(5, failedNumber ?? 0)]);
  });
});
