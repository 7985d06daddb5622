import fs from 'node:fs';
import path from 'node:path';

import { loadConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { lockDataFolder, lockPostgresFolder, openDataFolder } from '../data-folder.ts';
import { dataFolderOf, namesDatabase, notRunning } from '../find-installation.ts';
import { problem } from '../problem.ts';
import { show } from '../processes/stop-all.ts';
import { isHidden, readConnectionFile } from '../servers/connection-file.ts';
import { keepPostgres } from '../servers/private-servers.ts';
import { readStartSettings } from '../start-settings.ts';

/** Where a command runs. */
type Around = { env: NodeJS.ProcessEnv; rootDir: string };

/** The installation that a command works on. */
export type Installation = {
  url: string;
  config: Config;
  /** The data folder, if bin/start runs or ran the database. */
  dataDir: string | undefined;
  /** True while bin/start runs. */
  isRunning: boolean;
};

/**
 * Runs `work` with the database of the settings, else with that of the bin/start that runs on the data folder, else starts the private
 * Postgres of the data folder for the time of `work`. `creates` allows a data folder without a database.
 */
export async function withInstallation<T>(
  around: Around,
  { creates }: { creates: boolean },
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const { env, rootDir } = around;
  const dataDir = dataFolderOf(env, rootDir);
  const configOf = (url: string): Config =>
    loadConfig({ ...env, DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_URL_FILE: '' });
  if (namesDatabase(env)) {
    const { databaseUrl: url } = loadConfig(env);
    return work({ url, config: configOf(url), dataDir: undefined, isRunning: false });
  }
  const connection = readConnectionFile(dataDir);
  if (connection !== undefined) {
    const { databaseUrl: url } = connection;
    return work({ url, config: configOf(url), dataDir, isRunning: true });
  }
  if (isHidden(dataDir) || (!creates && !hasDatabase(dataDir))) {
    const { found, advice } = notRunning(dataDir);
    throw problem(`${found}: ${advice}. To use another data folder, set DATA_DIR.`);
  }
  return withPrivatePostgres(around, (url) =>
    work({ url, config: configOf(url), dataDir, isRunning: false }),
  );
}

/** bin/start stores the password before it makes the database. */
function hasDatabase(dataDir: string): boolean {
  return fs.existsSync(path.join(dataDir, 'postgres-password'));
}

async function withPrivatePostgres<T>(
  { env, rootDir }: Around,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const wanted = await readStartSettings(env, rootDir);
  const settings = { ...wanted, dataDir: openDataFolder(wanted.dataDir) };
  const unlock = lockDataFolder(settings.dataDir);
  try {
    const unlockPostgres = lockPostgresFolder(rootDir, settings.dataDir);
    try {
      const { url, kept } = await keepPostgres(settings, show);
      try {
        return await work(url);
      } finally {
        await kept.stop();
      }
    } finally {
      unlockPostgres();
    }
  } finally {
    unlock();
  }
}
