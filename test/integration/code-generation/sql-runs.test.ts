import { sqlDdl } from '../../../jobs/code-generation/generators/sql-ddl.ts';
import { sqlSelect } from '../../../jobs/code-generation/generators/sql-select.ts';
import { hasMariadb } from '../../support/mariadb.ts';
import { hasSqlContracts, isEmptyScript, textsOf, validContracts } from './sql-contracts.ts';
import { startDuckdb, startMysql, startPostgres } from './sql-engines.ts';
import type { SqlEngine } from './sql-engines.ts';
import { sqlExceptions } from './sql-exceptions.ts';

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
  const listed = sqlExceptions.filter(({ dialect }) => dialect === engine.dialect);
  const unlisted = [...failures].filter(
    ([name]) => !listed.some(({ contract }) => contract === name),
  );
  console.log(`${engine.dialect}: ${count - failures.size} of ${count} contracts run`);
  expect(unlisted).toEqual([]);
  // An exception that runs has to leave the list.
  expect(listed.filter(({ contract }) => !failures.has(contract))).toEqual([]);
  expect((count - failures.size) / count).toBeGreaterThanOrEqual(0.98);
  expect(count).toBeGreaterThan(100);
}

withContracts('tables and queries of public contracts run', () => {
  it('in Postgres', async () => expectRuns(await startPostgres()), 300_000);
  withMariadb('in MariaDB', async () => expectRuns(await startMysql()), 300_000);
  it('in DuckDB', async () => expectRuns(await startDuckdb()), 300_000);
});
