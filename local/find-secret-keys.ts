import fs from 'node:fs';
import path from 'node:path';

import { secretKeysOf } from '../config.ts';
import type { SecretKeys } from '../lib/secrets.ts';
import type { Surroundings } from './cli/command.ts';
import { loadSettings } from './cli/open-database.ts';
import { readConnectionFile } from './connection-file.ts';
import { dataFolderOf } from './find-installation.ts';
import { problem } from './problem.ts';

/** Keys, and where the current one comes from, for people. */
export type FoundSecretKeys = { keys: SecretKeys; origin: string };

/** The keys alone; see `locateSecretKeys`. */
export function findSecretKeys(surroundings: Surroundings): SecretKeys {
  return locateSecretKeys(surroundings).keys;
}

/**
 * The SECRET_KEY of the installation on whose database the command works: of the settings, else the one that bin/start has made for
 * itself. Throws when there is none: what is sealed with another one, no worker can read.
 */
export function locateSecretKeys(surroundings: Surroundings): FoundSecretKeys {
  const config = loadSettings(surroundings);
  const { secretKeyPrevious: previous, databaseUrl } = config;
  const keys = secretKeysOf(config);
  if (keys !== undefined) return { keys, origin: 'the setting SECRET_KEY' };
  const dataDir = dataFolderOf(surroundings.env, surroundings.rootDir);
  const file = path.join(dataDir, 'secret-key');
  const isItsOwn = readConnectionFile(dataDir)?.databaseUrl === databaseUrl;
  if (isItsOwn && fs.existsSync(file)) {
    const current = fs.readFileSync(file, 'utf8').trim();
    return { keys: { current, previous }, origin: `the file ${file}` };
  }
  throw problem(
    'SECRET_KEY is not set here: give this command the same as the API and the workers, with which what is stored is sealed.',
  );
}
