import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess, SourceRow } from '../connector.ts';
import * as about from './about.ts';
import { chooseTables, listedTables, quotedPath } from '../server/found-tables.ts';
import {
  demandSetting,
  encryptedUrl,
  memberText,
  settingOf,
  variableText,
} from '../server/settings.ts';
import { snowflakeType } from './asset.ts';
import { snowflakeHost, snowflakeSession } from './session.ts';
import { readSnowflake, runSnowflake } from './statement.ts';
import type { SnowflakeRow, SnowflakeSession, SnowflakeStatement } from './statement.ts';
import type { SnowflakeIdentity } from './token.ts';
import { snowflakeRow } from './values.ts';
import { limitedRule } from '../server/rule-statement.ts';
import { limitConcurrency } from '../server/limit-concurrency.ts';
import { checkStatement } from '../server/statement.ts';

const concurrency = 3;

/** Session parameters of every statement; timestamps without a zone count as UTC, as everywhere. */
const parameters = { MULTI_STATEMENT_COUNT: 1, QUERY_TAG: 'concordat', TIMEZONE: 'UTC' };

/** Only standard tables enforce NOT NULL; Iceberg tables may have other writers. */
const catalogueQuery = (database: string, tables: number): string => `
select c.table_schema, c.table_name, c.column_name, c.data_type, c.numeric_precision, c.numeric_scale,
  c.character_maximum_length,
  iff(c.is_nullable = 'NO' and t.table_type = 'BASE TABLE' and t.is_iceberg = 'NO', 'YES', 'NO') as not_null
from ${database}.information_schema.columns c
join ${database}.information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
where upper(c.table_schema) = upper(?) and upper(c.table_name) in (${Array(tables).fill('upper(?)').join(', ')})
order by c.table_schema, c.table_name, c.ordinal_position`;

/** Resolves names like Snowflake's clients: in capitals, unless they are quoted or need quotes. */
function nameOf(text: string): string {
  const [, quoted] = /^"(.*)"$/s.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  return /^[A-Za-z_][\w$]*$/.test(text) ? text.toUpperCase() : text;
}

function accountOf(server: ContractServer, access: SourceAccess): string {
  const account = demandSetting(server, access, {
    member: 'account',
    variable: about.variable('ACCOUNT'),
  });
  if (/^[A-Za-z0-9][\w.-]*$/.test(account)) return account;
  return refuse('source_refused', `Server '${server.server}' has no valid account: '${account}'`);
}

function identityOf(account: string, access: SourceAccess): SnowflakeIdentity {
  const setting = (name: string): string | undefined => variableText(access, about.variable(name));
  const token = setting('TOKEN');
  const privateKey = setting('PRIVATE_KEY')?.replaceAll(String.raw`\n`, '\n');
  if (token === undefined && privateKey === undefined) refuseSignIn(setting);
  const user = setting('USERNAME');
  if (token === undefined && user === undefined) {
    refuse('source_refused', `Required configuration ${about.variable('USERNAME')} is not set`);
  }
  return {
    account,
    user,
    token,
    tokenType:
      setting('AUTHENTICATOR')?.toLowerCase() === 'oauth' ? 'OAUTH' : 'PROGRAMMATIC_ACCESS_TOKEN',
    privateKey,
    privateKeyPassphrase: setting('PRIVATE_KEY_PASSPHRASE') ?? setting('PRIVATE_KEY_FILE_PWD'),
  };
}

function refuseSignIn(setting: (name: string) => string | undefined): never {
  const wanted = `set ${about.variable('TOKEN')} (a programmatic access token), or ${about.variable('USERNAME')} and ${about.variable('PRIVATE_KEY')}`;
  if (setting('PRIVATE_KEY_FILE') !== undefined) {
    refuse(
      'source_refused',
      `${about.variable('PRIVATE_KEY_FILE')} is not opened here: ${wanted}, the key itself`,
    );
  }
  if (setting('PASSWORD') !== undefined) {
    refuse('source_refused', `The SQL API of Snowflake takes no password: ${wanted}`);
  }
  return refuse('source_refused', `No login for Snowflake is configured: ${wanted}`);
}

function urlOf(server: ContractServer, access: SourceAccess, account: string): string {
  const host = settingOf(server, access, { member: 'host', variable: about.variable('HOST') });
  const port = memberText(server, 'port');
  const place = host ?? snowflakeHost(account);
  return encryptedUrl(port === undefined ? place : `${place}:${port}`);
}

function optionalName(access: SourceAccess, name: string, setting?: string): string | undefined {
  const text = setting ?? variableText(access, about.variable(name));
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
    demandSetting(server, access, { member: name, variable: about.variable(name.toUpperCase()) });
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
  const limited = limitConcurrency(concurrency);
  const rowsOf = async (statement: SnowflakeStatement): Promise<SourceRow[]> => {
    const rows: SourceRow[] = [];
    for await (const { columns, row } of readSnowflake(session, statement)) {
      rows.push(snowflakeRow(columns, row));
    }
    return rows;
  };
  return {
    dialect: 'snowflake',
    concurrency,
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
      return limited(() => rowsOf({ text, parameters }));
    },
    queryRule: (sql, maxRows) => {
      return limited(() => rowsOf({ text: limitedRule(sql, maxRows), parameters }));
    },
    close: async () => undefined,
  };
}

/** Snowflake, through its SQL API 2, which runs one statement per request. */
export const snowflake: Connector<'snowflake'> = {
  ...about.snowflake,
  open,
};
