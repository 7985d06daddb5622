import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from '../connector.ts';
import * as about from './about.ts';
import type { TlsMode } from './about.ts';
import type { MysqlSession } from './session.ts';
import { describeMysqlTables } from './tables.ts';
import { openMysql } from './open.ts';
import { describeQualified } from '../server/qualified-names.ts';
import { signInOf, targetOf } from '../server/target.ts';
import { variable } from '../server/target.ts';
import type { VariablePrefixes } from '../server/target.ts';
import { createSessionPool } from '../server/session-pool.ts';

const prefixes: VariablePrefixes = ['MYSQL'];

const maxSessions = 3;

function tlsOf(access: SourceAccess): TlsMode {
  return (
    about.tlsBySslMode[variable(access, prefixes, 'SSLMODE') ?? 'prefer'] ??
    refuse('source_refused', `DATACONTRACT_MYSQL_SSLMODE must be one of ${about.sslModes}`)
  );
}

async function open(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Source> {
  const { host, port, database } = targetOf(server, access, { prefixes, port: 3306, schema: '' });
  const title = `mysql ${host}:${port}/${database}`;
  const target = { host, port, database, title, tls: tlsOf(access), ...signInOf(access, prefixes) };
  const openSession = (): Promise<MysqlSession> => openMysql(target, access, signal);
  const first = await openSession();
  const { use, ...sessions } = createSessionPool({ first, open: openSession, maxSessions });
  return {
    ...sessions,
    dialect: 'mysql',
    describe: (names) =>
      use((session) =>
        describeQualified(database, names, (schema, tables) =>
          describeMysqlTables(session, schema, tables),
        ),
      ),
    absence: 'it does not exist, or the user has no right on it',
  };
}

/**
 * MySQL and MariaDB, through their own protocol, without copying data. Each session reads one snapshot in a read-only
 * transaction. The snapshots are taken one after the other, because these servers cannot share one. The tests run against
 * MariaDB, not MySQL.
 */
export const mysql: Connector<'mysql'> = {
  ...about.mysql,
  open,
};
