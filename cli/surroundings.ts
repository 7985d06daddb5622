import type { Readable, Writable } from 'node:stream';

/** A stream for output; `isTTY` and `columns` as terminals have them. */
export type Output = Pick<Writable, 'write'> & { isTTY?: boolean; columns?: number };

/** What a call gets from its process: tests give their own. */
export type Surroundings = {
  env: NodeJS.ProcessEnv;
  workingDir: string;
  /** Home folder of the account. */
  homeDir: string;
  platform: NodeJS.Platform;
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};
