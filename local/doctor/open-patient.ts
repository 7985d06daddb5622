import fs from 'node:fs/promises';

import { ConfigError, loadConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../lib/clock.ts';
import { readConnectionFile } from '../connection-file.ts';
import { dataFolderOf, namesDatabase } from '../find-installation.ts';
import { localAddress } from '../start-settings.ts';
import type { Patient } from './check.ts';

/** Stands where DATABASE_URL is not set, so that all other settings are checked; nobody connects to it. */
const placeholder = 'postgres://not.set';

/** Gathers what the checks look at: the settings, and what the bin/start on DATA_DIR wrote down. */
export function openPatient(around: {
  env: NodeJS.ProcessEnv;
  rootDir: string;
  clock: Clock;
}): Patient {
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

/** Settings that are wrong are left out and get their default: the others are still worth a look. */
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
    // Settings that only make sense with those that were left out are wrong now: they are left out, too, and not told of.
    const isLess = Object.keys(left).length < names.length;
    const config = isLess ? checkSettings(complete).config : loadConfig(complete);
    return { config, problems, wrong };
  }
}

/** A line of a ConfigError begins with the name of its setting. */
function settingOf(line: string): string {
  return (/^[A-Z0-9_]+/.exec(line)?.[0] ?? '').replace(/_FILE$/, '');
}
