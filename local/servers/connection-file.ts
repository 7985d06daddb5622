import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { identify, isAlive } from '../processes/process-identity.mjs';
import type { ProcessIdentity } from '../processes/process-identity.mjs';

/** Addresses of the Concordat running on a data folder; both URLs contain passwords. */
export type Connection = {
  databaseUrl: string;
  redisUrl: string;
  /** Local address of the API, without a trailing slash. */
  address: string;
};

type Content = Connection & { process: ProcessIdentity };

/** Writes the addresses for the operators' commands; returns a function that removes the file. */
export function writeConnectionFile(dataDir: string, connection: Connection): () => void {
  const file = fileOf(dataDir);
  const content = { process: identify(process.pid), ...connection };
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  fs.writeFileSync(draft, `${JSON.stringify(content, undefined, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  // Renamed atomically: a concurrent reader sees either the old file or the new one.
  fs.renameSync(draft, file);
  return () => fs.rmSync(file, { force: true });
}

/** The file written by the supervisor of this folder; undefined if there is none, or its process has ended. */
export function readConnectionFile(dataDir: string): Connection | undefined {
  const content = read(fileOf(dataDir));
  if (content === undefined || !isAlive(content.process)) return undefined;
  const { databaseUrl, redisUrl, address } = content;
  return { databaseUrl, redisUrl, address };
}

/** True if there may be a file that this account must not read. */
export function isHidden(dataDir: string): boolean {
  try {
    fs.accessSync(fileOf(dataDir), fs.constants.R_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function read(file: string): Content | undefined {
  try {
    const content = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Content>;
    const { process, databaseUrl, redisUrl, address } = content;
    if (!process || !databaseUrl || !redisUrl || !address) return undefined;
    return { process, databaseUrl, redisUrl, address };
  } catch {
    return undefined;
  }
}

function fileOf(dataDir: string): string {
  return path.join(dataDir, 'connection.json');
}
