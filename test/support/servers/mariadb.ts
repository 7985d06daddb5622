import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { Connection } from 'mysql2/promise';
import { freePort } from '../../../local/servers/free-port.ts';
import { guard } from '../../../local/processes/guard.ts';
import { serverAccount } from '../../../local/servers/server-account.ts';
import { until } from '../until.ts';
import { memoryFolder } from './private-servers.ts';

/** A MariaDB server of one test file; `client` has all privileges. */
export type TestMariadb = {
  host: string;
  port: number;
  client: Connection;
  run: (...statements: string[]) => Promise<void>;
  stop: () => Promise<void>;
};

function fileOf(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin'];
  return folders.map((folder) => path.join(folder, program)).find((file) => fs.existsSync(file));
}

/** True if this machine has the programs of a MariaDB server. */
export function hasMariadb(): boolean {
  return fileOf('mariadbd') !== undefined && fileOf('mariadb-install-db') !== undefined;
}

/** Starts an empty server on a free port, which ends with this process; `stop` also removes its data. */
export async function startMariadb(): Promise<TestMariadb> {
  const account = serverAccount();
  const folder = fs.mkdtempSync(path.join(memoryFolder() ?? os.tmpdir(), 'concordat-mariadb-'));
  if (account) fs.chownSync(folder, account.uid, account.gid);
  const dataDir = path.join(folder, 'data');
  // Servers started at the same time would overwrite each other's temporary tables in a shared folder.
  const env = { ...process.env, TMPDIR: folder };
  const asServer = { ...account, env, cwd: '/', stdio: 'pipe' } as const;
  const made = spawnSync(
    fileOf('mariadb-install-db') ?? '',
    [
      '--no-defaults',
      `--datadir=${dataDir}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    asServer,
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${String(made.stderr)}`);
  const port = await freePort();
  const server = spawn(
    fileOf('mariadbd') ?? '',
    [
      '--no-defaults',
      `--datadir=${dataDir}`,
      `--socket=${path.join(folder, 'socket')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=64M',
    ],
    { ...asServer, stdio: 'ignore' },
  );
  const exited = new Promise<void>((resolve) => void server.once('exit', () => resolve()));
  const callOff = server.pid === undefined ? () => undefined : guard(server.pid, 'KILL');
  const client = await until('MariaDB answers', () =>
    createConnection({ host: '127.0.0.1', port, user: 'root', charset: 'utf8mb4' }).catch(
      () => undefined,
    ),
  );
  return {
    host: '127.0.0.1',
    port,
    client,
    async run(...statements) {
      for (const statement of statements) await client.query(statement);
    },
    async stop() {
      await client.end();
      server.kill('SIGTERM');
      await exited;
      callOff();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
