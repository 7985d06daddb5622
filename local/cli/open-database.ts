import pino from 'pino';

import { loadConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { connectDatabase } from '../../db/connect.ts';
import type { Database } from '../../db/connect.ts';
import { newerSchema, readSchemaState } from '../../db/schema-state.ts';
import type { SchemaState } from '../../db/schema-state.ts';
import type { Logger } from '../../lib/log.ts';
import { findDatabase } from '../find-installation.ts';
import { problem } from '../problem.ts';
import type { CommandContext } from './command.ts';

/** A log on standard error for a migration, because standard output is for the answer. */
export function createMigrationLog(): Logger {
  return pino(
    { name: 'command', level: 'warn', timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}

/** Loads all settings, including the database; throws an error with all problems. */
export function loadSettings({ env, rootDir }: CommandContext): Config {
  return loadConfig({ ...env, DATABASE_URL: findDatabase(env, rootDir), DATABASE_URL_FILE: '' });
}

/** Runs `work` on a database with any schema, and closes the connection. */
export async function withAnyDatabase<T>(
  context: CommandContext,
  work: (database: Database, schema: SchemaState) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url } = loadSettings(context);
  // Errors of the pool are thrown as well, so its log lines would be duplicates.
  const log = pino({ level: 'silent' });
  const database = connectDatabase({ url, poolMax: 2, applicationName: 'concordat command', log });
  try {
    return await work(database, await readSchemaState(database.knex));
  } finally {
    await database.close();
  }
}

/** Runs `work` on the database and closes the connection; refuses a schema of another build. */
export async function withDatabase<T>(
  context: CommandContext,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return withAnyDatabase(context, async (database, { pending, unknown }) => {
    if (unknown.length > 0) throw problem(newerSchema(unknown));
    if (pending.length > 0) {
      throw problem(
        `The database schema lacks the steps ${pending.join(', ')}: run npm run migrate first.`,
      );
    }
    return work(database);
  });
}
