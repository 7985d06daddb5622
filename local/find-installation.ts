import path from 'node:path';

import { loadConfig, settings } from '../config.ts';
import { isHidden, readConnectionFile } from './servers/connection-file.ts';
import type { FailureInWords } from './servers/database-failure.ts';
import { problem } from './problem.ts';

/** True if the environment names a database. */
export function namesDatabase(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env['DATABASE_URL'] || env['DATABASE_URL_FILE']);
}

/** The absolute data folder; a relative path starts in the folder of Concordat. */
export function dataFolderOf(env: NodeJS.ProcessEnv, rootDir: string): string {
  return path.resolve(rootDir, env['DATA_DIR'] || settings.dataDir.schema.default);
}

/** Explains why there is no database, and what to do. */
export function notRunning(dataDir: string): FailureInWords {
  if (isHidden(dataDir)) {
    return {
      found: `The Concordat running on ${dataDir} belongs to another account, and DATABASE_URL is not set`,
      advice: 'use the account that runs bin/start, or set DATABASE_URL',
    };
  }
  return {
    found: `Concordat is not running on ${dataDir}, and DATABASE_URL is not set`,
    advice: 'start it with bin/start, or set DATABASE_URL',
  };
}

/** The database of the settings, else that of the bin/start running on the data folder. */
export function findDatabase(env: NodeJS.ProcessEnv, rootDir: string): string {
  if (namesDatabase(env)) return loadConfig(env).databaseUrl;
  const dataDir = dataFolderOf(env, rootDir);
  const connection = readConnectionFile(dataDir);
  if (connection !== undefined) return connection.databaseUrl;
  const { found, advice } = notRunning(dataDir);
  throw problem(`${found}: ${advice}`);
}
