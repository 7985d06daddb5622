import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from '../connector.ts';
import * as about from './about.ts';
import { entraTokens } from '../http/entra-token.ts';
import { connectMssql } from './connection.ts';
import type { MssqlTarget } from './connection.ts';
import {
  demandSetting,
  demandVariable,
  portSetting,
  settingOf,
  switchOf,
  variableText,
} from '../server/settings.ts';
import { createSessionPool } from '../server/session-pool.ts';
import type { PooledSession } from '../server/session-pool.ts';
import { openSqlServerSession } from './session.ts';
import { describeQualified } from '../server/qualified-names.ts';
import { describeSqlServerTables } from './tables.ts';
import { checkStatement } from '../server/statement.ts';

const maxSessions = 3;
const defaultPort = 1433;

const advice = 'Check tenant, client id and secret, and that the app is a user of the database';

type Context = { access: SourceAccess; signal: AbortSignal };

type Login = Pick<MssqlTarget, 'authentication' | 'secrets'>;

function wayOf(access: SourceAccess): string {
  const way = variableText(access, about.variable('AUTHENTICATION'));
  if (way !== undefined) return way.toLowerCase();
  return switchOf(access, about.variable('TRUSTED_CONNECTION'), false) ? 'windows' : 'sql';
}

async function loginOf(context: Context): Promise<Login> {
  const { access } = context;
  const way = wayOf(access);
  if (way === 'sql') {
    const userName = demandVariable(access, about.variable('USERNAME'));
    const password = demandVariable(access, about.variable('PASSWORD'));
    return {
      authentication: { type: 'default', options: { userName, password } },
      secrets: [password],
    };
  }
  if (way === 'activedirectoryserviceprincipal') return appLogin(context);
  const reason =
    way === 'windows'
      ? 'Windows logins (TRUSTED_CONNECTION) need a machine in the domain'
      : `${about.variable('AUTHENTICATION')} '${way}' needs an interactive sign-in`;
  return refuse(
    'source_refused',
    `${reason}, which a worker does not have: use sql with ${about.variable('USERNAME')} and ${about.variable('PASSWORD')}, or ActiveDirectoryServicePrincipal`,
  );
}

async function appLogin({ access, signal }: Context): Promise<Login> {
  const setting = (name: string): string => demandVariable(access, about.variable(name));
  const clientSecret = setting('CLIENT_SECRET');
  const identity = { tenantId: setting('TENANT_ID'), clientId: setting('CLIENT_ID'), clientSecret };
  const api = { scope: 'https://database.windows.net/.default', title: 'Azure SQL', advice };
  const token = await entraTokens(identity, api, { access, signal }).current();
  return {
    authentication: { type: 'azure-active-directory-access-token', options: { token } },
    secrets: [clientSecret, token],
  };
}

async function targetOf(server: ContractServer, context: Context): Promise<MssqlTarget> {
  const { access } = context;
  const setting = (member: string): string =>
    demandSetting(server, access, { member, variable: about.variable(member.toUpperCase()) });
  const port = { member: 'port', variable: about.variable('PORT'), fallback: defaultPort };
  return {
    host: setting('host'),
    port: portSetting(server, access, port),
    database: setting('database'),
    encrypt: switchOf(access, about.variable('ENCRYPTED_CONNECTION'), true),
    trustServerCertificate: switchOf(access, about.variable('TRUST_SERVER_CERTIFICATE'), false),
    ...(await loginOf(context)),
  };
}

async function open(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Source> {
  const context = { access, signal };
  const target = await targetOf(server, context);
  const schema =
    settingOf(server, access, { member: 'schema', variable: about.variable('SCHEMA') }) ?? 'dbo';
  const openOne = async (): Promise<PooledSession> =>
    openSqlServerSession(await connectMssql(target, context));
  const sessions = createSessionPool({ first: await openOne(), open: openOne, maxSessions });
  return {
    dialect: 'sqlserver',
    concurrency: maxSessions,
    absence: 'it does not exist, or the login may not see it',
    describe: (names) =>
      describeQualified(schema, names, (place, some) =>
        describeSqlServerTables(sessions.query, { schema: place, names: some }),
      ),
    query: async (sql) => {
      checkStatement(sql);
      return sessions.query(sql);
    },
    queryRule: async (sql, maxRows) => {
      checkStatement(sql);
      return sessions.queryRule(sql, maxRows);
    },
    close: sessions.close,
  };
}

/** Microsoft SQL Server and Azure SQL, through TDS; rules run in a transaction that is rolled back. */
export const sqlserver: Connector<'sqlserver'> = {
  ...about.sqlserver,
  open,
};
