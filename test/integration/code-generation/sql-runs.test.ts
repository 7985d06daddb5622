import { sqlDdl } from '../../../jobs/code-generation/generators/sql/generator.ts';
import { sqlSelect } from '../../../jobs/code-generation/generators/sql/select.ts';
import { hasMariadb } from '../../support/servers/mariadb.ts';
import {
  hasSqlContracts,
  isEmptyScript,
  readContracts,
  textsOf,
  validContracts,
} from './sql-contracts.ts';
import { startDuckdb, startMysql, startPostgres } from './sql-engines.ts';
import type { SqlEngine } from './sql-engines.ts';
import { compareWithExceptions, sqlExceptions } from './sql-exceptions.ts';

if (!hasSqlContracts) console.warn('Skipped: there is no ../shared with public contracts');
if (!hasMariadb()) console.warn('Skipped: there is no MariaDB on this machine');
const withContracts = hasSqlContracts ? describe : describe.skip;
const withMariadb = hasMariadb() ? it : it.skip;

/** Failures by the name of the contract. */
async function runAll(
  engine: SqlEngine,
): Promise<{ count: number; failures: Map<string, string> }> {
  const failures = new Map<string, string>();
  const contracts = validContracts();
  for (const { name, contract } of contracts) {
    try {
      await engine.clear();
      for (const sql of textsOf(sqlDdl, contract, engine.dialect)) {
        if (!isEmptyScript(sql)) await engine.run(sql);
      }
      for (const sql of textsOf(sqlSelect, contract, engine.dialect)) {
        // A table without properties is not created.
        if (!isEmptyScript(sql) && !sql.includes('    *\n')) await engine.run(sql);
      }
    } catch (error) {
      failures.set(name, (error as Error).message);
    }
  }
  return { count: contracts.length, failures };
}

async function expectRuns(engine: SqlEngine): Promise<void> {
  const { count, failures } = await runAll(engine);
  await engine.stop();
  console.log(`${engine.dialect}: ${count - failures.size} of ${count} contracts run`);
  expect(compareWithExceptions(engine.dialect, failures, sqlExceptions)).toEqual({
    unlisted: [],
    needless: [],
  });
  expect((count - failures.size) / count).toBeGreaterThanOrEqual(0.98);
  expect(count).toBeGreaterThan(100);
}

withContracts('tables and queries of public contracts run', () => {
  it('for every contract that is valid', () => {
    const { contracts, valid, skipped } = readContracts();
    const names = new Set(contracts.map(({ name }) => name));
    expect(valid.filter((name) => !names.has(name))).toEqual([]);
    expect(valid.length).toBeGreaterThanOrEqual(100);
    // What a run of the reference refused as no YAML.
    expect(skipped).toEqual([
      'oracles/engine/fixtures/edit-endpoint-is-available/contract.odcs.yaml',
    ]);
  });

  it('in Postgres', async () => expectRuns(await startPostgres()), 300_000);
  withMariadb('in MariaDB', async () => expectRuns(await startMysql()), 300_000);
  it('in DuckDB', async () => expectRuns(await startDuckdb()), 300_000);
});
