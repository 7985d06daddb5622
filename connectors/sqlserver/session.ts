import { literalOf } from '../../domain/dialects/literals/literal.ts';
import type { SourceRow } from '../connector.ts';
import type { MssqlConnection } from './connection.ts';
import type { PooledSession } from '../server/session-pool.ts';

/** Maximum wait for a lock. */
const lockTimeoutMs = 5_000;
const lockTimeoutApartMs = 500;

/** Makes a session of a pool from a connection; rules run in a transaction that is rolled back. */
export async function openSqlServerSession(connection: MssqlConnection): Promise<PooledSession> {
  await connection.query(`set lock_timeout ${lockTimeoutMs}`).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  return {
    query: connection.query,
    queryRule: (sql, maxRows) => runApart(connection, sql, maxRows),
    isOpen: () => !connection.isBroken(),
    close: connection.close,
  };
}

/**
 * Runs the statement as dynamic SQL, so that its settings and temporary tables end with it. The rollback runs in a separate
 * batch, because some errors end their batch.
 */
async function runApart(
  connection: MssqlConnection,
  sql: string,
  maxRows: number,
): Promise<SourceRow[]> {
  const limit = Math.max(1, Math.trunc(maxRows));
  await connection.query(
    `begin transaction; set lock_timeout ${lockTimeoutApartMs}; set rowcount ${limit}`,
  );
  // As max, because the concatenation would truncate texts of up to 4000 characters.
  const text = `cast(N'' as nvarchar(max)) + ${literalOf('sqlserver', sql)}`;
  let rows: SourceRow[];
  try {
    rows = await connection.query(
      `declare @rule nvarchar(max) = ${text}; exec sp_executesql @rule`,
    );
  } catch (error) {
    await rollBack(connection).catch(() => undefined);
    throw error;
  }
  if ((await rollBack(connection)) === 0) {
    throw new Error('SQL Server: a rule may only read, but this one ended its transaction');
  }
  return rows.slice(0, limit);
}

/** The number of open transactions. */
async function rollBack(connection: MssqlConnection): Promise<number> {
  const [row] = await connection.query(
    'declare @open int = @@trancount; if @open > 0 rollback transaction; ' +
      `set rowcount 0; set lock_timeout ${lockTimeoutMs}; select @open as transactions`,
  );
  return Number(row?.['transactions']);
}
