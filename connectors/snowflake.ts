import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess, SourceRow } from './connector.ts';
import { chooseTables, listedTables, quotedPath } from './found-tables.ts';
import {
  demandSetting,
  encryptedUrl,
  memberText,
  settingOf,
  variableText,
} from './server-settings.ts';
import { snowflakeType } from './snowflake-asset.ts';
import { snowflakeHost, snowflakeSession } from './snowflake-session.ts';
import { readSnowflake, runSnowflake } from './snowflake-statement.ts';
import type { SnowflakeRow, SnowflakeSession, SnowflakeStatement } from './snowflake-statement.ts';
import type { SnowflakeIdentity } from './snowflake-token.ts';
import { snowflakeRow } from './snowflake-values.ts';
import { limitedRule } from './rule-statement.ts';
import { createLanes } from './statement-lanes.ts';
import { checkStatement } from './statement.ts';

const variable = (name: string): string => `DATACONTRACT_SNOWFLAKE_${name}`;

const lanes = 3;

/** What every statement runs with; times without a zone are compared in UTC, as everywhere. */
const parameters = { MULTI_STATEMENT_COUNT: 1, QUERY_TAG: 'concordat', TIMEZONE: 'UTC' };

/** Only base tables keep nulls out; of Iceberg tables others may be the writers. */
const catalogueQuery = (database: string, tables: number): string => `
select c.table_schema, c.table_name, c.column_name, c.data_type, c.numeric_precision, c.numeric_scale,
  c.character_maximum_length,
  iff(c.is_nullable = 'NO' and t.table_type = 'BASE TABLE' and t.is_iceberg = 'NO', 'YES', 'NO') as not_null
from ${database}.information_schema.columns c
join ${database}.information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
where upper(c.table_schema) = upper(?) and upper(c.table_name) in (${Array(tables).fill('upper(?)').join(', ')})
order by c.table_schema, c.table_name, c.ordinal_position`;

/** Names as Snowflake's own clients read them: in capitals, unless they stand in quotes or could not stand without. */
function nameOf(text: string): string {
  const [, quoted] = /^"(.*)"$/s.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  return /^[A-Za-z_][\w$]*$/.test(text) ? text.toUpperCase() : text;
}

function accountOf(server: ContractServer, access: SourceAccess): string {
  const account = demandSetting(server, access, {
    member: 'account',
    variable: variable('ACCOUNT'),
  });
  if (/^[A-Za-z0-9][\w.-]*$/.test(account)) return account;
  return refuse('source_refused', `Server '${server.server}' has no usable account: '${account}'`);
}

function identityOf(account: string, access: SourceAccess): SnowflakeIdentity {
  const told = (name: string): string | undefined => variableText(access, variable(name));
  const token = told('TOKEN');
  const privateKey = told('PRIVATE_KEY')?.replaceAll(String.raw`\n`, '\n');
  if (token === undefined && privateKey === undefined) refuseSignIn(told);
  const user = told('USERNAME');
  if (token === undefined && user === undefined) {
    refuse('source_refused', `Required configuration ${variable('USERNAME')} is not set`);
  }
  return {
    account,
    user,
    token,
    tokenType:
      told('AUTHENTICATOR')?.toLowerCase() === 'oauth' ? 'OAUTH' : 'PROGRAMMATIC_ACCESS_TOKEN',
    privateKey,
    privateKeyPassphrase: told('PRIVATE_KEY_PASSPHRASE') ?? told('PRIVATE_KEY_FILE_PWD'),
  };
}

function refuseSignIn(told: (name: string) => string | undefined): never {
  const wanted = `set ${variable('TOKEN')} (a programmatic access token), or ${variable('USERNAME')} and ${variable('PRIVATE_KEY')}`;
  if (told('PRIVATE_KEY_FILE') !== undefined) {
    refuse(
      'source_refused',
      `${variable('PRIVATE_KEY_FILE')} is not opened here: ${wanted}, the key itself`,
    );
  }
  if (told('PASSWORD') !== undefined) {
    refuse('source_refused', `The SQL API of Snowflake takes no password: ${wanted}`);
  }
  return refuse('source_refused', `No login for Snowflake is configured: ${wanted}`);
}

function urlOf(server: ContractServer, access: SourceAccess, account: string): string {
  const host = settingOf(server, access, { member: 'host', variable: variable('HOST') });
  const port = memberText(server, 'port');
  const place = host ?? snowflakeHost(account);
  return encryptedUrl(port === undefined ? place : `${place}:${port}`);
}

