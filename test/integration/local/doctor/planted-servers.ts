import { randomBytes } from 'node:crypto';
import type net from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { Redis } from 'ioredis';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

import { requestWork } from '../../../../db/tables/work/work.ts';
import { transact } from '../../../../db/transact.ts';
import { writeConnectionFile } from '../../../../local/servers/connection-file.ts';
import type { Connection } from '../../../../local/servers/connection-file.ts';
import type { Installation } from '../../../../local/doctor/check.ts';
import { freePort } from '../../../../local/servers/free-port.ts';
import { startRedis } from '../../../../local/servers/redis.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { createTestDatabase, databaseUrl } from '../../../support/servers/database.ts';

/** The password of everything that is planted; nothing may print it. */
export const secret = 'hunter2-never-to-be-shown';

/** How to take back what the test has planted. */
export const undo: (() => unknown)[] = [];

/** Takes everything back, the last first. */
export async function undoAll(): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step();
}

/** A mail server that lets in whoever knows the password; answers the address for SMTP_URL. */
export async function openMailServer(
  options: SMTPServerOptions,
  password = secret,
): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, answer) =>
      auth.password === secret
        ? answer(null, { user: 'us' })
        : answer(new Error('Invalid username or password')),
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return `smtp://us:${password}@127.0.0.1:${port}`;
}

/** An address with another password, database or port. */
export function changed(address: string, parts: Partial<URL>): string {
  return Object.assign(new URL(address), parts).href;
}

/** Runs statements one after another. */
export async function onDatabase(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** A database without any table; answers its address. */
export async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onDatabase(databaseUrl('postgres'), `create database ${name}`);
  undo.push(() => onDatabase(databaseUrl('postgres'), `drop database ${name} with (force)`));
  return databaseUrl(name);
}

/** A migrated database that a statement has changed; answers its address. */
export async function ownDatabase(statement: string): Promise<string> {
  const test = await createTestDatabase();
  undo.push(test.drop);
  await onDatabase(test.url, statement);
  return test.url;
}

/** Lets the server listen; answers its port. */
export async function listen(server: net.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(() => new Promise((resolve) => server.close(resolve)));
  return String((server.address() as AddressInfo).port);
}

/** A Redis with this maxmemory-policy; answers its address. */
export async function ownRedis(folder: string, policy: string): Promise<string> {
  const logFile = path.join(folder, 'redis.log');
  const server = await startRedis({ rootDir: process.cwd(), logFile });
  undo.push(server.stop);
  const client = new Redis(server.url);
  await client.config('SET', 'maxmemory-policy', policy);
  client.disconnect();
  return server.url;
}

/** A piece of work that was due two minutes ago, and that nobody does. */
export async function stuckWork(api: TestApi): Promise<void> {
  const dueAt = new Date(Date.now() - 120_000);
  const { organizationId, database } = api;
  await transact(database, (tx) =>
    requestWork(tx, {
      organizationId,
      kind: 'contract-tests',
      job: 'test-data-contract',
      key: 'stuck',
      payload: {},
      dueAt,
      now: dueAt,
    }),
  );
  undo.push(() => onDatabase(api.url, 'delete from work'));
}

/** Where nothing listens. */
export const closed = async (): Promise<string> => String(await freePort());

/** What bin/start would write for what it runs on this folder. */
export function withConnectionFile(folder: string, connection: Connection): void {
  undo.push(writeConnectionFile(folder, connection));
}

/** A clock that goes wrong by so much. */
export function clockOff(ms: number): Partial<Installation> {
  return { clock: { now: () => new Date(Date.now() + ms) } };
}

type Planted = { env?: Record<string, string>; also?: Partial<Installation> };
/** Something that is wrong, how it comes about, and what doctor has to say. */
export type Fault = {
  fault: string;
  check: string;
  state?: 'warning';
  plant: () => Promise<Planted> | Planted;
  found: string | RegExp;
  advice: string;
};
