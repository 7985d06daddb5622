import path from 'node:path';
import { Client } from 'pg';
import { connectDatabase } from '../../../db/connect.ts';
import { migrateDatabase } from '../../../db/migrate.ts';
import { startPostgres } from '../../../local/servers/postgres.ts';
import type { PrivatePostgres } from '../../../local/servers/postgres.ts';
import { quietLog } from '../servers/database.ts';
import type { TestDatabase } from '../servers/database.ts';
import { makeTestFolder, removeTestFolder } from '../servers/private-servers.ts';

/** A migrated database on a separate Postgres, which a test can crash. */
export type CrashingDatabase = TestDatabase & {
  /**
   * `kill -9` of the postmaster, and a new one with the same data and port once its backends have ended; it keeps its environment
   * unless another is given.
   */
  crash: (environment?: Record<string, string>) => Promise<void>;
};

/**
 * Starts a durable server, unlike the server of the test run: acknowledged writes survive a crash. With a disk, the database is
 * stored there; the account of the servers must own that folder.
 */
export async function createCrashingDatabase(
  disk?: string,
  environment: Record<string, string> = {},
): Promise<CrashingDatabase> {
  let current = environment;
  const folder = makeTestFolder();
  const logFile = path.join(folder, 'postgres.log');
  const start = (port?: number): Promise<PrivatePostgres> =>
    startPostgres({
      rootDir: process.cwd(),
      dataDir: folder,
      logFile,
      durable: true,
      maxConnections: 150,
      port,
      environment: current,
    });
  let server = await start();
  const { port } = server;
  const client = new Client({ connectionString: server.url });
  await client.connect();
  if (disk !== undefined) await client.query(`create tablespace disk location '${disk}'`);
  await client.query(`create database chaos ${disk === undefined ? '' : 'tablespace disk'}`);
  await client.end();
  const address = new URL(server.url);
  address.pathname = '/chaos';
  const url = address.href;
  await migrateDatabase(url, quietLog);
  const database = connectDatabase({ url, poolMax: 4, applicationName: 'test', log: quietLog });
  return {
    url,
    database,
    crash: async (next = current) => {
      current = next;
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
      server = await startWhenFree(() => start(port));
    },
    drop: async () => {
      await database.close();
      await server.stop();
      removeTestFolder(folder);
    },
  };
}

/** Backends outlive a killed postmaster for a moment, and hold its shared memory until then. */
async function startWhenFree(start: () => Promise<PrivatePostgres>): Promise<PrivatePostgres> {
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      const isHeld = String(error).includes('in use');
      if (!isHeld || tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
