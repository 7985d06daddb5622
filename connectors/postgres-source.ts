import type { Dialect } from '../domain/dialects/dialect.ts';
import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Source, SourceAccess, SourceRow, SourceTable } from './connector.ts';
import { openPostgres } from './open-postgres.ts';
import { sslModes, tlsWaysOf } from './postgres-connection.ts';
import type { Tls } from './postgres-connection.ts';
import type { PostgresSession } from './postgres-session.ts';
import { newAccord } from './postgres-transaction.ts';
import { describeQualified } from './qualified-names.ts';
import { signInOf, targetOf, variable } from './server-target.ts';
import type { VariablePrefixes } from './server-target.ts';
import { shareSessions } from './session-lanes.ts';

/** A kind of server that speaks the protocol of Postgres. */
export type PostgresFlavour = {
  /** What it is called in errors. */
  title: string;
  dialect: Dialect;
  defaultPort: number;
  prefixes: VariablePrefixes;
  describe: DescribeTables;
};

/** Runs a statement with values. */
export type PostgresQuery = (sql: string, values?: unknown[]) => Promise<SourceRow[]>;

/** See `Source.describe`; in one schema. */
export type DescribeTables = (
  query: PostgresQuery,
  schema: string,
  tableNames: readonly string[],
) => Promise<Map<string, SourceTable>>;

const lanes = 3;

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

/** Why a table that is asked for is not there. */
async function absenceIn(session: PostgresSession, schema: string): Promise<string> {
  const [row] = await session.query('select 1 as found from pg_namespace where nspname = $1', [
    schema,
  ]);
  return row === undefined ? `there is no schema '${schema}'` : 'it does not exist';
}

/**
 * A server by the protocol of Postgres, read in read-only transactions of one moment (each session has its own where the
 * server cannot share one). Refuses with `source_refused` what is not allowed, not known or not reached.
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
  const shared = { accord: newAccord(), schema };
  const place = { host, port, database, title, shared };
  const open = (): Promise<PostgresSession> =>
    openPostgres({ ...place, ways, user, password }, access, signal);
  const { use, ...sessions } = shareSessions({ first: await open(), open, lanes });
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
