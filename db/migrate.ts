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

/** Any number; every process of Concordat that migrates this database asks for the same one. */
const advisoryLock = 7_224_301_556;

const source: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) =>
    Promise.resolve({ up: migration.up, down: () => Promise.reject(new Error('no way back')) }),
};

/**
 * Brings the schema to the newest version; any number of processes may call it at once, one works and the
 * others wait. Each step is one transaction, so a kill at any moment leaves a version, never a half.
 */
export async function migrateDatabase(url: string, log: Logger): Promise<void> {
  await assertServerVersion(url);
  const guard = new Client({
    connectionString: url,
    application_name: 'concordat migrate',
    keepAlive: true,
  });
  guard.on('error', (error) => log.warn({ err: error }, 'connection of the migration lock'));
  await guard.connect();
  const debug = (message: unknown): void => log.debug({ detail: String(message) }, 'migration');
  const knex = knexFactory({
    client: 'pg',
    connection: { connectionString: url, lock_timeout: 3_000 } as Knex.PgConnectionConfig,
    pool: { min: 0, max: 2 },
    migrations: { migrationSource: source, tableName: 'migrations' },
    // Knex would write to the console by itself; what went wrong is in the error that it throws.
    log: { warn: debug, error: debug, deprecate: () => undefined, debug },
  });
  try {
    await guard.query('select pg_advisory_lock($1)', [advisoryLock]);
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

/** A step gives up after 3 s behind a lock instead of stopping all traffic in its queue, and tries again. */
async function applyWithRetry(knex: Knex, log: Logger): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // We hold the advisory lock, so a lock row left in the table belongs to a process that was killed.
      await knex.migrate.forceFreeMigrationsLock();
      const [, names] = (await knex.migrate.latest()) as [number, string[]];
      if (names.length > 0) log.info({ migrations: names }, 'schema migrated');
      return;
    } catch (error) {
      if (sqlState(error) !== '55P03' || attempt === 20) throw error;
      log.warn({ attempt }, 'a table is locked; migration tries again');
      await pause(1_000);
    }
  }
}

/** Name of the newest step that the database has, and of the newest that this build knows. */
export async function schemaVersions(
  knex: Knex,
): Promise<{ actual: string | undefined; expected: string }> {
  const expected = migrations.at(-1)?.name ?? '';
  const { rows } = await knex
    .raw<{ rows: { name: string }[] }>(`select name from migrations order by id desc limit 1`)
    .catch((error: unknown) => {
      if (sqlState(error) === '42P01') return { rows: [] };
      throw error;
    });
  return { actual: rows[0]?.name, expected };
}
