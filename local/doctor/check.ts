import type { Config } from '../../config.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Connection } from '../servers/connection-file.ts';

/** The finding of one check; `advice` says what to do, for every finding but ok. */
export type Finding = {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  found: string;
  advice?: string;
};

/** The installation to check; addresses come from the settings, else from the local bin/start. */
export type Installation = {
  env: NodeJS.ProcessEnv;
  rootDir: string;
  dataDir: string;
  /** Invalid settings have their defaults here. */
  config: Omit<Config, 'databaseUrl'>;
  /** One line for each invalid setting. */
  settingProblems: readonly string[];
  wrongSettings: ReadonlySet<string>;
  running: Connection | undefined;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** Local address of the API. */
  address: string;
  clock: Clock;
  nodeVersion: string;
  /** Free bytes on the file system of an existing folder. */
  freeBytes: (folder: string) => Promise<number>;
};

/** One check of doctor: a file of its name, and a line in index.ts. */
export type Check = {
  name: string;
  /** Checks that must succeed first. */
  needs?: readonly string[];
  /** Settings that the check uses: if one is invalid, it is skipped. */
  settings?: readonly string[];
  /** Must answer within five seconds, or counts as failed. */
  run: (installation: Installation) => Promise<Finding>;
};

/** The check passed. */
export function ok(found: string): Finding {
  return { state: 'ok', found };
}

/** It works, but needs attention. */
export function warning(found: string, advice: string): Finding {
  return { state: 'warning', found, advice };
}

/** The check failed: doctor ends with exit code 1. */
export function failed(found: string, advice: string): Finding {
  return { state: 'failed', found, advice };
}

/** There is nothing to check; `found` has the reason. */
export function skipped(found: string): Finding {
  return { state: 'skipped', found };
}
