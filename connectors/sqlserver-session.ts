import { literalOf } from '../domain/dialects/literal.ts';
import type { SourceRow } from './connector.ts';
import type { MssqlConnection } from './mssql-connection.ts';
import type { LaneSession } from './session-lanes.ts';

/** How long a statement waits for a lock. */
const lockTimeoutMs = 5_000;
const lockTimeoutApartMs = 500;

/** A connection as one of several lanes; rules run in a transaction that is rolled back. */
export async function openSqlServerSession(connection: MssqlConnection): Promise<LaneSession> {
  await connection.query(`set lock_timeout ${lockTimeoutMs}`).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  return {
    query: connection.query,
    queryRule: (sql, mostRows) => runApart(connection, sql, mostRows),
    isOpen: () => !connection.isBroken(),
    close: connection.close,
  };
}

/**
 * As dynamic SQL, so that settings and temporary tables of the statement end with it. What follows rolls back in a batch of its own,
 * because some errors end the batch that they happen in.
 */
async function runApart(
  connection: MssqlConnection,
  sql: string,
  mostRows: number,
): Promise<SourceRow[]> {
  const most = Math.max(1, Math.trunc(mostRows));
  await connection.query(
    `begin transaction; set lock_timeout ${lockTimeoutApartMs}; set rowcount ${most}`,
  );
  // As max, because texts of up to 4000 letters would be cut off when they are put together.
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
  return rows.slice(0, most);
}

/** How many transactions were open. */
async function rollBack(connection: MssqlConnection): Promise<number> {
  const [row] = await connection.query(
    'declare @open int = @@trancount; if @open > 0 rollback transaction; ' +
      `set rowcount 0; set lock_timeout ${lockTimeoutMs}; select @open as transactions`,
  );
  return Number(row?.['transactions']);
}
