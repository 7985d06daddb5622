import { Socket } from 'node:net';
import { createConnection } from 'mysql2/promise';
import type { Connection, ConnectionOptions, SslOptions } from 'mysql2/promise';
import type { TlsMode } from './about.ts';
import { codeOf } from '../source-error.ts';

/** A server: the name of its certificate, the checked address, and the user. */
export type MysqlTarget = {
  host: string;
  address: string;
  port: number;
  user: string;
  password: string;
  tls: TlsMode;
  /** Database of unqualified names. */
  database?: string | undefined;
};

/** A connection to a MySQL or MariaDB server. */
export type MysqlConnection = {
  client: Connection;
  /** Closes the connection gracefully; after a short time the socket is closed anyway. */
  close: () => Promise<void>;
  /** Closes the connection at once; running statements reject. */
  cut: () => void;
  isOpen: () => boolean;
  /** Bytes received so far. */
  received: () => number;
};

const connectTimeoutMs = 10_000;
const closeGraceMs = 2_000;

/** TLS attempts in order. */
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

/** A server may ask for the plain password, which is readable on the network without TLS. */
function refuseClearPassword(): never {
  throw new Error('the server asks for the password in clear text on a connection without TLS');
}

function optionsOf(target: MysqlTarget, ssl: SslOptions | undefined): ConnectionOptions {
  const { host, port, user, password, database } = target;
  return {
    // The driver connects through our socket and uses the host only to check the certificate.
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

/** The driver's error for servers that are not MySQL is a connection timeout, which is wrong. */
function withoutGreeting(error: unknown, socket: Socket, isConnected: boolean): unknown {
  const code = codeOf(error);
  if (code === 'ETIMEDOUT' && isConnected) {
    const seconds = connectTimeoutMs / 1_000;
    return new Error(
      `the server accepts connections, but did not answer in the protocol of MySQL within ${seconds} s`,
    );
  }
  return code === 'PROTOCOL_CONNECTION_LOST' && socket.bytesRead === 0
    ? new Error('the server closed the connection without a greeting; it may not be MySQL')
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
    // Errors of an idle connection are emitted here; without a listener they would end the process.
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

/** Connects with the first TLS attempt that succeeds; rejects with the driver's error, or the signal's reason. */
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
