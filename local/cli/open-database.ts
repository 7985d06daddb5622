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
import type { Surroundings } from './command.ts';

/** What happens in the background of a migration, on standard error: standard output belongs to the answer. */
export function createMigrationLog(): Logger {
  return pino(
    { name: 'command', level: 'warn', timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}

/** All settings, with the database that commands work on; throws what is wrong with them. */
export function loadSettings({ env, rootDir }: Surroundings): Config {
  return loadConfig({ ...env, DATABASE_URL: findDatabase(env, rootDir), DATABASE_URL_FILE: '' });
}

/** Runs `work` on the database whatever its schema is, and closes it. */
export async function withAnyDatabase<T>(
  surroundings: Surroundings,
  work: (database: Database, schema: SchemaState) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url } = loadSettings(surroundings);
  // What the pool meets is thrown too, and told in words.
  const log = pino({ level: 'silent' });
  const database = connectDatabase({ url, poolMax: 2, applicationName: 'concordat command', log });
  try {
    return await work(database, await readSchemaState(database.knex));
  } finally {
    await database.close();
  }
}

/** Runs `work` on the database and closes it; refused when its schema is not the one of this build. */
export async function withDatabase<T>(
  surroundings: Surroundings,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return withAnyDatabase(surroundings, async (database, { pending, unknown }) => {
    if (unknown.length > 0) throw problem(newerSchema(unknown));
    if (pending.length > 0) {
      throw problem(
        `The schema of the database lacks ${pending.join(', ')}: run npm run migrate first.`,
      );
    }
    return work(database);
  });
}
