import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { main } from '../../../cli/main.ts';

export type CliRun = { code: number; out: string; error: string };

export type CliOptions = {
  env?: Record<string, string>;
  stdin?: string;
  workingDir?: string;
  signal?: AbortSignal;
  /** Columns of a terminal; without it output goes to a pipe. */
  columns?: number;
  /** Gets each piece of standard output at once. */
  onOut?: (text: string) => void;
};

/** An empty folder for profiles. */
export function newConfigDir(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'concordat-cli-'));
}

/** Runs a client command in this process. Without `CONCORDAT_CONFIG_DIR` its profiles are in a folder of its own. */
export async function runCli(
  words: readonly string[],
  { env = {}, stdin = '', workingDir = process.cwd(), signal, columns, onOut }: CliOptions = {},
): Promise<CliRun> {
  const written = { out: '', error: '' };
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  const code = await main(words, {
    env: { CONCORDAT_CONFIG_DIR: newConfigDir(), ...env },
    workingDir,
    homeDir: os.homedir(),
    platform: 'linux',
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    stdout: {
      ...terminal,
      write: (text: string) => {
        onOut?.(text);
        written.out += text;
        return true;
      },
    },
    stderr: { write: (text: string) => ((written.error += text), true) },
    signal: signal ?? new AbortController().signal,
  });
  return { code, ...written };
}
