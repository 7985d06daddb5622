import { AwsV4Signer } from 'aws4fetch';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { demandObjects, demandText, objectOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext, SettingsOf } from '../asset-source.ts';
import { toGlueDatabase, toGlueTable } from './asset.ts';
import { followPages, pageAssets } from '../http/page-chain.ts';
import { askForObject, baseUrlOf, createRestClient } from '../http/rest-client.ts';
import type { RestClient, RestPlatform, RestRequest } from '../http/rest-client.ts';

type Settings = SettingsOf<typeof about.glue>;

const title = 'AWS Glue';
const advice =
  'Check the access key and its clock, and that its policy allows glue:GetDatabases and glue:GetTables (in Lake Formation, DESCRIBE) on what is to be listed';

/** Maximum page size. */
const listed = 100;

/** Errors that have the status 400 and one of these names in `__type`. */
const refusals =
  /AccessDenied|UnrecognizedClient|InvalidSignature|IncompleteSignature|ExpiredToken|InvalidClientTokenId|MissingAuthenticationToken|SignatureDoesNotMatch/;
const busy = /Throttling|TooManyRequests|RequestLimitExceeded|InternalService|ServiceUnavailable/;

function judge(status: number, body: string): ReturnType<NonNullable<RestPlatform['judge']>> {
  if (status < 400) return undefined;
  const [, type = ''] = /"__type"\s*:\s*"([^"]*)"/.exec(body) ?? [];
  if (refusals.test(type)) return 'refused';
  return busy.test(type) ? 'busy' : undefined;
}

function clientOf({ config, credentials }: Settings, context: ScanContext): RestClient {
  const { region, endpoint } = config;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const sign = async (request: RestRequest): Promise<Record<string, string>> => {
    const signer = new AwsV4Signer({
      ...request,
      body: request.body ?? '',
      accessKeyId,
      secretAccessKey,
      ...(sessionToken ? { sessionToken } : {}),
      service: 'glue',
      region,
    });
    const { headers } = await signer.sign();
    return Object.fromEntries(headers);
  };
  return createRestClient({
    title,
    baseUrl: baseUrlOf(endpoint ?? `glue.${region}.amazonaws.com`),
    context,
    authorise: sign,
    advice,
    secrets: [secretAccessKey, sessionToken ?? ''].filter((secret) => secret !== ''),
    judge,
  });
}

type Scanned = { client: RestClient; catalogId: string | undefined; context: ScanContext };

/** All pages of a listing of the AWS JSON protocol 1.1. */
function list(
  { client, catalogId }: Scanned,
  { action, member, more }: { action: string; member: string; more?: Record<string, string> },
): AsyncGenerator<AnswerObject> {
  return followPages(member, async (token) => {
    const page = await askForObject(client, {
      method: 'POST',
      path: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSGlue.${action}`,
      },
      body: { CatalogId: catalogId, MaxResults: listed, NextToken: token, ...more },
    });
    return { items: demandObjects(page, member), next: textOf(page, 'NextToken') };
  });
}

async function* scan(scanned: Scanned): AsyncGenerator<ScannedAsset> {
  const { filter, note } = scanned.context;
  const databases = list(scanned, { action: 'GetDatabases', member: 'DatabaseList' });
  for await (const database of databases) {
    const name = demandText(database, 'Name');
    if (!filter.admitsName('catalog', name)) continue;
    yield toGlueDatabase(database, [name]);
    if (objectOf(database, 'TargetDatabase') !== undefined) {
      note(`Database ${name} is a link to another catalog: its tables are listed there`);
      continue;
    }
    const more = { DatabaseName: name };
    for await (const table of list(scanned, { action: 'GetTables', member: 'TableList', more })) {
      const tableName = demandText(table, 'Name');
      if (filter.admitsName('name', tableName)) yield toGlueTable(table, [name, tableName]);
    }
  }
}

/** The AWS Glue Data Catalog, through its JSON API. */
export const glue = defineAssetSource(about.glue, async (settings, context) => {
  const { region, catalogId } = settings.config;
  const scanned = { client: clientOf(settings, context), catalogId, context };
  for await (const _database of list(scanned, { action: 'GetDatabases', member: 'DatabaseList' }))
    break;
  return {
    describe: async () =>
      `AWS Glue Data Catalog in ${region}${catalogId === undefined ? '' : `, catalog ${catalogId}`}`,
    pages: () => pageAssets(scan(scanned), context),
    close: async () => undefined,
  };
});
