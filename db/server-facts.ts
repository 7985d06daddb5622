import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Version and settings reported by a Postgres server. */
export type ServerFacts = { version: string; versionNumber: number; now: Date };

const connectWithinMs = 4_000;

/** Reads the facts over a separate connection; throws the error of pg when the server cannot be reached. */
export async function readServerFacts(url: string): Promise<ServerFacts> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string; number: string; now: string }>(
      `select current_setting('server_version') as version, current_setting('server_version_num') as number,
        (extract(epoch from clock_timestamp()) * 1000)::text as now`,
    );
    const [row] = rows;
    if (!row) throw new Error('Postgres answered nothing');
    const now = new Date(Number(row.now));
    return { version: row.version, versionNumber: Number(row.number), now };
  });
}

/** True if a signal sent through `url` arrives in time at a listener of `listenUrl`. */
export async function signalArrives(
  { url, listenUrl }: { url: string; listenUrl: string },
  withinMs: number,
): Promise<boolean> {
  // A random channel, so that signals of a running Concordat do not count.
  const channel = `doctor_${randomBytes(8).toString('hex')}`;
  return withClient(listenUrl, async (listener) => {
    const arrived = new Promise<boolean>((resolve) => {
      listener.once('notification', () => resolve(true));
      setTimeout(() => resolve(false), withinMs).unref();
    });
    await listener.query(`listen ${channel}`);
    await withClient(url, (sender) => sender.query('select pg_notify($1, $2)', [channel, '']));
    return arrived;
  });
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'concordat doctor',
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: connectWithinMs,
  });
  // Ignored here: after a broken connection the next query fails with the reason.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
