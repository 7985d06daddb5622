import { refuse } from '../../domain/errors.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { demandObject, demandText, objectOf, objectsOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext, SettingsOf } from '../asset-source.ts';
import { toBigQueryDataset, toBigQueryTable } from './asset.ts';
import { inGroups, mapBounded } from '../http/bounded-map.ts';
import { googleTokens, readGoogleKey } from './google-key.ts';
import type { GoogleKey } from './google-key.ts';
import { followPages, pageAssets } from '../http/page-chain.ts';
import { askForObject, baseUrlOf, createRestClient } from '../http/rest-client.ts';
import type { RestClient } from '../http/rest-client.ts';

type Settings = SettingsOf<typeof about.bigqueryAssets>;

const title = 'BigQuery';
const scope = 'https://www.googleapis.com/auth/bigquery.readonly';
const advice =
  'Check the key of the service account, that the BigQuery API is enabled, and that the account has the role BigQuery Metadata Viewer in the project';

/**
 * Parallel requests for single datasets and tables. Listings have no schema; INFORMATION_SCHEMA does not order nested fields,
 * costs money per query, and needs the right to run jobs.
 */
const atOnce = 8;

/** Page size of listings. */
const listed = 1000;

type Scanned = { client: RestClient; projects: readonly string[]; context: ScanContext };

async function* scan({ client, projects, context }: Scanned): AsyncGenerator<ScannedAsset> {
  for (const project of projects) {
    if (!context.filter.admitsName('catalog', project)) continue;
    const sourceUrl = `https://console.cloud.google.com/bigquery?project=${encodeURIComponent(project)}`;
    yield { path: [project], kind: 'project', sourceUrl };
    const names = idsOf(client, { project, noun: 'datasets', member: 'datasetId' });
    const admitted = only(names, (name) => context.filter.admitsName('schema', name));
    for await (const group of inGroups(admitted, atOnce)) {
      const datasets = await mapBounded(group, atOnce, (name) =>
        find(client, `${projectPath(project)}/datasets/${encodeURIComponent(name)}`),
      );
      for (const [index, name] of group.entries()) {
        const dataset = datasets[index];
        if (dataset === undefined) continue;
        yield toBigQueryDataset(dataset, [project, name]);
        yield* scanTables({ client, context, project, dataset: name });
      }
    }
  }
}

type InDataset = { client: RestClient; context: ScanContext; project: string; dataset: string };

async function* scanTables({
  client,
  context,
  project,
  dataset,
}: InDataset): AsyncGenerator<ScannedAsset> {
  const noun = `datasets/${encodeURIComponent(dataset)}/tables`;
  const names = idsOf(client, { project, noun, member: 'tableId' });
  const admitted = only(names, (name) => context.filter.admitsName('name', name));
  for await (const group of inGroups(admitted, context.pageSize)) {
    const tables = await mapBounded(group, atOnce, (name) =>
      find(client, `${projectPath(project)}/${noun}/${encodeURIComponent(name)}`),
    );
    for (const [index, name] of group.entries()) {
      const table = tables[index];
      if (table !== undefined) yield toBigQueryTable(table, [project, dataset, name]);
    }
  }
}

function projectPath(project: string): string {
  return `/bigquery/v2/projects/${encodeURIComponent(project)}`;
}

/** The ids of a listing, page by page; an empty listing has no list at all. */
async function* idsOf(
  client: RestClient,
  { project, noun, member }: { project: string; noun: string; member: 'datasetId' | 'tableId' },
): AsyncGenerator<string> {
  const kind = member === 'datasetId' ? 'dataset' : 'table';
  const pages = followPages(noun, async (pageToken) => {
    const query = { maxResults: listed, pageToken };
    const page = await askForObject(client, { path: `${projectPath(project)}/${noun}`, query });
    if (!textOf(page, 'kind')?.startsWith('bigquery#'))
      throw new Error(`BigQuery returned no ${noun}`);
    return { items: objectsOf(page, `${kind}s`), next: textOf(page, 'nextPageToken') };
  });
  for await (const entry of pages) {
    yield demandText(demandObject(objectOf(entry, `${kind}Reference`)), member);
  }
}

async function* only(
  names: AsyncIterable<string>,
  admits: (name: string) => boolean,
): AsyncGenerator<string> {
  for await (const name of names) if (admits(name)) yield name;
}

/** The resource, or undefined when it was deleted after it was listed. */
async function find(client: RestClient, path: string): Promise<AnswerObject | undefined> {
  const answer = await client({ path, accept: [404] });
  return answer.status === 404 ? undefined : demandObject(answer.json);
}

function projectsOf({ config }: Settings, key: GoogleKey): readonly string[] {
  const { projects = key.projectId === undefined ? [] : [key.projectId] } = config;
  if (projects.length > 0) return projects;
  return refuse(
    'source_refused',
    'BigQuery needs projects, because the key of the account contains none',
  );
}

/** BigQuery, through its REST API 2. */
export const bigqueryAssets = defineAssetSource(about.bigqueryAssets, async (settings, context) => {
  const key = readGoogleKey(settings.credentials.serviceAccountKey);
  const projects = projectsOf(settings, key);
  const tokens = googleTokens(key, { scope, title, advice }, context);
  const client = createRestClient({
    title,
    baseUrl: baseUrlOf(settings.config.endpoint ?? 'https://bigquery.googleapis.com'),
    context,
    authorise: async () => ({ authorization: `Bearer ${await tokens.current()}` }),
    renew: tokens.forget,
    advice,
    secrets: key.secrets,
    // Rate limits are a 403 here, with a reason.
    judge: (status, body) =>
      status === 403 && body.includes('rateLimitExceeded') ? 'busy' : undefined,
  });
  for (const project of projects) {
    await client({ path: `${projectPath(project)}/datasets`, query: { maxResults: 1 } });
  }
  return {
    describe: async () => `BigQuery, ${projects.join(', ')} as ${key.clientEmail}`,
    pages: () => pageAssets(scan({ client, projects, context }), context),
    close: async () => undefined,
  };
});
