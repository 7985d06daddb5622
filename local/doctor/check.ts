import type { Config } from '../../config.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Connection } from '../connection-file.ts';

/** What one check found; `advice` says what to do, wherever something is not as it should be. */
export type Finding = {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  found: string;
  advice?: string;
};

/** What checks look at; addresses are those of the settings, else those of the bin/start that runs here. */
export type Patient = {
  env: NodeJS.ProcessEnv;
  rootDir: string;
  dataDir: string;
  /** Settings that are wrong have their default here. */
  config: Omit<Config, 'databaseUrl'>;
  /** One line for each setting that is wrong. */
  settingProblems: readonly string[];
  wrongSettings: ReadonlySet<string>;
  running: Connection | undefined;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** Where this machine reaches the API. */
  address: string;
  clock: Clock;
  nodeVersion: string;
  /** Bytes that may still be written to the file system of an existing folder. */
  freeBytes: (folder: string) => Promise<number>;
};

/** One thing that doctor looks at: a file named after it, and a line in index.ts. */
export type Check = {
  name: string;
  /** Checks without whose success this one says nothing. */
  needs?: readonly string[];
  /** Settings that it uses: when one is wrong, it is skipped. */
  settings?: readonly string[];
  /** Answers within five seconds, or counts as failed. */
  run: (patient: Patient) => Promise<Finding>;
};

/** Everything is as it should be. */
export function ok(found: string): Finding {
  return { state: 'ok', found };
}

/** It works, but somebody should look at it. */
export function warning(found: string, advice: string): Finding {
  return { state: 'warning', found, advice };
}

/** Something does not work: doctor ends with exit code 1. */
export function failed(found: string, advice: string): Finding {
  return { state: 'failed', found, advice };
}

/** There is nothing to look at; `found` says why. */
export function skipped(found: string): Finding {
  return { state: 'skipped', found };
}
