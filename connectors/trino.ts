import { literalOf } from '../domain/dialects/literal.ts';
import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from './connector.ts';
import { chooseTables, listedTables, quotedPath } from './found-tables.ts';
import { createRestClient } from './rest-client.ts';
import type { RestPlatform } from './rest-client.ts';
import {
  demandSetting,
  demandVariable,
  encryptedUrl,
  isLoopback,
  memberText,
  portSetting,
  variableText,
} from './server-settings.ts';
import { limitedRule } from './rule-statement.ts';
import { createLanes } from './statement-lanes.ts';
import { checkStatement } from './statement.ts';
import { runTrino, runTrinoReadOnly } from './trino-statement.ts';
import type { TrinoSession } from './trino-statement.ts';
import { parseExactly } from './trino-values.ts';

const variable = (name: string): string => `DATACONTRACT_TRINO_${name}`;

const lanes = 3;
const defaultPort = 8080;

/** Time for a cancellation, after which the statement is left to `query_max_run_time`. */
const cancelTimeoutMs = 3_000;

const advice = 'Check user, password or token, and that the user may read the catalog';

/** Who asks: a name alone, with a password (which has to be encrypted), or a token that names its user. */
type Login = { user: string | undefined; authorization: string | undefined; secrets: string[] };

function loginOf(access: SourceAccess): Login {
  const name = variable('AUTHENTICATION');
  const token = variableText(access, variable('JWT_TOKEN'));
  const way = variableText(access, name)?.toLowerCase() ?? (token === undefined ? 'basic' : 'jwt');
  if (way === 'jwt') {
    const jwt = demandVariable(access, variable('JWT_TOKEN'));
    const user = variableText(access, variable('USERNAME'));
    return { user, authorization: `Bearer ${jwt}`, secrets: [jwt] };
  }
  if (way !== 'basic') {
    refuse(
      'source_refused',
      `${name} has to be basic or jwt: nobody is there to sign in with '${way}'`,
    );
  }
  const user = demandVariable(access, variable('USERNAME'));
  const password = variableText(access, variable('PASSWORD'));
  if (password === undefined) return { user, authorization: undefined, secrets: [] };
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  return { user, authorization: `Basic ${basic}`, secrets: [password, basic] };
}

/** A login is sent encrypted; a name alone is no secret, and a coordinator without TLS is usual where that is enough. */
function urlOf(server: ContractServer, access: SourceAccess, { authorization }: Login): string {
  const host = demandSetting(server, access, { member: 'host', variable: variable('HOST') });
  const port = portSetting(server, access, {
    member: 'port',
    variable: variable('PORT'),
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

/** Names are kept in small letters, and compared as they are, so that a connector can look them up instead of listing all. */
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
    demandSetting(server, access, { member, variable: variable(member.toUpperCase()) });
  const place: Place = { catalog: setting('catalog'), schema: setting('schema') };
  const session = sessionOf(server, access, { signal, ...place });
  const inLane = createLanes(lanes);
  return {
    dialect: 'trino',
    lanes,
    absence: 'it does not exist, or the user may not see it',
    describe: async (names) => {
      if (names.length === 0) return new Map();
      const rows = await inLane(() => runTrino(session, catalogueQuery(place, names)));
      return chooseTables(listedTables(rows), { schema: place.schema, names }, (table) => ({
        relation: quotedPath('trino', place.catalog, table.schema, table.name),
      }));
    },
    query: (sql) => {
      checkStatement(sql);
      return inLane(() => runTrino(session, sql));
    },
    queryRule: (sql, mostRows) => {
      const statement = limitedRule(sql, mostRows);
      return inLane(() => runTrinoReadOnly(session, statement));
    },
    close: async () => undefined,
  };
}

/** Trino and Presto, through their own protocol over HTTP, which runs one statement a request. */
export const trino: Connector = {
  name: 'trino',
  serverTypes: ['trino', 'presto'],
  credentials: [
    { name: variable('USERNAME'), meaning: 'User who reads' },
    { name: variable('PASSWORD'), meaning: 'Their password, when there is one', secret: true },
    {
      name: variable('JWT_TOKEN'),
      meaning: 'JSON Web Token, in place of a password',
      secret: true,
    },
    { name: variable('AUTHENTICATION'), meaning: 'basic or jwt' },
    { name: variable('HOST'), meaning: 'Host, where the contract names none' },
    { name: variable('PORT'), meaning: 'Port, where the contract names none' },
    { name: variable('CATALOG'), meaning: 'Catalog, where the contract names none' },
    { name: variable('SCHEMA'), meaning: 'Schema, where the contract names none' },
  ],
  signIns: [[variable('USERNAME')], [variable('JWT_TOKEN')]],
  placeIs: 'the `host`',
  place: (server) => memberText(server, 'host'),
  title: 'Trino, Presto',
  tested: { live: false, against: 'recorded answers of its client protocol' },
  open,
};
