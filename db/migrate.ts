import knexFactory from 'knex';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { refuse } from '../domain/errors.ts';
import { pause } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/index.ts';
import { sqlState } from './postgres-errors.ts';
import { refuseNewerSchema } from './schema-state.ts';

/** An arbitrary key, the same in every process that migrates this database. */
export const migrationLock = 7_224_301_556;

function sourceOf(steps: readonly Migration[]): Knex.MigrationSource<Migration> {
  return {
    getMigrations: () => Promise.resolve([...steps]),
    getMigrationName: (migration) => migration.name,
    getMigration: (migration) =>
      Promise.resolve({ up: migration.up, down: () => Promise.reject(new Error('no way back')) }),
  };
}

/**
 * Migrates the schema to the newest version, or to that of the first `steps` steps. Any number of processes may call this at once:
 * one migrates, the others wait. Each step is one transaction, so a killed process leaves a complete version.
 */
export async function migrateDatabase(
  url: string,
  log: Logger,
  steps = migrations.length,
): Promise<void> {
  await assertServerVersion(url);
  const guard = new Client({
    connectionString: url,
    application_name: 'concordat migrate',
    keepAlive: true,
  });
  guard.on('error', (error) => log.warn({ err: error }, 'connection of the migration lock failed'));
  await guard.connect();
  const debug = (message: unknown): void => log.debug({ detail: String(message) }, 'migration');
  const knex = knexFactory({
    client: 'pg',
    connection: { connectionString: url, lock_timeout: 3_000 } as Knex.PgConnectionConfig,
    pool: { min: 0, max: 2 },
    migrations: { migrationSource: sourceOf(migrations.slice(0, steps)), tableName: 'migrations' },
    // Knex logs to the console by default; its errors already contain the details.
    log: { warn: debug, error: debug, deprecate: () => undefined, debug },
  });
  try {
    await guard.query('select pg_advisory_lock($1)', [migrationLock]);
    await refuseNewerSchema(knex);
    await applyWithRetry(knex, log);
  } finally {
    await knex.destroy();
    await guard.end();
  }
}

async function assertServerVersion(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ number: string }>(
      `select current_setting('server_version_num') as number`,
    );
    const number = Number(rows[0]?.number);
    if (number < 150_000) {
      refuse(
        'unavailable',
        `Postgres ${Math.floor(number / 10_000)} is too old: Concordat needs version 15 or newer`,
      );
    }
  } finally {
    await client.end();
  }
}

/** A step waits at most 3 s for a lock, because all traffic queues up behind it, and is then retried. */
async function applyWithRetry(knex: Knex, log: Logger): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // This process holds the advisory lock, so a remaining lock row belongs to a killed process.
      await knex.migrate.forceFreeMigrationsLock();
      const [, names] = (await knex.migrate.latest()) as [number, string[]];
      if (names.length > 0) log.info({ migrations: names }, 'schema migrated');
      return;
    } catch (error) {
      if (sqlState(error) !== '55P03' || attempt === 20) throw error;
      log.warn({ attempt }, 'a table is locked; retrying the migration');
      await pause(1_000);
    }
  }
}
