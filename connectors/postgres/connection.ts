import { connect, isIP, Socket } from 'node:net';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import type { SslMode } from './about.ts';
import { codeOf, messageOf } from '../source-error.ts';

/** A connection to a Postgres server. */
export type PostgresConnection = {
  client: Client;
  /** Closes the connection gracefully; after a short time the socket is closed anyway. */
  close: () => Promise<void>;
  /** Closes the connection at once; running statements reject. */
  cut: () => void;
  /** Sends a CancelRequest, which needs no second session and gets no answer. */
  requestCancel: () => Promise<void>;
  /** The error that ended an idle connection: the driver later only says that it cannot be used. */
  brokenBy: () => Error | undefined;
  isOpen: () => boolean;
  /** Bytes received so far. */
  received: () => number;
};

export type Tls = false | { rejectUnauthorized: boolean; host: string; servername?: string };

const closeGraceMs = 2_000;
const cancelRequestTimeoutMs = 1_000;

/** TLS attempts of a mode in order; like libpq, `prefer` accepts servers with and without TLS. */
export function tlsWaysOf(mode: SslMode, host: string): Tls[] {
  // The certificate is checked against the configured name, not the resolved address.
  const name = isIP(host) === 0 ? { host, servername: host } : { host };
  const unverified = { rejectUnauthorized: false, ...name };
  const ways: Record<SslMode, Tls[]> = {
    disable: [false],
    prefer: [unverified, false],
    require: [unverified],
    'verify-full': [{ rejectUnauthorized: true, ...name }],
  };
  return ways[mode];
}

async function closePolitely(client: Client, cut: () => void): Promise<void> {
  const timer = setTimeout(cut, closeGraceMs);
  try {
    await client.end();
  } finally {
    clearTimeout(timer);
  }
}

/** Process id and secret key of the session; node-postgres has them, but not in its types. */
export function sessionNumbersOf(client: Client): { processID?: unknown; secretKey?: unknown } {
  return client as { processID?: unknown; secretKey?: unknown };
}

const cancelRequestCode = 80_877_102;

/** Sends the CancelRequest of the protocol like libpq; resolves when the server closes the connection, or after a short time. */
function sendCancelRequest(
  { host = '', port = 0 }: ClientConfig,
  { processID, secretKey }: ReturnType<typeof sessionNumbersOf>,
): Promise<void> {
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve();
  const message = Buffer.alloc(16);
  for (const [place, number] of [message.length, cancelRequestCode, processID, secretKey].entries())
    message.writeInt32BE(number, 4 * place);
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => socket.end(message));
    socket.setTimeout(cancelRequestTimeoutMs, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.resume();
  });
}

const foreign = /^There was an error establishing an SSL connection|^received invalid response/;

/** The driver's error for servers that are not Postgres is misleading. */
function withoutProtocol(error: unknown, socket: Socket, isConnected: boolean): unknown {
  const message = messageOf(error);
  if (foreign.test(message)) return new Error('the server does not use the protocol of Postgres');
  if (!isConnected || codeOf(error) !== undefined) return error;
  if (message === 'timeout expired')
    return new Error(
      'the server accepts connections, but did not answer in the protocol of Postgres in time',
    );
  return message === 'Connection terminated unexpectedly' && socket.bytesRead === 0
    ? new Error('the server closed the connection without an answer; it may not be Postgres')
    : error;
}

async function connectOnce(config: ClientConfig, signal: AbortSignal): Promise<PostgresConnection> {
  // With our own socket the connection can be closed; node-postgres cannot leave a server that accepts and stays silent.
  const socket = new Socket();
  const cut = (): void => void socket.destroy();
  let isConnected = false;
  socket.once('connect', () => (isConnected = true));
  const client = new Client({ ...config, stream: () => socket });
  let broken: Error | undefined;
  // Errors of an idle connection are emitted here; without a listener they would end the process.
  client.on('error', (error) => (broken ??= error));
  let ended = false;
  client.on('end', () => (ended = true));
  signal.addEventListener('abort', cut, { once: true });
  try {
    await client.connect();
    signal.throwIfAborted();
  } catch (error) {
    cut();
    signal.throwIfAborted();
    throw withoutProtocol(error, socket, isConnected);
  } finally {
    signal.removeEventListener('abort', cut);
  }
  return {
    client,
    cut,
    close: () => closePolitely(client, cut),
    requestCancel: () => sendCancelRequest(config, sessionNumbersOf(client)),
    brokenBy: () => broken,
    isOpen: () => !ended && !socket.destroyed,
    received: () => socket.bytesRead,
  };
}

/** Connects with the first TLS attempt that succeeds; rejects with the driver's error, or the signal's reason. */
export async function connectPostgres(
  config: ClientConfig,
  ways: readonly Tls[],
  signal: AbortSignal,
): Promise<PostgresConnection> {
  const [ssl = false, ...others] = ways;
  signal.throwIfAborted();
  try {
    return await connectOnce({ ...config, ssl }, signal);
  } catch (error) {
    signal.throwIfAborted();
    const isPlainOnly = messageOf(error).includes('does not support SSL');
    if (isPlainOnly && others.length > 0) return connectPostgres(config, others, signal);
    throw error;
  }
}
