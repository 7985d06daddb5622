import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from './connector.ts';
import { runDatabricks } from './databricks-statement.ts';
import type { DatabricksSession } from './databricks-statement.ts';
import { describeDatabricksTables } from './databricks-tables.ts';
import { databricksTokens } from './databricks-token.ts';
import { createRestClient } from './rest-client.ts';
import type { RestPlatform } from './rest-client.ts';
import {
  demandSetting,
  demandVariable,
  encryptedUrl,
  memberText,
  variableText,
} from './server-settings.ts';
import { limitedRule } from './rule-statement.ts';
import { createLanes } from './statement-lanes.ts';
import { checkStatement } from './statement.ts';

const variable = (name: string): string => `DATACONTRACT_DATABRICKS_${name}`;

const advice =
  'Check the token or OAuth secret, that its principal may use the SQL warehouse, and that it has USE CATALOG, USE SCHEMA and SELECT on what is tested';

const lanes = 3;

/** Time for a cancellation, after which the statement is left to the limits of the warehouse. */
const cancelTimeoutMs = 3_000;

/** What stands at the end of the HTTP path that Databricks shows for a SQL warehouse. */
function warehouseOf(access: SourceAccess): string {
  const path = demandVariable(access, variable('HTTP_PATH'));
  const [, id] = /^\/?sql\/1\.0\/(?:warehouses|endpoints)\/([\w-]+)\/?$/.exec(path) ?? [];
  return (
    id ??
    refuse(
      'source_refused',
      `${variable('HTTP_PATH')} has to be that of a SQL warehouse: /sql/1.0/warehouses/<id>`,
    )
  );
}

function sessionOf(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): DatabricksSession {
  const setting = (member: string, name = member.toUpperCase()): string =>
    demandSetting(server, access, { member, variable: variable(name) });
  const baseUrl = encryptedUrl(setting('host', 'SERVER_HOSTNAME'));
  const identity = {
    token: variableText(access, variable('TOKEN')),
    clientId: variableText(access, variable('CLIENT_ID')),
    clientSecret: variableText(access, variable('CLIENT_SECRET')),
  };
  const secrets = [identity.token, identity.clientSecret].filter((secret) => secret !== undefined);
  if (secrets.length === 0) {
    refuse(
      'source_refused',
      `No login for Databricks is configured: set ${variable('TOKEN')}, or ${variable('CLIENT_ID')} and ${variable('CLIENT_SECRET')}`,
    );
  }
  const context = { access, signal };
  const tokens = databricksTokens(baseUrl, identity, { advice, context });
  const platform: RestPlatform = {
    title: 'Databricks',
    baseUrl,
    context,
    authorise: async () => ({ authorization: `Bearer ${await tokens.current()}` }),
    renew: tokens.forget,
    advice,
    secrets,
  };
  return {
    client: createRestClient(platform),
    cancelClient: () =>
      createRestClient({
        ...platform,
        context: { access, signal: AbortSignal.timeout(cancelTimeoutMs) },
      }),
    warehouseId: warehouseOf(access),
    catalog: setting('catalog'),
    schema: setting('schema'),
    context,
    secrets,
  };
}

async function open(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Source> {
  const session = sessionOf(server, access, signal);
  const inLane = createLanes(lanes);
  return {
    dialect: 'databricks',
    lanes,
    absence: 'it does not exist, or the principal may not see it',
    describe: (names) => inLane(() => describeDatabricksTables(session, names)),
    query: (text) => {
      checkStatement(text);
      return inLane(() => runDatabricks(session, { text }));
    },
    queryRule: async (sql, mostRows) => {
      const text = limitedRule(sql, mostRows);
      return inLane(() => runDatabricks(session, { text }));
    },
    close: async () => undefined,
  };
}

/** Databricks SQL, through the Statement Execution API 2.0, which runs one statement a request. */
export const databricks: Connector = {
  name: 'databricks',
  serverTypes: ['databricks'],
  credentials: [
    {
      name: variable('TOKEN'),
      meaning: 'Personal access token of a user or service principal',
      secret: true,
    },
    { name: variable('CLIENT_ID'), meaning: 'Application id of a service principal (OAuth)' },
    { name: variable('CLIENT_SECRET'), meaning: 'OAuth secret of that principal', secret: true },
    {
      name: variable('HTTP_PATH'),
      meaning: 'HTTP path of the SQL warehouse that runs the queries',
    },
    { name: variable('SERVER_HOSTNAME'), meaning: 'Host, where the contract names none' },
    { name: variable('CATALOG'), meaning: 'Catalog, where the contract names none' },
    { name: variable('SCHEMA'), meaning: 'Schema, where the contract names none' },
  ],
  signIns: [
    [variable('TOKEN'), variable('HTTP_PATH')],
    [variable('CLIENT_ID'), variable('CLIENT_SECRET'), variable('HTTP_PATH')],
  ],
  placeIs: 'the `host`',
  place: (server) => memberText(server, 'host'),
  title: 'Databricks',
  tested: { live: false, against: 'recorded answers of its statement API' },
  open,
};
