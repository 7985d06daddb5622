import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext } from '../asset-source.ts';
import { entraTokens } from '../http/entra-token.ts';
import { pageAssets } from '../http/page-chain.ts';
import { pathsOfItems, toItemAssets, toWorkspaceAsset } from './item.ts';
import { listPowerBiWorkspaces, readPowerBiWorkspaces } from './workspaces.ts';
import { baseUrlOf, createRestClient } from '../http/rest-client.ts';
import type { RestClient } from '../http/rest-client.ts';

const title = 'Power BI';
const scope = 'https://analysis.windows.net/powerbi/api/.default';
const advice =
  'Check tenant, client id and secret, that the tenant lets service principals use Fabric APIs, and that the app is a member of the workspaces';

type Scanned = {
  client: RestClient;
  context: ScanContext;
  isTenant: boolean;
  appUrl: string;
};

/** All workspaces are read before the first asset is listed, because reports refer to semantic models of other workspaces. */
async function* scan({ client, context, isTenant, appUrl }: Scanned): AsyncGenerator<ScannedAsset> {
  const listed = await listPowerBiWorkspaces({ client, context }, isTenant);
  const workspaces = await readPowerBiWorkspaces({ client, context }, listed, isTenant);
  const paths = pathsOfItems(workspaces);
  for (const workspace of workspaces) {
    yield toWorkspaceAsset(workspace, paths.get(workspace.id) ?? [], appUrl);
    for (const item of workspace.items) {
      const path = paths.get(item.id) ?? [];
      if (!context.filter.admits(path)) continue;
      for (const asset of toItemAssets(item, paths, { workspaceId: workspace.id, appUrl })) {
        if (context.filter.admits(asset.path)) yield asset;
      }
    }
  }
}

/** Power BI, through its REST API and, if permitted, the scanner of its admin API. */
export const powerbi = defineAssetSource(
  about.powerbi,
  async ({ config, credentials }, context) => {
    const identity = { ...config, ...credentials };
    const tokens = entraTokens(identity, { scope, title, advice }, context);
    const client = createRestClient({
      title,
      baseUrl: baseUrlOf(config.apiUrl ?? 'https://api.powerbi.com'),
      context,
      authorise: async () => ({ authorization: `Bearer ${await tokens.current()}` }),
      renew: tokens.forget,
      advice,
      secrets: [credentials.clientSecret],
    });
    const isTenant = config.workspaces === 'tenant';
    const appUrl = baseUrlOf(config.appUrl ?? 'https://app.powerbi.com');
    const path = isTenant ? '/v1.0/myorg/admin/groups' : '/v1.0/myorg/groups';
    await client({ path, query: { $top: 1 } });
    return {
      describe: async () =>
        `Power BI, tenant ${config.tenantId} as app ${config.clientId}, ${isTenant ? 'all workspaces' : 'workspaces of which it is a member'}`,
      pages: () => pageAssets(scan({ client, context, isTenant, appUrl }), context),
      close: async () => undefined,
    };
  },
);
