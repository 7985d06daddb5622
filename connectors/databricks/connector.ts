import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess } from '../connector.ts';
import * as about from './about.ts';
import { runDatabricks } from './statement.ts';
import type { DatabricksSession } from './statement.ts';
import { describeDatabricksTables } from './tables.ts';
import { databricksTokens } from './token.ts';
import { createRestClient } from '../http/rest-client.ts';
import type { RestPlatform } from '../http/rest-client.ts';
import { demandSetting, demandVariable, encryptedUrl, variableText } from '../server/settings.ts';
import { limitedRule } from '../server/rule-statement.ts';
import { limitConcurrency } from '../server/limit-concurrency.ts';
import { checkStatement } from '../server/statement.ts';

const advice =
  'Check the token or OAuth secret, that its principal may use the SQL warehouse, and that it has USE CATALOG, USE SCHEMA and SELECT on what is tested';

const concurrency = 3;

/** Timeout of a cancellation; then the statement runs until the limits of the warehouse. */
const cancelTimeoutMs = 3_000;

/** The end of the HTTP path that Databricks shows for a SQL warehouse. */
function warehouseOf(access: SourceAccess): string {
  const path = demandVariable(access, about.variable('HTTP_PATH'));
  const [, id] = /^\/?sql\/1\.0\/(?:warehouses|endpoints)\/([\w-]+)\/?$/.exec(path) ?? [];
  return (
    id ??
    refuse(
      'source_refused',
      `${about.variable('HTTP_PATH')} must be that of a SQL warehouse: /sql/1.0/warehouses/<id>`,
    )
  );
}

function sessionOf(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): DatabricksSession {
  const setting = (member: string, name = member.toUpperCase()): string =>
    demandSetting(server, access, { member, variable: about.variable(name) });
  const baseUrl = encryptedUrl(setting('host', 'SERVER_HOSTNAME'));
  const identity = {
    token: variableText(access, about.variable('TOKEN')),
    clientId: variableText(access, about.variable('CLIENT_ID')),
    clientSecret: variableText(access, about.variable('CLIENT_SECRET')),
  };
  const secrets = [identity.token, identity.clientSecret].filter((secret) => secret !== undefined);
  if (secrets.length === 0) {
    refuse(
      'source_refused',
      `No login for Databricks is configured: set ${about.variable('TOKEN')}, or ${about.variable('CLIENT_ID')} and ${about.variable('CLIENT_SECRET')}`,
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
  const limited = limitConcurrency(concurrency);
  return {
    dialect: 'databricks',
    concurrency,
    absence: 'it does not exist, or the principal may not see it',
    describe: (names) => limited(() => describeDatabricksTables(session, names)),
    query: (text) => {
      checkStatement(text);
      return limited(() => runDatabricks(session, { text }));
    },
    queryRule: async (sql, maxRows) => {
      const text = limitedRule(sql, maxRows);
      return limited(() => runDatabricks(session, { text }));
    },
    close: async () => undefined,
  };
}

/** Databricks SQL, through the Statement Execution API 2.0, which runs one statement per request. */
export const databricks: Connector<'databricks'> = {
  ...about.databricks,
  open,
};
