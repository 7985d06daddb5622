import { Client } from 'pg';

const connectWithinMs = 10_000;

/** The texts of COPY must not depend on settings of the role or the database, and a long statement is not an error here. */
const settings = [
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'lock_timeout=10000',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'extra_float_digits=3',
  'timezone=UTC',
];

/** Runs `work` on a connection of its own, which ends with it: an open transaction is rolled back. */
export async function withSession<T>(
  url: string,
  applicationName: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  });
  // The statement that is running fails, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const each of settings) await client.query(`set ${each}`);
    return await work(client);
  } finally {
    await client.end();
  }
}
