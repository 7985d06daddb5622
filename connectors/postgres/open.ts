import type { ClientConfig } from 'pg';
import { refuse } from '../../domain/errors.ts';
import type { SourceAccess } from '../connector.ts';
import { resolveAllowedHost } from '../guard/hosts.ts';
import { connectPostgres } from './connection.ts';
import type { PostgresConnection, Tls } from './connection.ts';
import { openPostgresSession } from './session.ts';
import type { PostgresSession } from './session.ts';
import type { PostgresServerState } from './transaction.ts';
import { messageWithout } from '../source-error.ts';

/** A database of a server, the user, and the TLS attempts in order. */
export type PostgresTarget = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ways: readonly Tls[];
  /** Name of the server in errors; default `postgres`. */
  title?: string;
  /** Set for a session of a pool; see `openPostgresSession`. */
  shared?: { serverState: PostgresServerState; schema: string };
};

const connectTimeoutMs = 10_000;

/**
 * Opens a session. Refuses with `source_refused` hosts that are not allowed, before any connection, and failures to connect or
 * sign in; no message contains the password.
 */
export async function openPostgres(
  target: PostgresTarget,
  { allowedHosts, statementTimeoutMs }: Pick<SourceAccess, 'allowedHosts' | 'statementTimeoutMs'>,
  signal: AbortSignal,
): Promise<PostgresSession> {
  const { host, port, database, user, password, ways, title = 'postgres', shared } = target;
  const limits = { allowedHosts, timeoutMs: connectTimeoutMs };
  const config: ClientConfig = {
    host: await resolveAllowedHost(host, port, limits),
    port,
    database,
    user,
    // A function, because node-postgres would replace an empty text by PGPASSWORD or ~/.pgpass.
    password: () => password,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'concordat',
    fallback_application_name: 'concordat',
  };
  const connect = (abort: AbortSignal): Promise<PostgresConnection> =>
    connectPostgres(config, ways, abort);
  const connection = await connect(signal).catch((error: unknown) => {
    signal.throwIfAborted();
    const shown = `${host}:${port}/${database}`;
    const message = messageWithout(password, error);
    return refuse('source_refused', `Could not connect to ${title} ${shown}: ${message}`);
  });
  return openPostgresSession({
    connection,
    connect,
    statementTimeoutMs,
    signal,
    ...(shared && { shared }),
  });
}
