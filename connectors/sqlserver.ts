import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from './connector.ts';
import { entraTokens } from './entra-token.ts';
import { connectMssql } from './mssql-connection.ts';
import type { MssqlTarget } from './mssql-connection.ts';
import {
  demandSetting,
  demandVariable,
  memberText,
  portSetting,
  settingOf,
  switchOf,
  variableText,
} from './server-settings.ts';
import { shareSessions } from './session-lanes.ts';
import type { LaneSession } from './session-lanes.ts';
import { openSqlServerSession } from './sqlserver-session.ts';
import { describeQualified } from './qualified-names.ts';
import { describeSqlServerTables } from './sqlserver-tables.ts';
import { checkStatement } from './statement.ts';

const variable = (name: string): string => `DATACONTRACT_SQLSERVER_${name}`;

const lanes = 3;
const defaultPort = 1433;

const advice = 'Check tenant, client id and secret, and that the app is a user of the database';

type Context = { access: SourceAccess; signal: AbortSignal };

type Login = Pick<MssqlTarget, 'authentication' | 'secrets'>;

function wayOf(access: SourceAccess): string {
  const way = variableText(access, variable('AUTHENTICATION'));
  if (way !== undefined) return way.toLowerCase();
  return switchOf(access, variable('TRUSTED_CONNECTION'), false) ? 'windows' : 'sql';
}

async function loginOf(context: Context): Promise<Login> {
  const { access } = context;
  const way = wayOf(access);
  if (way === 'sql') {
    const userName = demandVariable(access, variable('USERNAME'));
    const password = demandVariable(access, variable('PASSWORD'));
    return {
      authentication: { type: 'default', options: { userName, password } },
      secrets: [password],
    };
  }
  if (way === 'activedirectoryserviceprincipal') return appLogin(context);
  const reason =
    way === 'windows'
      ? 'Windows logins (TRUSTED_CONNECTION) need a machine in the domain'
      : `${variable('AUTHENTICATION')} '${way}' needs somebody who signs in`;
  return refuse(
    'source_refused',
    `${reason}, which a worker has not: use sql with ${variable('USERNAME')} and ${variable('PASSWORD')}, or ActiveDirectoryServicePrincipal`,
  );
}

async function appLogin({ access, signal }: Context): Promise<Login> {
  const told = (name: string): string => demandVariable(access, variable(name));
  const clientSecret = told('CLIENT_SECRET');
  const identity = { tenantId: told('TENANT_ID'), clientId: told('CLIENT_ID'), clientSecret };
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
    demandSetting(server, access, { member, variable: variable(member.toUpperCase()) });
  const port = { member: 'port', variable: variable('PORT'), fallback: defaultPort };
  return {
    host: setting('host'),
    port: portSetting(server, access, port),
    database: setting('database'),
    encrypt: switchOf(access, variable('ENCRYPTED_CONNECTION'), true),
    trustServerCertificate: switchOf(access, variable('TRUST_SERVER_CERTIFICATE'), false),
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
    settingOf(server, access, { member: 'schema', variable: variable('SCHEMA') }) ?? 'dbo';
  const openOne = async (): Promise<LaneSession> =>
    openSqlServerSession(await connectMssql(target, context));
  const sessions = shareSessions({ first: await openOne(), open: openOne, lanes });
  return {
    dialect: 'sqlserver',
    lanes,
    absence: 'it does not exist, or the login may not see it',
    describe: (names) =>
      describeQualified(schema, names, (place, some) =>
        describeSqlServerTables(sessions.query, { schema: place, names: some }),
      ),
    query: async (sql) => {
      checkStatement(sql);
      return sessions.query(sql);
    },
    queryRule: async (sql, mostRows) => {
      checkStatement(sql);
      return sessions.queryRule(sql, mostRows);
    },
    close: sessions.close,
  };
}

/** Microsoft SQL Server and Azure SQL, through TDS; rules run in a transaction that is rolled back. */
export const sqlserver: Connector = {
  name: 'sqlserver',
  serverTypes: ['sqlserver', 'mssql'],
  credentials: [
    { name: variable('USERNAME'), meaning: 'Login that reads' },
    { name: variable('PASSWORD'), meaning: 'Its password', secret: true },
    {
      name: variable('AUTHENTICATION'),
      meaning: '`sql` (default) or `ActiveDirectoryServicePrincipal`',
    },
    { name: variable('TENANT_ID'), meaning: 'Entra tenant of the app that signs in' },
    { name: variable('CLIENT_ID'), meaning: 'Application (client) id of that app' },
    { name: variable('CLIENT_SECRET'), meaning: 'Its client secret', secret: true },
    { name: variable('TRUSTED_CONNECTION'), meaning: 'Not possible from a worker' },
    {
      name: variable('TRUST_SERVER_CERTIFICATE'),
      meaning: 'Take any certificate of the server (default false)',
    },
    { name: variable('ENCRYPTED_CONNECTION'), meaning: 'Encrypt the connection (default true)' },
    { name: variable('HOST'), meaning: 'Host, where the contract names none' },
    { name: variable('PORT'), meaning: 'Port, where the contract names none' },
    { name: variable('DATABASE'), meaning: 'Database, where the contract names none' },
    { name: variable('SCHEMA'), meaning: 'Schema, where the contract names none' },
  ],
  signIns: [
    [variable('USERNAME'), variable('PASSWORD')],
    [variable('TENANT_ID'), variable('CLIENT_ID'), variable('CLIENT_SECRET')],
  ],
  placeIs: 'the `host`',
  place: (server) => memberText(server, 'host'),
  title: 'SQL Server',
  tested: { live: false, against: 'a server that speaks TDS' },
  open,
};
