import { connect, isIP, Socket } from 'node:net';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { codeOf, messageOf } from './source-error.ts';

/** A connection to a Postgres server. */
export type PostgresConnection = {
  client: Client;
  /** Ends it politely; a server that does not react loses the socket after a moment. */
  close: () => Promise<void>;
  /** Ends it at once; whatever runs rejects. */
  cut: () => void;
  /** Asks the server on the wire to stop what it runs; that needs no second session, and nobody answers. */
  requestCancel: () => Promise<void>;
  /** What ended it while nothing ran: the driver only says later that it cannot be used. */
  brokenBy: () => Error | undefined;
  isOpen: () => boolean;
  /** Bytes that the server has sent so far. */
  received: () => number;
};

export type Tls = false | { rejectUnauthorized: boolean; host: string; servername?: string };

const closeGraceMs = 2_000;
const cancelRequestTimeoutMs = 1_000;

/** How a connection is encrypted, in the words of libpq. */
export const sslModes = ['disable', 'prefer', 'require', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

/** Ways to connect by mode, in the order to try; like libpq, `prefer` takes a server as it is. */
export function tlsWaysOf(mode: SslMode, host: string): Tls[] {
  // The certificate is for the name that people wrote, not for the address that it resolved to.
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

/** Numbers by which the server knows a session; node-postgres keeps them, its types do not say so. */
export function sessionNumbersOf(client: Client): { processID?: unknown; secretKey?: unknown } {
  return client as { processID?: unknown; secretKey?: unknown };
}

const cancelRequestCode = 80_877_102;

/** The CancelRequest of the protocol, as libpq sends it; resolves when the server has hung up, or after a moment. */
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

/** What the driver says of servers that are no Postgres is about something else. */
function withoutProtocol(error: unknown, socket: Socket, isConnected: boolean): unknown {
  const message = messageOf(error);
  if (foreign.test(message)) return new Error('the server does not speak the protocol of Postgres');
  if (!isConnected || codeOf(error) !== undefined) return error;
  if (message === 'timeout expired')
    return new Error(
      'the server takes connections, but did not speak the protocol of Postgres in time',
    );
  return message === 'Connection terminated unexpectedly' && socket.bytesRead === 0
    ? new Error('the server ended the connection without an answer; it may be no Postgres')
    : error;
}

async function connectOnce(config: ClientConfig, signal: AbortSignal): Promise<PostgresConnection> {
  // A socket of our own: node-postgres cannot let go of a server that accepts and then says nothing.
  const socket = new Socket();
  const cut = (): void => void socket.destroy();
  let isConnected = false;
  socket.once('connect', () => (isConnected = true));
  const client = new Client({ ...config, stream: () => socket });
  let broken: Error | undefined;
  // A connection that breaks while idle says so here; without a listener it would end the process.
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

/** Connects in the first of the ways that the server knows; rejects with the driver's error, or the signal's reason. */
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
