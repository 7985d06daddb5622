import { Socket } from 'node:net';
import { Connection, Request, RequestError } from 'tedious';
import type { ConnectionConfiguration } from 'tedious';
import { refuse } from '../../domain/errors.ts';
import { pause } from '../../lib/clock.ts';
import type { ScanContext } from '../asset-source.ts';
import { resolveAllowedHost } from '../guard/hosts.ts';
import { mssqlValue } from './values.ts';
import type { MssqlCell } from './values.ts';
import { withoutSecrets } from '../http/shown-secret.ts';
import { codeOf, messageOf, timeoutError } from '../source-error.ts';

/** How to connect to a server. */
export type MssqlTarget = {
  host: string;
  port: number;
  /** The login's default database when left out. */
  database: string | undefined;
  /** `strict` is TDS 8.0, which starts with TLS. */
  encrypt: boolean | 'strict';
  trustServerCertificate: boolean;
  authentication: NonNullable<ConnectionConfiguration['authentication']>;
  secrets: readonly string[];
};

/** One row by column name; see `mssqlValue`. */
export type MssqlRow = Record<string, unknown>;

/** A connection to one database. */
export type MssqlConnection = {
  query: (sql: string) => Promise<MssqlRow[]>;
  /** True when the connection is closed. */
  isBroken: () => boolean;
  close: () => Promise<void>;
};

type Access = Pick<ScanContext, 'access' | 'signal'>;

/** The driver's connection, with the state that the driver does not release itself. */
type Link = {
  connection: Connection;
  sockets: Socket[];
  isBroken: boolean;
  /** Resolves when the running statement has ended, also by cancellation. */
  running: Promise<void>;
};

const connectTimeoutMs = 15_000;

/** After a cancellation a statement has this long to end; then the connection is closed. */
const cancelGraceMs = 1_000;

/** The packet type of a login, which contains name and password; unencrypted writes start with the type. */
const loginPacket = 0x10;

/**
 * Prevents an unencrypted login: the driver sends the password in clear text when the server, or an attacker, says that it does
 * not support encryption.
 */
function refusePlainLogin(socket: Socket): void {
  const write = socket.write.bind(socket) as (...parts: unknown[]) => boolean;
  const guarded = (chunk: unknown, ...rest: unknown[]): boolean => {
    if (!Buffer.isBuffer(chunk) || chunk[0] !== loginPacket) return write(chunk, ...rest);
    socket.destroy(
      new Error(
        "the server does not support encryption; encrypt 'no' would allow an unencrypted connection",
      ),
    );
    return false;
  };
  socket.write = guarded;
}

/**
 * Connects the driver to a checked address, also after a redirect, as of Azure SQL. The certificate is checked against the host
 * name, not the address.
 */
async function openSocket(
  { host, port }: { host: string; port: number },
  { access, signal }: Access,
): Promise<Socket> {
  const { allowedHosts } = access;
  const limits = { allowedHosts, timeoutMs: connectTimeoutMs };
  const address = await resolveAllowedHost(host, port, limits);
  signal.throwIfAborted();
  const socket = new Socket();
  const cut = (): void => void socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', cut, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.connect({ host: address, port }, () => {
        socket.off('error', reject);
        resolve();
      });
    });
  } finally {
    signal.removeEventListener('abort', cut);
  }
  return socket;
}

function makeLink(target: MssqlTarget, context: Access): Link {
  const { host, port, database, encrypt, trustServerCertificate, authentication } = target;
  const sockets: Socket[] = [];
  // The type has no parameter, but the driver passes the target.
  const connector = async (place = { host, port }): Promise<Socket> => {
    const socket = await openSocket(place, context);
    if (encrypt !== false) refusePlainLogin(socket);
    sockets.push(socket);
    return socket;
  };
  const connection = new Connection({
    server: host,
    authentication,
    options: {
      port,
      ...(database === undefined ? {} : { database }),
      encrypt,
      trustServerCertificate,
      connector,
      connectTimeout: connectTimeoutMs,
      requestTimeout: context.access.statementTimeoutMs,
      cancelTimeout: cancelGraceMs,
      appName: 'concordat',
      readOnlyIntent: true,
      rowCollectionOnRequestCompletion: true,
      useColumnNames: true,
    },
  });
  // Errors of an idle connection are emitted here; without a listener they would end the process.
  connection.on('error', () => undefined);
  const link: Link = { connection, sockets, isBroken: false, running: Promise.resolve() };
  connection.on('end', () => (link.isBroken = true));
  return link;
}

/** Flushes pending writes, e.g. a cancellation. */
function cut({ connection, sockets }: Link): void {
  connection.close();
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.destroySoon();
  }
}

/** Without an error on its socket the driver would keep waiting for the server. */
function giveUp({ connection, sockets }: Link): void {
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.destroy(new Error('the connection attempt was cancelled'));
  }
  connection.close();
}

/**
 * Connects and signs in. Refuses with `source_refused` hosts that are not allowed, unreachable servers, and failed logins. When
 * the signal aborts, the running statement is cancelled on the server.
 */
export async function connectMssql(target: MssqlTarget, context: Access): Promise<MssqlConnection> {
  const { signal } = context;
  const { host, port } = target;
  const limits = { allowedHosts: context.access.allowedHosts, timeoutMs: connectTimeoutMs };
  // The driver would replace the refusal by its own error.
  await resolveAllowedHost(host, port, limits);
  signal.throwIfAborted();
  const link = makeLink(target, context);
  try {
    await connected(link.connection, signal);
  } catch (error) {
    giveUp(link);
    signal.throwIfAborted();
    const shown = `${host}:${port}${target.database === undefined ? '' : `/${target.database}`}`;
    const message = withoutSecrets(messageOf(error), target.secrets);
    const advice = 'Check address, login and certificate';
    refuse('source_refused', `Could not connect to SQL Server ${shown}: ${message}. ${advice}`);
  }
  return {
    query: (sql) => query(link, sql, { target, signal }),
    isBroken: () => link.isBroken,
    close: async () => {
      const waiting = new AbortController();
      await Promise.race([link.running, pause(cancelGraceMs, waiting.signal)]);
      waiting.abort();
      cut(link);
    },
  };
}

function connected(connection: Connection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    connection.connect((error) => {
      signal.removeEventListener('abort', abort);
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}

function query(
  link: Link,
  sql: string,
  { target, signal }: { target: MssqlTarget; signal: AbortSignal },
): Promise<MssqlRow[]> {
  signal.throwIfAborted();
  let ended: () => void = () => undefined;
  link.running = new Promise((resolve) => (ended = resolve));
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      link.connection.cancel();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    const request = new Request(sql, (error, _count, rows: unknown) => {
      signal.removeEventListener('abort', abort);
      ended();
      if (error === undefined || error === null) return resolve(rowsOf(rows));
      const message = `SQL Server: ${withoutSecrets(messageOf(error), target.secrets)}`;
      reject(isTimeout(error) ? timeoutError(message) : new Error(message));
    });
    link.connection.execSqlBatch(request);
  });
}

/** The error of a statement timeout or lock timeout. */
function isTimeout(error: Error): boolean {
  const lockTimeout = 1222;
  return (
    codeOf(error) === 'ETIMEOUT' || (error instanceof RequestError && error.number === lockTimeout)
  );
}

function rowsOf(rows: unknown): MssqlRow[] {
  return (rows as readonly Readonly<Record<string, MssqlCell>>[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, mssqlValue(cell)])),
  );
}
