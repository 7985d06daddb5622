import { Socket } from 'node:net';
import { Connection, Request, RequestError } from 'tedious';
import type { ConnectionConfiguration } from 'tedious';
import { refuse } from '../domain/errors.ts';
import { pause } from '../lib/clock.ts';
import type { ScanContext } from './asset-source.ts';
import { resolveAllowedHost } from './host-guard.ts';
import { mssqlValue } from './mssql-values.ts';
import type { MssqlCell } from './mssql-values.ts';
import { withoutSecrets } from './shown-secret.ts';
import { codeOf, messageOf, timeoutError } from './source-error.ts';

/** How a server is reached. */
export type MssqlTarget = {
  host: string;
  port: number;
  /** The default one of the login when left out. */
  database: string | undefined;
  /** `strict` is TDS 8.0, where TLS comes first. */
  encrypt: boolean | 'strict';
  trustServerCertificate: boolean;
  authentication: NonNullable<ConnectionConfiguration['authentication']>;
  secrets: readonly string[];
};

/** One row, keyed by column; see `mssqlValue`. */
export type MssqlRow = Record<string, unknown>;

/** A connection to one database. */
export type MssqlConnection = {
  query: (sql: string) => Promise<MssqlRow[]>;
  /** True when nothing more can be asked. */
  isBroken: () => boolean;
  close: () => Promise<void>;
};

type Access = Pick<ScanContext, 'access' | 'signal'>;

/** The driver's connection with what it does not let go of by itself. */
type Link = {
  connection: Connection;
  sockets: Socket[];
  isBroken: boolean;
  /** Ends when the statement that runs has ended, also by being cancelled. */
  running: Promise<void>;
};

const connectTimeoutMs = 15_000;

/** How long a cancelled statement may take to end before the connection is cut. */
const cancelGraceMs = 1_000;

/** The type of the packet that holds name and password; it stands in front of what is written when nothing encrypts it. */
const loginPacket = 0x10;

/**
 * Keeps a login from leaving unencrypted: the driver sends it in the clear when the server, or somebody in between, says that it
 * does not encrypt.
 */
function refusePlainLogin(socket: Socket): void {
  const write = socket.write.bind(socket) as (...parts: unknown[]) => boolean;
  const guarded = (chunk: unknown, ...rest: unknown[]): boolean => {
    if (!Buffer.isBuffer(chunk) || chunk[0] !== loginPacket) return write(chunk, ...rest);
    socket.destroy(
      new Error("the server does not encrypt; with encrypt 'no' it could be read all the same"),
    );
    return false;
  };
  socket.write = guarded;
}

/**
 * A connection of the driver to an address that was checked, also when the server sends it on to another, as Azure SQL does. The
 * certificate is for the name, not for the address.
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
  // Its type has no parameter, but it is called with where to connect to.
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
  // A connection that breaks while idle says so here; without a listener it would end the process.
  connection.on('error', () => undefined);
  const link: Link = { connection, sockets, isBroken: false, running: Promise.resolve() };
  connection.on('end', () => (link.isBroken = true));
  return link;
}

/** What is still to be written goes out, e.g. a cancellation. */
function cut({ connection, sockets }: Link): void {
  connection.close();
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.destroySoon();
  }
}

/** Without an error on its socket the driver would go on waiting for the server. */
function giveUp({ connection, sockets }: Link): void {
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.destroy(new Error('the connection was given up'));
  }
  connection.close();
}

/**
 * Connects and signs in. Refuses with `source_refused` hosts that are not allowed, servers that cannot be reached, and logins that
 * they do not take. When the signal aborts, what runs is cancelled on the server.
 */
export async function connectMssql(target: MssqlTarget, context: Access): Promise<MssqlConnection> {
  const { signal } = context;
  const { host, port } = target;
  const limits = { allowedHosts: context.access.allowedHosts, timeoutMs: connectTimeoutMs };
  // The driver would hide the refusal behind its own error.
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

/** A statement that took too long, or waited too long for a lock. */
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
