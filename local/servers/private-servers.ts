import fs from 'node:fs';
import path from 'node:path';

import { Client } from 'pg';

import { keepRunning } from '../processes/keep-running.ts';
import type { Kept } from '../processes/keep-running.ts';
import { rotateLogFile } from '../processes/log-file.ts';
import { startPostgres } from './postgres.ts';
import type { PrivatePostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import type { PrivateRedis } from './redis.ts';
import { rememberProcess } from '../processes/remembered-processes.ts';
import type { StartSettings } from '../start-settings.ts';

/** A private server and its address for the processes; `origin` and `location` are for people. */
export type PrivateServer = { url: string; origin: string; location: string; kept: Kept };

type Show = (line: string) => void;

/** The private Postgres before any database is created. */
export type PrivatePostgresServer = PrivateServer & { superuserUrl: string };

const database = 'concordat';

/** Starts the private Postgres and keeps it running, with a database for Concordat. */
export async function keepPostgres(
  settings: StartSettings,
  show: Show,
): Promise<PrivatePostgresServer> {
  const server = await keepPostgresServer(settings, show);
  return { ...server, url: await openDatabase(server.superuserUrl) };
}

/** Starts the private Postgres and keeps it running on one port, if possible the port of the last start. */
export async function keepPostgresServer(
  settings: StartSettings,
  show: Show,
): Promise<PrivatePostgresServer> {
  const logFile = path.join(settings.dataDir, 'logs', 'postgres.log');
  const portFile = path.join(settings.dataDir, 'postgres-port');
  const lastPort = readPort(portFile);
  rotateLogFile(logFile);
  let current: PrivatePostgres | undefined;
  const kept = await keepRunning({
    name: 'postgres',
    show,
    start: async () => {
      current = await startPostgres({
        rootDir: settings.rootDir,
        dataDir: settings.dataDir,
        logFile,
        durable: true,
        maxConnections: 100,
        port: current?.port,
        preferredPort: lastPort === settings.port ? undefined : lastPort,
      });
      const server = current;
      // The processes stop first and may use most of ten seconds, so Postgres gets the rest.
      return { ...server, stop: async () => server.stop(1200) };
    },
  });
  if (current === undefined) throw new Error('Postgres started without an address');
  const { url, version, folder, port }: PrivatePostgres = current;
  if (port !== lastPort) fs.writeFileSync(portFile, `${port}\n`);
  return {
    url,
    superuserUrl: url,
    origin: `PostgreSQL ${version}, private, on 127.0.0.1:${port}`,
    location: folder,
    kept,
  };
}

/** Starts the private Redis and keeps it running on the same port with the same password. */
export async function keepRedis(settings: StartSettings, show: Show): Promise<PrivateServer> {
  const logFile = path.join(settings.dataDir, 'logs', 'redis.log');
  rotateLogFile(logFile);
  let current: PrivateRedis | undefined;
  const kept = await keepRunning({
    name: 'redis',
    show,
    start: async () => {
      current = await startRedis({
        rootDir: settings.rootDir,
        logFile,
        only: settings.onlyRedis,
        port: current?.port,
        password: current?.password,
      });
      rememberProcess(settings.dataDir, 'redis', current.pid);
      return current;
    },
  });
  if (current === undefined) throw new Error('Redis started without an address');
  const { url, origin, port }: PrivateRedis = current;
  return { url, origin: `${origin}, private, on 127.0.0.1:${port}`, location: 'in memory', kept };
}

function readPort(file: string): number | undefined {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  const port = Number(text);
  return /^\d+$/.test(text) && port > 0 && port < 65_536 ? port : undefined;
}

/** Creates a database and a role for the product, so that a bug in it does not have superuser rights. */
async function openDatabase(superuserUrl: string): Promise<string> {
  const url = new URL(superuserUrl);
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [database]);
    const word = role.rowCount === 0 ? 'create' : 'alter';
    await client.query(`${word} role ${database} login password '${url.password}'`);
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database} owner ${database}`);
  } finally {
    await client.end();
  }
  url.username = database;
  url.pathname = `/${database}`;
  return url.href;
}
