import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from './connector.ts';
import type { TlsMode } from './mysql-connection.ts';
import type { MysqlSession } from './mysql-session.ts';
import { describeMysqlTables } from './mysql-tables.ts';
import { openMysql } from './open-mysql.ts';
import { describeQualified } from './qualified-names.ts';
import { textMember } from './server-member.ts';
import { credentialsOf, signInNames, signInOf, targetOf } from './server-target.ts';
import { variable } from './server-target.ts';
import type { VariablePrefixes } from './server-target.ts';
import { shareSessions } from './session-lanes.ts';

const prefixes: VariablePrefixes = ['MYSQL'];

/** The words are those of the other servers. */
const tlsBySslMode: Record<string, TlsMode> = {
  disable: 'off',
  prefer: 'preferred',
  require: 'required',
  'verify-full': 'verified',
};

const sslModes = Object.keys(tlsBySslMode).join(', ');

const lanes = 3;

function tlsOf(access: SourceAccess): TlsMode {
  return (
    tlsBySslMode[variable(access, prefixes, 'SSLMODE') ?? 'prefer'] ??
    refuse('source_refused', `DATACONTRACT_MYSQL_SSLMODE must be one of ${sslModes}`)
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
  const { use, ...sessions } = shareSessions({ first, open: openSession, lanes });
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
 * MySQL and MariaDB, through their own protocol: nothing is copied. Each session reads one moment in a read-only
 * transaction; they are begun one after the other, because these servers cannot share a moment. The tests run against
 * MariaDB, not MySQL itself.
 */
export const mysql: Connector = {
  name: 'mysql',
  serverTypes: ['mysql', 'mariadb'],
  credentials: credentialsOf('MYSQL', 'MySQL', sslModes),
  signIns: [signInNames('MYSQL')],
  placeIs: 'the `host`',
  place: (server) => textMember(server, 'host'),
  title: 'MySQL, MariaDB',
  tested: { live: true, against: 'MariaDB 10.11; no MySQL was at hand' },
  open,
};
