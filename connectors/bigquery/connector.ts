import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { demandObject, textOf } from '../http/answer-member.ts';
import { checkOnlySelects, runBigQuery } from './query.ts';
import type { BigQuerySession } from './query.ts';
import type { Connector, Source, SourceAccess } from '../connector.ts';
import * as about from './about.ts';
import { chooseTables, listedTables, quotedPath } from '../server/found-tables.ts';
import { impersonatedTokens } from './google-impersonation.ts';
import { googleTokens, readGoogleKey } from './google-key.ts';
import type { GoogleKey } from './google-key.ts';
import type { AccessTokens } from '../http/access-token.ts';
import { createRestClient } from '../http/rest-client.ts';
import type { RestPlatform } from '../http/rest-client.ts';
import { demandSetting, encryptedUrl, variableText } from '../server/settings.ts';
import { limitConcurrency } from '../server/limit-concurrency.ts';
import { checkStatement } from '../server/statement.ts';

const title = 'BigQuery';
const scope = 'https://www.googleapis.com/auth/bigquery';
/** Scope of a token that creates tokens of another account. */
const cloudScope = 'https://www.googleapis.com/auth/cloud-platform';
const advice =
  'Check the key of the service account, that the BigQuery API is enabled, and that the account has the roles BigQuery Job User in the project and BigQuery Data Viewer on the dataset';

const concurrency = 3;

/** Timeout of a cancellation; then the job runs until its own timeout. */
const cancelTimeoutMs = 3_000;

const catalogueQuery = (dataset: string): string => `
select c.table_schema, c.table_name, c.column_name, c.data_type as type,
  if(c.is_nullable = 'NO' and t.table_type = 'BASE TABLE', 'YES', 'NO') as not_null
from ${dataset}.INFORMATION_SCHEMA.COLUMNS as c
join ${dataset}.INFORMATION_SCHEMA.TABLES as t on t.table_name = c.table_name
where c.is_hidden = 'NO' and lower(c.table_name) in unnest(?)
order by c.table_name, c.ordinal_position`;

function keyOf(access: SourceAccess): GoogleKey {
  const json = variableText(access, about.variable('ACCOUNT_INFO_JSON'));
  if (json !== undefined) return readGoogleKey(json);
  const wanted = `set ${about.variable('ACCOUNT_INFO_JSON')} to the JSON of a key of a service account`;
  if (variableText(access, about.variable('ACCOUNT_INFO_JSON_PATH')) !== undefined) {
    refuse(
      'source_refused',
      `${about.variable('ACCOUNT_INFO_JSON_PATH')} is not opened here: ${wanted}`,
    );
  }
  return refuse('source_refused', `No login for BigQuery is configured: ${wanted}`);
}

function tokensOf(
  key: GoogleKey,
  access: SourceAccess,
  context: RestPlatform['context'],
): AccessTokens {
  const account = variableText(access, about.variable('IMPERSONATION_ACCOUNT'));
  if (account === undefined) return googleTokens(key, { scope, title, advice }, context);
  const tokens = googleTokens(key, { scope: cloudScope, title, advice }, context);
  const place =
    variableText(access, about.variable('IAM_ENDPOINT')) ?? 'iamcredentials.googleapis.com';
  const baseUrl = encryptedUrl(place);
  return impersonatedTokens({ account, scope, baseUrl, tokens }, { context, secrets: key.secrets });
}

function bytesOf(access: SourceAccess): string | undefined {
  const name = about.variable('MAXIMUM_BYTES_BILLED');
  const text = variableText(access, name);
  if (text === undefined || /^\d{1,18}$/.test(text)) return text;
  return refuse('source_refused', `${name} must be a number of bytes`);
}

function sessionOf(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): BigQuerySession {
  const setting = (member: string): string =>
    demandSetting(server, access, { member, variable: about.variable(member.toUpperCase()) });
  const projectId = setting('project');
  const datasetId = setting('dataset');
  const key = keyOf(access);
  const tokens = tokensOf(key, access, { access, signal });
  const platform: RestPlatform = {
    title,
    baseUrl: encryptedUrl(
      variableText(access, about.variable('ENDPOINT')) ?? 'bigquery.googleapis.com',
    ),
    context: { access, signal },
    authorise: async () => ({ authorization: `Bearer ${await tokens.current()}` }),
    renew: tokens.forget,
    advice,
    secrets: key.secrets,
    // Rate limits are a 403 here, with a reason.
    judge: (status, body) =>
      status === 403 && body.includes('rateLimitExceeded') ? 'busy' : undefined,
  };
  return {
    client: createRestClient(platform),
    cancelClient: () => {
      const context = { access, signal: AbortSignal.timeout(cancelTimeoutMs) };
      return createRestClient({ ...platform, context });
    },
    billingProject: variableText(access, about.variable('BILLING_PROJECT')) ?? projectId,
    location: undefined,
    dataset: { projectId, datasetId },
    maximumBytesBilled: bytesOf(access),
    context: { access, signal },
    secrets: key.secrets,
  };
}

/** The location of the dataset; undefined for an account that may only read tables. Refuses a dataset that does not exist. */
async function locationOf({ client, dataset }: BigQuerySession): Promise<string | undefined> {
  const { projectId, datasetId } = dataset;
  const path = `/bigquery/v2/projects/${encodeURIComponent(projectId)}/datasets/${encodeURIComponent(datasetId)}`;
  const answer = await client({ path, query: { datasetView: 'METADATA' }, accept: [403, 404] });
  if (answer.status === 404) {
    refuse(
      'source_refused',
      `BigQuery has no dataset '${projectId}.${datasetId}' that the account may see`,
    );
  }
  return answer.status === 403 ? undefined : textOf(demandObject(answer.json), 'location');
}

async function open(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Source> {
  const asked = sessionOf(server, access, signal);
  const session = { ...asked, location: await locationOf(asked) };
  const { projectId, datasetId } = session.dataset;
  const limited = limitConcurrency(concurrency);
  return {
    dialect: 'bigquery',
    concurrency,
    absence: 'it does not exist, or the account may not see it',
    describe: async (names) => {
      if (names.length === 0) return new Map();
      const sql = catalogueQuery(quotedPath('bigquery', projectId, datasetId));
      const lower = names.map((name) => name.toLowerCase());
      const rows = await limited(() => runBigQuery(session, { sql, lists: [lower] }));
      return chooseTables(listedTables(rows), { schema: datasetId, names }, (table) => ({
        relation: quotedPath('bigquery', projectId, datasetId, table.name),
      }));
    },
    query: (sql) => {
      checkStatement(sql);
      return limited(() => runBigQuery(session, { sql }));
    },
    queryRule: (sql, maxRows) => {
      checkStatement(sql);
      return limited(async () => {
        await checkOnlySelects(session, sql);
        return runBigQuery(session, { sql, maxRows });
      });
    },
    close: async () => undefined,
  };
}

/** Google BigQuery, through its REST API 2. */
export const bigquery: Connector<'bigquery'> = {
  ...about.bigquery,
  open,
};
