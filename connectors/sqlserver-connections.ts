import type { SourceRow } from './connector.ts';
import type { MssqlConnection } from './mssql-connection.ts';
import { sqlServerText } from './sqlserver-tables.ts';
import { createLanes } from './statement-lanes.ts';

/** A few connections to one database: a statement has one to itself, and waits while all are taken. */
export type SqlServerConnections = {
  query: (sql: string) => Promise<SourceRow[]>;
  /** In a transaction of its own that is rolled back; at most `mostRows` rows are read. */
  queryApart: (sql: string, mostRows: number) => Promise<SourceRow[]>;
  close: () => Promise<void>;
};

/** How long a statement waits for a lock. */
const lockTimeoutMs = 5_000;
const lockTimeoutApartMs = 500;

/** Makes the first connection, and the others when they are needed. Rejects when the first cannot be made. */
export async function openConnections(
  count: number,
  connect: () => Promise<MssqlConnection>,
): Promise<SqlServerConnections> {
  const idle: MssqlConnection[] = [];
  const all = new Set<MssqlConnection>();
  const inLane = createLanes(count);
  const connectAnew = async (): Promise<MssqlConnection> => {
    const made = await connect();
    all.add(made);
    await made.query(`set lock_timeout ${lockTimeoutMs}`);
    return made;
  };
  const withConnection = <Value>(work: (one: MssqlConnection) => Promise<Value>): Promise<Value> =>
    inLane(async () => {
      const connection = idle.pop() ?? (await connectAnew());
      try {
        return await work(connection);
      } finally {
        if (!connection.isBroken()) idle.push(connection);
      }
    });
  idle.push(await connectAnew());
  return {
    query: (sql) => withConnection((connection) => connection.query(sql)),
    queryApart: (sql, mostRows) =>
      withConnection((connection) => runApart(connection, sql, mostRows)),
    close: async () => {
      await Promise.all([...all].map((connection) => connection.close()));
    },
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
  await connection.query(
    `begin transaction; set lock_timeout ${lockTimeoutApartMs}; set rowcount ${Math.trunc(mostRows)}`,
  );
  let rows: SourceRow[];
  try {
    rows = await connection.query(`exec sp_executesql ${sqlServerText(sql)}`);
  } catch (error) {
    await rollBack(connection).catch(() => undefined);
    throw error;
  }
  if ((await rollBack(connection)) === 0) {
    throw new Error('SQL Server: a rule may only read, but this one ended its transaction');
  }
  return rows.slice(0, mostRows);
}

/** How many transactions were open. */
async function rollBack(connection: MssqlConnection): Promise<number> {
  const [row] = await connection.query(
    'declare @open int = @@trancount; if @open > 0 rollback transaction; ' +
      `set rowcount 0; set lock_timeout ${lockTimeoutMs}; select @open as transactions`,
  );
  return Number(row?.['transactions']);
}
