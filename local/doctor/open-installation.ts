import fs from 'node:fs/promises';

import { loadConfig } from '../../config.ts';
import { ConfigError } from '../../lib/config-error.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../lib/clock.ts';
import { readConnectionFile } from '../servers/connection-file.ts';
import { dataFolderOf, namesDatabase } from '../find-installation.ts';
import { localAddress } from '../start-settings.ts';
import type { Installation } from './check.ts';

/** Replaces a missing DATABASE_URL, so that all other settings are checked; it is never connected to. */
const placeholder = 'postgres://not.set';

/** Collects what the checks need: the settings, and the connection file of a bin/start on DATA_DIR. */
export function openInstallation(around: {
  env: NodeJS.ProcessEnv;
  rootDir: string;
  clock: Clock;
}): Installation {
  const { env, rootDir, clock } = around;
  const dataDir = dataFolderOf(env, rootDir);
  const isNamed = namesDatabase(env);
  const checked = checkSettings(isNamed ? env : { ...env, DATABASE_URL: placeholder });
  const { config, problems, wrong } = checked;
  const running = readConnectionFile(dataDir);
  const { databaseUrl } = config;
  return {
    env,
    rootDir,
    dataDir,
    config,
    running,
    clock,
    settingProblems: problems,
    wrongSettings: wrong,
    databaseUrl: isNamed && !wrong.has('DATABASE_URL') ? databaseUrl : running?.databaseUrl,
    redisUrl: config.redisUrl ?? running?.redisUrl,
    address: running?.address ?? localAddress(config),
    nodeVersion: process.versions.node,
    freeBytes: async (folder) => {
      const { bavail, bsize } = await fs.statfs(folder);
      return bavail * bsize;
    },
  };
}

type CheckedSettings = { config: Config; problems: string[]; wrong: ReadonlySet<string> };

/** Invalid settings get their defaults, so that the others can still be checked. */
function checkSettings(env: NodeJS.ProcessEnv): CheckedSettings {
  try {
    return { config: loadConfig(env), problems: [], wrong: new Set() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.message.split('\n');
    const wrong = new Set(problems.map(settingOf));
    const names = Object.keys(env);
    const left = Object.fromEntries(
      Object.entries(env).filter(([name]) => !wrong.has(name.replace(/_FILE$/, ''))),
    );
    const complete = { DATABASE_URL: placeholder, ...left };
    // Settings that are only invalid without the removed ones are removed as well, without being reported.
    const isLess = Object.keys(left).length < names.length;
    const config = isLess ? checkSettings(complete).config : loadConfig(complete);
    return { config, problems, wrong };
  }
}

/** The name of the setting at the beginning of a line of a ConfigError. */
function settingOf(line: string): string {
  return (/^[A-Z0-9_]+/.exec(line)?.[0] ?? '').replace(/_FILE$/, '');
}
