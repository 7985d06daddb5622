import { Socket } from 'node:net';
import { createConnection } from 'mysql2/promise';
import type { Connection, ConnectionOptions, SslOptions } from 'mysql2/promise';
import { codeOf } from './source-error.ts';

/** How a connection is encrypted: `preferred` when the server can, `verified` with a certificate for its name. */
export const tlsModes = ['preferred', 'required', 'verified', 'off'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** A server by the name that its certificate is for, the address that was found to be allowed, and who asks. */
export type MysqlTarget = {
  host: string;
  address: string;
  port: number;
  user: string;
  password: string;
  tls: TlsMode;
  /** The one that names without a database are of. */
  database?: string | undefined;
};

/** A connection to a MySQL or MariaDB server. */
export type MysqlConnection = {
  client: Connection;
  /** Ends it politely; a server that does not react loses the socket after a moment. */
  close: () => Promise<void>;
  /** Ends it at once; whatever runs rejects. */
  cut: () => void;
  isOpen: () => boolean;
  /** Bytes that the server has sent so far. */
  received: () => number;
};

const connectTimeoutMs = 10_000;
const closeGraceMs = 2_000;

/** Ways to connect, in the order to try. */
function waysOf(tls: TlsMode): (SslOptions | undefined)[] {
  const unverified = { rejectUnauthorized: false };
  const ways: Record<TlsMode, (SslOptions | undefined)[]> = {
    preferred: [unverified, undefined],
    required: [unverified],
    verified: [{ rejectUnauthorized: true, verifyIdentity: true }],
    off: [undefined],
  };
  return ways[tls];
}

/** A server may ask for the password as it is; without TLS everybody on the way would read it. */
function refuseClearPassword(): never {
  throw new Error('the server asks for the password in clear text on a connection without TLS');
}

function optionsOf(target: MysqlTarget, ssl: SslOptions | undefined): ConnectionOptions {
  const { host, port, user, password, database } = target;
  return {
    // The driver connects through our socket; it takes the host only as the name to check the certificate for.
    host,
    port,
    user,
    password,
    ...(database === undefined ? {} : { database }),
    charset: 'utf8mb4',
    connectTimeout: connectTimeoutMs,
    connectAttributes: { program_name: 'concordat' },
    ...(ssl === undefined
      ? { authPlugins: { mysql_clear_password: refuseClearPassword } }
      : { ssl }),
  };
}

async function closePolitely(client: Connection, cut: () => void): Promise<void> {
  const timer = setTimeout(cut, closeGraceMs);
  try {
    await client.end();
  } catch {
    cut();
  } finally {
    clearTimeout(timer);
  }
}

/** What the driver says of servers that are no MySQL: that connecting took too long, which it did not. */
function withoutGreeting(error: unknown, socket: Socket, isConnected: boolean): unknown {
  const code = codeOf(error);
  if (code === 'ETIMEDOUT' && isConnected) {
    const seconds = connectTimeoutMs / 1_000;
    return new Error(
      `the server takes connections, but did not speak the protocol of MySQL within ${seconds} s`,
    );
  }
  return code === 'PROTOCOL_CONNECTION_LOST' && socket.bytesRead === 0
    ? new Error('the server ended the connection without a greeting; it may be no MySQL')
    : error;
}

async function connectOnce(
  target: MysqlTarget,
  ssl: SslOptions | undefined,
  signal: AbortSignal,
): Promise<MysqlConnection> {
  const socket = new Socket();
  const cut = (): void => void socket.destroy();
  let isConnected = false;
  socket.once('connect', () => (isConnected = true));
  signal.addEventListener('abort', cut, { once: true });
  try {
    socket.connect(target.port, target.address).setNoDelay(true).setKeepAlive(true);
    const stream = (): Socket => socket;
    const client = await createConnection({ ...optionsOf(target, ssl), stream });
    // A connection that breaks while idle says so here; without a listener it would end the process.
    client.on('error', () => undefined);
    signal.throwIfAborted();
    return {
      client,
      cut,
      close: () => closePolitely(client, cut),
      isOpen: () => !socket.destroyed && !socket.readableEnded,
      received: () => socket.bytesRead,
    };
  } catch (error) {
    cut();
    signal.throwIfAborted();
    throw withoutGreeting(error, socket, isConnected);
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

/** Connects in the first of the ways that the server knows; rejects with the driver's error, or the signal's reason. */
export async function connectMysql(
  target: MysqlTarget,
  signal: AbortSignal,
): Promise<MysqlConnection> {
  signal.throwIfAborted();
  const [first, ...others] = waysOf(target.tls);
  try {
    return await connectOnce(target, first, signal);
  } catch (error) {
    const isPlainOnly = codeOf(error) === 'HANDSHAKE_NO_SSL_SUPPORT';
    if (isPlainOnly && others.length > 0) return connectOnce(target, others[0], signal);
    throw error;
  }
}
