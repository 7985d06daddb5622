import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from './connector.ts';
import { openPostgres } from './open-postgres.ts';
import { describePostgresTables } from './postgres-catalogue.ts';
import { tlsWays } from './postgres-connection.ts';

const username = 'DATACONTRACT_POSTGRES_USERNAME';
const password = 'DATACONTRACT_POSTGRES_PASSWORD';

const defaultPort = 5432;

/** Where a contract's server is. */
type Target = { host: string; port: number; database: string; schema: string };

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
  return { host, port, database, schema };
}

function credential(access: SourceAccess, name: string): string {
  return (
    access.credentials[name] ??
    refuse('source_refused', `Required configuration ${name} is not set`)
  );
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
  const { host, port, database } = target;
  const ways = tlsWays(access, host);
  const session = await openPostgres(
    { host, port, database, ways, user, password: secret },
    access,
    signal,
  );
  return {
    dialect: 'postgres',
    lanes: 1,
    describe: (names) => describePostgresTables(session.query, target.schema, names),
    query: (sql) => session.query(sql),
    queryRule: (sql) => session.queryApart(sql),
    absence: 'it does not exist',
    close: session.close,
  };
}

/** PostgreSQL, through its own protocol; reads in one read-only transaction, so that all numbers are of one moment. */
export const postgres: Connector = {
  name: 'postgres',
  serverTypes: ['postgres', 'postgresql'],
  credentials: [
    { name: username, meaning: 'Role that reads' },
    { name: password, meaning: 'Its password', secret: true },
    { name: 'DATACONTRACT_POSTGRES_SSLMODE', meaning: 'disable, prefer, require or verify-full' },
  ],
  signIns: [[username, password]],
  place: (server) => textMember(server, 'host'),
  triedAgainst: 'the real thing',
  open,
};
