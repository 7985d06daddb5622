import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import { startPrivateMariadb, withMariadb } from './private-mariadb.ts';
import { itJudgesRules, ruleTables, runRules } from '../rule-tables.ts';

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

const tables = ruleTables('postgres');

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
    outcome = await runRules(tables, mariadb);
    await mariadb.stop();
  });

  itJudgesRules(tables, () => outcome);

  it('shows samples of what breaks a rule', () => {
    const failed = outcome.checks.filter(({ result }) => result === 'failed');
    expect(failed.length).toBeGreaterThan(20);
    for (const { key, failedNumber, failedSamples } of failed)
      expect([key, failedSamples?.length]).toEqual([key, Math.min(5, failedNumber ?? 0)]);
  });
});
