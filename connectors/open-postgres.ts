import type { ClientConfig } from 'pg';
import { refuse } from '../domain/errors.ts';
import type { SourceAccess } from './connector.ts';
import { resolveAllowedHost } from './host-guard.ts';
import { connectPostgres } from './postgres-connection.ts';
import type { PostgresConnection, Tls } from './postgres-connection.ts';
import { openPostgresSession } from './postgres-session.ts';
import type { PostgresSession } from './postgres-session.ts';
import type { PostgresAccord } from './postgres-transaction.ts';
import { messageWithout } from './source-error.ts';

/** One database of a server, who asks, and the ways of TLS in the order to try. */
export type PostgresTarget = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ways: readonly Tls[];
  /** What the server is called in errors; `postgres` when left out. */
  title?: string;
  /** Given where the session is one of several; see `openPostgresSession`. */
  shared?: { accord: PostgresAccord; schema: string };
};

const connectTimeoutMs = 10_000;

/**
 * A session on a database. Refuses with `source_refused` hosts that are not allowed, before any connection, and what cannot be
 * reached or signed in to; no message holds the password.
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
    // As a function, because node-postgres would take PGPASSWORD or ~/.pgpass in place of an empty text.
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
