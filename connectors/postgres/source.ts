import type { Dialect } from '../../domain/dialects/dialect.ts';
import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Source, SourceAccess, SourceRow, SourceTable } from '../connector.ts';
import { openPostgres } from './open.ts';
import { sslModes } from './about.ts';
import { tlsWaysOf } from './connection.ts';
import type { Tls } from './connection.ts';
import type { PostgresSession } from './session.ts';
import { newServerState } from './transaction.ts';
import { describeQualified } from '../server/qualified-names.ts';
import { signInOf, targetOf, variable } from '../server/target.ts';
import type { VariablePrefixes } from '../server/target.ts';
import { createSessionPool } from '../server/session-pool.ts';

/** A kind of server with the protocol of Postgres. */
export type PostgresFlavour = {
  /** Name in errors. */
  title: string;
  dialect: Dialect;
  defaultPort: number;
  prefixes: VariablePrefixes;
  describe: DescribeTables;
};

export type PostgresQuery = (sql: string, values?: unknown[]) => Promise<SourceRow[]>;

/** See `Source.describe`; for one schema. */
export type DescribeTables = (
  query: PostgresQuery,
  schema: string,
  tableNames: readonly string[],
) => Promise<Map<string, SourceTable>>;

const maxSessions = 3;

function tlsWays(access: SourceAccess, prefixes: VariablePrefixes, host: string): Tls[] {
  const wanted = variable(access, prefixes, 'SSLMODE') ?? 'prefer';
  const mode =
    sslModes.find((each) => each === wanted) ??
    refuse(
      'source_refused',
      `DATACONTRACT_${prefixes[0]}_SSLMODE must be one of ${sslModes.join(', ')}`,
    );
  return tlsWaysOf(mode, host);
}

/** The reason why a requested table is missing. */
async function absenceIn(session: PostgresSession, schema: string): Promise<string> {
  const [row] = await session.query('select 1 as found from pg_namespace where nspname = $1', [
    schema,
  ]);
  return row === undefined ? `there is no schema '${schema}'` : 'it does not exist';
}

/**
 * Opens a server with the protocol of Postgres; its read-only transactions share one snapshot, where the server supports that.
 * Refuses with `source_refused` servers that are not allowed, sign-ins that fail, and unreachable servers.
 */
export async function openPostgresSource(
  flavour: PostgresFlavour,
  { server, access, signal }: { server: ContractServer; access: SourceAccess; signal: AbortSignal },
): Promise<Source> {
  const { title, dialect, prefixes, defaultPort, describe } = flavour;
  const defaults = { prefixes, port: defaultPort, schema: 'public' };
  const { host, port, database, schema } = targetOf(server, access, defaults);
  const { user, password } = signInOf(access, prefixes);
  const ways = tlsWays(access, prefixes, host);
  const shared = { serverState: newServerState(), schema };
  const place = { host, port, database, title, shared };
  const open = (): Promise<PostgresSession> =>
    openPostgres({ ...place, ways, user, password }, access, signal);
  const { use, ...sessions } = createSessionPool({ first: await open(), open, maxSessions });
  let absence = 'it does not exist';
  return {
    ...sessions,
    dialect,
    get absence() {
      return absence;
    },
    describe: (names) =>
      use(async (session) => {
        const tables = await describeQualified(schema, names, (place, some) =>
          describe(session.query, place, some),
        );
        if (tables.size < names.length) absence = await absenceIn(session, schema);
        return tables;
      }),
  };
}
