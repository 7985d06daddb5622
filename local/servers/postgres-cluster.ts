import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { executableBinaries, findBinaries } from './postgres-binaries.ts';
import { problem } from '../problem.ts';
import { runProgram } from '../processes/run-program.ts';
import { canReach, makeFolder, openFolder, serverAccount } from './server-account.ts';
import type { Account } from './server-account.ts';

/** Everything required to run Postgres on one data folder. */
export type Cluster = {
  binDir: string;
  version: string;
  folder: string;
  password: string;
  account: Account | undefined;
};

/** None of our own environment (secrets, locale, PG*) is passed to the servers. */
export const serverEnvironment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/** Opens the cluster below `dataDir`, or creates it; `durable: false` skips disk syncs. */
export async function openCluster(options: {
  rootDir: string;
  dataDir: string;
  durable: boolean;
}): Promise<Cluster> {
  const { rootDir, dataDir, durable } = options;
  const folder = clusterFolderOf(rootDir, dataDir);
  const major = majorOf(folder);
  const account = serverAccount(major === undefined ? undefined : folder);
  const binaries = findBinaries(rootDir, major);
  refuseForeignData(folder, major, binaries.major);
  if (!canReach(path.dirname(folder), account)) {
    throw problem(
      `The Postgres data in ${folder} cannot be reached by the account it must run under.\n` +
        `Allow that account to enter the folders above it (chmod o+x), or set DATABASE_URL.`,
    );
  }
  const cluster: Cluster = {
    binDir: executableBinaries(binaries, rootDir, account),
    version: binaries.version,
    folder,
    password: passwordOf(dataDir),
    account,
  };
  if (major === undefined) await createCluster(cluster, durable);
  return cluster;
}

/** The Postgres data folder of `dataDir`, existing or not. */
export function clusterFolderOf(rootDir: string, dataDir: string): string {
  const inside = path.join(dataDir, 'postgres');
  if (majorOf(inside) !== undefined) return inside;
  // Recorded once, because permissions and paths may change, but the data must stay where it is.
  const note = path.join(dataDir, 'postgres-folder');
  if (fs.existsSync(note)) return fs.readFileSync(note, 'utf8').trim();
  const account = serverAccount();
  if (canReach(dataDir, account)) return inside;
  const parent = path.join(openFolder(rootDir), `data-${randomBytes(4).toString('hex')}`);
  makeFolder(parent, account);
  fs.writeFileSync(note, `${path.join(parent, 'postgres')}\n`);
  return path.join(parent, 'postgres');
}

function majorOf(folder: string): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(path.join(folder, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw problem(
      `The Postgres data in ${folder} cannot be read: it belongs to another user.\n` +
        'Start Concordat as the user who started it first, or choose another DATA_DIR.',
    );
  }
}

function refuseForeignData(folder: string, data: number | undefined, programs: number): void {
  if (data === undefined || data === programs) return;
  throw problem(
    `The data in ${folder} was written by Postgres ${data}, but the programs here are Postgres ${programs}.\n` +
      `Choose another DATA_DIR, install Postgres ${data}, or move the data with pg_upgrade.`,
  );
}

function passwordOf(dataDir: string): string {
  const file = path.join(dataDir, 'postgres-password');
  if (!fs.existsSync(file)) {
    fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  }
  return fs.readFileSync(file, 'utf8').trim();
}

async function createCluster(cluster: Cluster, durable: boolean): Promise<void> {
  // Created in another folder and renamed, so that a killed start leaves no incomplete cluster.
  const unfinished = `${cluster.folder}.new`;
  const passwordFile = `${cluster.folder}.password`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  fs.writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.account !== undefined) {
    for (const each of [unfinished, passwordFile]) {
      fs.chownSync(each, cluster.account.uid, cluster.account.gid);
    }
  }
  const words = ['-D', unfinished, '-U', 'postgres', '-E', 'UTF8', '--locale=C'];
  words.push('-A', 'scram-sha-256', `--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync']));
  const result = await runProgram(path.join(cluster.binDir, 'initdb'), words, {
    ...cluster.account,
    cwd: '/',
    env: serverEnvironment,
  });
  fs.rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    throw problem(
      `Postgres could not create its data folder:\n${result.output.trim().slice(-600)}`,
    );
  }
  fs.renameSync(unfinished, cluster.folder);
}
