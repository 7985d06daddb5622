import fs from 'node:fs';
import path from 'node:path';

import type { Surroundings } from '../cli/command.ts';
import { loadSettings } from '../cli/open-database.ts';
import { readConnectionFile } from '../connection-file.ts';
import { dataFolderOf } from '../find-installation.ts';
import { problem } from '../problem.ts';

/**
 * The SECRET_KEY of the installation on whose database the command works: of the settings, else the one that bin/start has made for
 * itself. Throws when there is none: what is sealed with another one, no worker can read.
 */
export function findSecretKey(surroundings: Surroundings): string {
  const { secretKey, databaseUrl } = loadSettings(surroundings);
  if (secretKey !== undefined) return secretKey;
  const dataDir = dataFolderOf(surroundings.env, surroundings.rootDir);
  const file = path.join(dataDir, 'secret-key');
  const isItsOwn = readConnectionFile(dataDir)?.databaseUrl === databaseUrl;
  if (isItsOwn && fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim();
  throw problem(
    'SECRET_KEY is not set here: give this command the same as the API and the workers, with which the settings of integrations are sealed.',
  );
}