function optionalName(access: SourceAccess, name: string, told?: string): string | undefined {
  const text = told ?? variableText(access, variable(name));
  return text === undefined ? undefined : nameOf(text);
}

function toListed(row: SnowflakeRow): SourceRow {
  return { ...row, type: snowflakeType(row) };
}

async function open(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Source> {
  const account = accountOf(server, access);
  const member = (name: string): string =>
    demandSetting(server, access, { member: name, variable: variable(name.toUpperCase()) });
  const database = nameOf(member('database'));
  const schema = member('schema');
  const session = snowflakeSession(
    {
      baseUrl: urlOf(server, access, account),
      warehouse: optionalName(access, 'WAREHOUSE', memberText(server, 'warehouse')),
      role: optionalName(access, 'ROLE'),
      database,
      schema: nameOf(schema),
    },
    identityOf(account, access),
    { access, signal },
  );
  return sourceOf(session, { database, schema });
}

function sourceOf(
  session: SnowflakeSession,
  { database, schema }: { database: string; schema: string },
): Source {
  const inLane = createLanes(lanes);
  const rowsOf = async (statement: SnowflakeStatement): Promise<SourceRow[]> => {
    const rows: SourceRow[] = [];
    for await (const { columns, row } of readSnowflake(session, statement)) {
      rows.push(snowflakeRow(columns, row));
    }
    return rows;
  };
  return {
    dialect: 'snowflake',
    lanes,
    absence: 'it does not exist, or the role may not see it',
    describe: async (names) => {
      const wanted = [...new Set(names)];
      const rows: SourceRow[] = [];
      if (wanted.length === 0) return new Map();
      const text = catalogueQuery(quotedPath('snowflake', database), wanted.length);
      for await (const row of runSnowflake(session, text, [schema, ...wanted])) {
        rows.push(toListed(row));
      }
      return chooseTables(listedTables(rows), { schema, names: wanted }, (table) => ({
        relation: quotedPath('snowflake', database, table.schema, table.name),
      }));
    },
    query: (text) => {
      checkStatement(text);
      return inLane(() => rowsOf({ text, parameters }));
    },
    queryRule: (sql, mostRows) => {
      return inLane(() => rowsOf({ text: limitedRule(sql, mostRows), parameters }));
    },
    close: async () => undefined,
  };
}

/** Snowflake, through its SQL API 2, which runs one statement a request. */
export const snowflake: Connector = {
  name: 'snowflake',
  serverTypes: ['snowflake'],
  credentials: [
    {
      name: variable('TOKEN'),
      meaning: 'Programmatic access token, or one of OAuth',
      secret: true,
    },
    { name: variable('AUTHENTICATOR'), meaning: '`oauth` when that token is one of OAuth' },
    { name: variable('USERNAME'), meaning: 'User who signs in with a private key' },
    { name: variable('PRIVATE_KEY'), meaning: 'Private RSA key of that user (PEM)', secret: true },
    {
      name: variable('PRIVATE_KEY_PASSPHRASE'),
      meaning: 'Passphrase of that key, when it is encrypted',
      secret: true,
    },
    { name: variable('PRIVATE_KEY_FILE_PWD'), meaning: 'The same, as before', secret: true },
    { name: variable('PRIVATE_KEY_FILE'), meaning: 'Not opened; only told apart from no key' },
    {
      name: variable('PASSWORD'),
      meaning: 'Not taken by the SQL API; only told apart',
      secret: true,
    },
    { name: variable('ROLE'), meaning: 'Role that reads, instead of the default one of the user' },
    { name: variable('WAREHOUSE'), meaning: 'Warehouse, where the contract names none' },
    { name: variable('ACCOUNT'), meaning: 'Account, where the contract names none' },
    { name: variable('DATABASE'), meaning: 'Database, where the contract names none' },
    { name: variable('SCHEMA'), meaning: 'Schema, where the contract names none' },
    { name: variable('HOST'), meaning: 'Host of a private link' },
  ],
  signIns: [[variable('TOKEN')], [variable('USERNAME'), variable('PRIVATE_KEY')]],
  placeIs: 'the `account`',
  place: (server) => memberText(server, 'account'),
  title: 'Snowflake',
  tested: { live: false, against: 'recorded answers of its SQL API' },
  open,
};
