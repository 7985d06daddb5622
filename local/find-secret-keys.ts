import fs from 'node:fs';
import path from 'node:path';

import { secretKeysOf } from '../lib/secrets/secrets.ts';
import type { Config } from '../config.ts';
import type { SecretKeys } from '../lib/secrets/secrets.ts';
import type { CommandContext } from './cli/command.ts';
import { loadSettings } from './cli/open-database.ts';
import { readConnectionFile } from './servers/connection-file.ts';
import { dataFolderOf } from './find-installation.ts';
import { problem } from './problem.ts';

/** Keys, and the origin of the current one for people. */
export type FoundSecretKeys = { keys: SecretKeys; origin: string };

/** The keys without their origin; see `locateSecretKeys`. */
export function findSecretKeys(context: CommandContext): SecretKeys {
  return locateSecretKeys(context).keys;
}

/**
 * The SECRET_KEY of the installation that the command works on: from the settings, else the key created by bin/start. Throws if
 * there is none, because workers could not open secrets sealed with another key.
 */
export function locateSecretKeys(context: CommandContext): FoundSecretKeys {
  const config = loadSettings(context);
  const dataDir = dataFolderOf(context.env, context.rootDir);
  const isItsOwn = readConnectionFile(dataDir)?.databaseUrl === config.databaseUrl;
  const found = secretKeysIn(config, isItsOwn ? dataDir : undefined);
  if (found !== undefined) return found;
  throw problem(
    'SECRET_KEY is not set here: set it to the key of the API and the workers, which sealed the stored secrets.',
  );
}

/** The keys of the settings, else the key that bin/start has made in this data folder; undefined if there is neither. */
export function secretKeysIn(
  config: Pick<Config, 'secretKey' | 'secretKeyPrevious'>,
  dataDir: string | undefined,
): FoundSecretKeys | undefined {
  const keys = secretKeysOf(config);
  if (keys !== undefined) return { keys, origin: 'the setting SECRET_KEY' };
  const file = dataDir && path.join(dataDir, 'secret-key');
  if (!file || !isReadable(file)) return undefined;
  const current = fs.readFileSync(file, 'utf8').trim();
  return { keys: { current, previous: config.secretKeyPrevious }, origin: `the file ${file}` };
}

function isReadable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
