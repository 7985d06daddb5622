import { literalOf } from '../../domain/dialects/literals/literal.ts';
import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from '../connector.ts';
import * as about from './about.ts';
import { chooseTables, listedTables, quotedPath } from '../server/found-tables.ts';
import { createRestClient } from '../http/rest-client.ts';
import type { RestPlatform } from '../http/rest-client.ts';
import {
  demandSetting,
  demandVariable,
  encryptedUrl,
  isLoopback,
  portSetting,
  variableText,
} from '../server/settings.ts';
import { limitedRule } from '../server/rule-statement.ts';
import { limitConcurrency } from '../server/limit-concurrency.ts';
import { checkStatement } from '../server/statement.ts';
import { runTrino, runTrinoReadOnly } from './statement.ts';
import type { TrinoSession } from './statement.ts';
import { parseExactly } from './values.ts';

const concurrency = 3;
const defaultPort = 8080;

/** Timeout of a cancellation; then the statement runs until `query_max_run_time`. */
const cancelTimeoutMs = 3_000;

const advice = 'Check user, password or token, and that the user may read the catalog';

/** The identity: a user name, a user name with a password (only over TLS), or a token that contains the user. */
type Login = { user: string | undefined; authorization: string | undefined; secrets: string[] };

function loginOf(access: SourceAccess): Login {
  const name = about.variable('AUTHENTICATION');
  const token = variableText(access, about.variable('JWT_TOKEN'));
  const way = variableText(access, name)?.toLowerCase() ?? (token === undefined ? 'basic' : 'jwt');
  if (way === 'jwt') {
    const jwt = demandVariable(access, about.variable('JWT_TOKEN'));
    const user = variableText(access, about.variable('USERNAME'));
    return { user, authorization: `Bearer ${jwt}`, secrets: [jwt] };
  }
  if (way !== 'basic') {
    refuse('source_refused', `${name} must be basic or jwt; a worker cannot sign in with '${way}'`);
  }
  const user = demandVariable(access, about.variable('USERNAME'));
  const password = variableText(access, about.variable('PASSWORD'));
  if (password === undefined) return { user, authorization: undefined, secrets: [] };
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  return { user, authorization: `Basic ${basic}`, secrets: [password, basic] };
}

/** Credentials are sent over TLS only; a user name alone is no secret, and coordinators without authentication usually have no TLS. */
function urlOf(server: ContractServer, access: SourceAccess, { authorization }: Login): string {
  const host = demandSetting(server, access, { member: 'host', variable: about.variable('HOST') });
  const port = portSetting(server, access, {
    member: 'port',
    variable: about.variable('PORT'),
    fallback: defaultPort,
  });
  const [, scheme, name = host] = /^(https?):\/\/([^/]+)$/i.exec(host) ?? [];
  const isPlain = authorization === undefined || isLoopback(name);
  const usual = isPlain && port !== 443 && port !== 8443 ? 'http' : 'https';
  const url = `${scheme ?? usual}://${name}:${port}`;
  return authorization === undefined && URL.canParse(url) ? url : encryptedUrl(url);
}

type Place = { catalog: string; schema: string };

function sessionOf(
  server: ContractServer,
  access: SourceAccess,
  { signal, catalog, schema }: Place & { signal: AbortSignal },
): TrinoSession {
  const login = loginOf(access);
  const { user, authorization, secrets } = login;
  const baseUrl = urlOf(server, access, login);
  const prefix = server.type.toLowerCase() === 'presto' ? 'x-presto-' : 'x-trino-';
  const platform: RestPlatform = {
    title: 'Trino',
    baseUrl,
    context: { access, signal },
    authorise: async () => ({
      ...(user === undefined ? {} : { [`${prefix}user`]: user }),
      ...(authorization === undefined ? {} : { authorization }),
    }),
    parse: parseExactly,
    advice,
    secrets,
  };
  const seconds = Math.max(Math.ceil(access.statementTimeoutMs / 1000), 1);
  return {
    client: createRestClient(platform),
    cancelClient: () => {
      const context = { access, signal: AbortSignal.timeout(cancelTimeoutMs) };
      return createRestClient({ ...platform, context });
    },
    baseUrl,
    prefix,
    headers: {
      [`${prefix}source`]: 'concordat',
      [`${prefix}catalog`]: catalog,
      [`${prefix}schema`]: schema,
      [`${prefix}time-zone`]: 'UTC',
      [`${prefix}session`]: `query_max_run_time=${seconds}s`,
    },
    context: { access, signal },
    secrets,
  };
}

/** Trino stores names in lower case; comparing them unchanged lets a connector look them up instead of listing all. */
function catalogueQuery({ catalog, schema }: Place, names: readonly string[]): string {
  const list = names.map((name) => literalOf('trino', name.toLowerCase())).join(', ');
  return `select table_schema, table_name, column_name, data_type as type, 'NO' as not_null
from ${quotedPath('trino', catalog)}.information_schema.columns
where table_schema = ${literalOf('trino', schema.toLowerCase())} and table_name in (${list})
order by table_schema, table_name, ordinal_position`;
}

async function open(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Source> {
  const setting = (member: string): string =>
    demandSetting(server, access, { member, variable: about.variable(member.toUpperCase()) });
  const place: Place = { catalog: setting('catalog'), schema: setting('schema') };
  const session = sessionOf(server, access, { signal, ...place });
  const limited = limitConcurrency(concurrency);
  return {
    dialect: 'trino',
    concurrency,
    absence: 'it does not exist, or the user may not see it',
    describe: async (names) => {
      if (names.length === 0) return new Map();
      const rows = await limited(() => runTrino(session, catalogueQuery(place, names)));
      return chooseTables(listedTables(rows), { schema: place.schema, names }, (table) => ({
        relation: quotedPath('trino', place.catalog, table.schema, table.name),
      }));
    },
    query: (sql) => {
      checkStatement(sql);
      return limited(() => runTrino(session, sql));
    },
    queryRule: (sql, maxRows) => {
      const statement = limitedRule(sql, maxRows);
      return limited(() => runTrinoReadOnly(session, statement));
    },
    close: async () => undefined,
  };
}

/** Trino and Presto, through their HTTP protocol, which runs one statement per request. */
export const trino: Connector<'trino'> = {
  ...about.trino,
  open,
};
