import type { AssetPath, ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import type { AccessTokens } from '../http/access-token.ts';
import { demandText, factsOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext, SettingsOf } from '../asset-source.ts';
import { entraTokens } from '../http/entra-token.ts';
import { listFabric, listLakehouseTables } from './lakehouse.ts';
import { gather, pageAssets } from '../http/page-chain.ts';
import { baseUrlOf, createRestClient } from '../http/rest-client.ts';
import type { RestClient } from '../http/rest-client.ts';
import { uniqueNames } from '../assets/unique-name.ts';

type Settings = SettingsOf<typeof about.fabric>;

const title = 'Microsoft Fabric';
const advice =
  'Check tenant, client id and secret, that the tenant lets service principals use Fabric APIs, and that the app is a viewer of the workspaces';
const oneLakeAdvice =
  'Check that the app may read the lakehouse (ReadAll), and that the tenant lets apps outside Fabric read OneLake; with readColumns false lakehouses without schemas can be listed all the same';

type Scanned = {
  client: RestClient;
  oneLakeOf: (workspaceId: string, itemId: string) => RestClient;
  readColumns: boolean;
  context: ScanContext;
};

async function* scan(scanned: Scanned): AsyncGenerator<ScannedAsset> {
  const workspaces = await gather(listFabric(scanned.client, '/v1/workspaces'));
  const names = uniqueNames(workspaces.map(named));
  for (const workspace of workspaces) {
    const id = demandText(workspace, 'id');
    const name = names.get(id) ?? id;
    if (!scanned.context.filter.admitsName('catalog', name)) continue;
    yield {
      path: [name],
      kind: 'workspace',
      description: textOf(workspace, 'description'),
      sourceId: id,
      properties: factsOf({
        type: textOf(workspace, 'type'),
        capacityId: textOf(workspace, 'capacityId'),
      }),
    };
    yield* scanItems(scanned, id, name);
  }
}

function named(thing: AnswerObject): { id: string; name: string } {
  return { id: demandText(thing, 'id'), name: demandText(thing, 'displayName') };
}

async function* scanItems(
  { client, oneLakeOf, readColumns, context }: Scanned,
  workspaceId: string,
  workspace: string,
): AsyncGenerator<ScannedAsset> {
  const path = `/v1/workspaces/${encodeURIComponent(workspaceId)}/items`;
  for (const { item, path: itemPath } of await itemsOf(client, path, workspace)) {
    if (!context.filter.admits(itemPath)) continue;
    const id = demandText(item, 'id');
    const type = demandText(item, 'type');
    yield {
      path: itemPath,
      kind: kindOf(type),
      description: textOf(item, 'description'),
      sourceId: id,
    };
    if (type !== 'Lakehouse') continue;
    yield* await listLakehouseTables({
      id,
      workspaceId,
      path: itemPath,
      fabric: client,
      oneLake: oneLakeOf(workspaceId, id),
      readColumns,
      admitsName: (name) => context.filter.admitsName('name', name),
    });
  }
}

/** Items by type and name, written `name.Type` as in OneLake, because a model and its report often have the same name. */
async function itemsOf(
  client: RestClient,
  path: string,
  workspace: string,
): Promise<{ item: AnswerObject; path: AssetPath }[]> {
  const items = await gather(listFabric(client, path));
  const names = new Map<string, string>();
  for (const type of new Set(items.map((item) => demandText(item, 'type')))) {
    const ofType = items.filter((item) => item['type'] === type);
    for (const [id, name] of uniqueNames(ofType.map(named))) names.set(id, `${name}.${type}`);
  }
  const found = items.map((item) => {
    const name = names.get(demandText(item, 'id')) ?? '';
    return { item, path: [workspace, name], key: `${demandText(item, 'type')}\0${name}` };
  });
  return found.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** `KQLDatabase` → `kql_database`. */
function kindOf(type: string): string {
  return type
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

function clientOf(
  { credentials }: Settings,
  { baseUrl, tokens, advice }: { baseUrl: string; tokens: AccessTokens; advice: string },
  context: ScanContext,
): RestClient {
  return createRestClient({
    title,
    baseUrl,
    context,
    authorise: async () => ({ authorization: `Bearer ${await tokens.current()}` }),
    renew: tokens.forget,
    advice,
    secrets: [credentials.clientSecret],
  });
}

/** Microsoft Fabric: workspaces, their items, and the tables of lakehouses, through its REST API and OneLake's. */
export const fabric = defineAssetSource(about.fabric, async (settings, context) => {
  const { config, credentials } = settings;
  const identity = { ...config, ...credentials };
  const tokensFor = (scope: string): AccessTokens =>
    entraTokens(identity, { scope, title, advice }, context);
  const tokens = tokensFor('https://api.fabric.microsoft.com/.default');
  const oneLakeTokens = tokensFor('https://storage.azure.com/.default');
  const baseUrl = baseUrlOf(config.apiUrl ?? 'https://api.fabric.microsoft.com');
  const oneLakeUrl = baseUrlOf(config.oneLakeUrl ?? 'https://onelake.table.fabric.microsoft.com');
  const client = clientOf(settings, { baseUrl, tokens, advice }, context);
  await client({ path: '/v1/workspaces' });
  const oneLakeOf = (workspaceId: string, itemId: string): RestClient => {
    const place = [workspaceId, itemId].map(encodeURIComponent).join('/');
    const at = { baseUrl: `${oneLakeUrl}/delta/${place}`, tokens: oneLakeTokens };
    return clientOf(settings, { ...at, advice: oneLakeAdvice }, context);
  };
  const readColumns = config.readColumns !== false;
  return {
    describe: async () => `Microsoft Fabric, tenant ${config.tenantId} as app ${config.clientId}`,
    pages: () => pageAssets(scan({ client, oneLakeOf, readColumns, context }), context),
    close: async () => undefined,
  };
});
