import type { ClientConfig } from 'pg';
import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from './connector.ts';
import { resolveAllowedHost } from './host-guard.ts';
import { describePostgresTables } from './postgres-catalogue.ts';
import { connectPostgres, tlsWays } from './postgres-connection.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { openPostgresSession } from './postgres-session.ts';
import { messageOf } from './source-error.ts';

const username = 'DATACONTRACT_POSTGRES_USERNAME';
const password = 'DATACONTRACT_POSTGRES_PASSWORD';

const connectTimeoutMs = 10_000;
const defaultPort = 5432;

/** Where a contract's server is, in the words of people: never with a user or a password. */
type Target = { host: string; port: number; database: string; schema: string; shown: string };

function textMember(server: ContractServer, member: string): string | undefined {
  const value = server[member];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function portOf(server: ContractServer): number {
  const port = server['port'] ?? defaultPort;
  const number = typeof port === 'string' && /^\d+$/.test(port) ? Number(port) : port;
  if (typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 65_536)
    return number;
  return refuse(
    'source_refused',
    `Server '${server.server}' has no usable port: ${JSON.stringify(port)}`,
  );
}

function targetOf(server: ContractServer): Target {
  const host = textMember(server, 'host');
  const database = textMember(server, 'database');
  if (host === undefined || database === undefined) {
    refuse('source_refused', `Server '${server.server}' needs host and database to be tested`);
  }
  const port = portOf(server);
  const schema = textMember(server, 'schema') ?? 'public';
  return { host, port, database, schema, shown: `${host}:${port}/${database}` };
}

function credential(access: SourceAccess, name: string): string {
  return (
    access.credentials[name] ??
    refuse('source_refused', `Required configuration ${name} is not set`)
  );
}

function withoutSecrets(error: unknown, secret: string): string {
  const message = messageOf(error).split('\n')[0] ?? '';
  return secret.length < 3 ? message : message.replaceAll(secret, '***');
}

async function open(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Source> {
  const target = targetOf(server);
  const user = credential(access, username);
  if (user === '') refuse('source_refused', `Required configuration ${username} is empty`);
  const secret = credential(access, password);
  const { allowedHosts } = access;
  const ways = tlsWays(access, target.host);
  const address = await resolveAllowedHost(target.host, target.port, {
    allowedHosts,
    timeoutMs: connectTimeoutMs,
  });
  const config: ClientConfig = {
    host: address,
    port: target.port,
    database: target.database,
    user,
    // As a function, because node-postgres would take PGPASSWORD or ~/.pgpass in place of an empty text.
    password: () => secret,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'concordat',
    fallback_application_name: 'concordat',
  };
  const connect = (abort: AbortSignal): Promise<PostgresConnection> =>
    connectPostgres(config, ways, abort);
  const connection = await connect(signal).catch((error: unknown) => {
    signal.throwIfAborted();
    const message = withoutSecrets(error, secret);
    return refuse('source_refused', `Could not connect to postgres ${target.shown}: ${message}`);
  });
  const session = openPostgresSession({
    connection,
    connect,
    statementTimeoutMs: access.statementTimeoutMs,
    signal,
  });
  return {
    dialect: 'postgres',
    describe: (names) => describePostgresTables(session.query, target.schema, names),
    query: (sql) => session.query(sql),
    absence: 'it does not exist',
    close: session.close,
  };
}

/** PostgreSQL, through its own protocol; reads in one read-only transaction, so that all numbers are of one moment. */
export const postgres: Connector = {
  name: 'postgres',
  serverTypes: ['postgres', 'postgresql'],
  requiredCredentials: [username, password],
  open,
};
