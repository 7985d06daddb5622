import { Type } from '@sinclair/typebox';
import type { ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import { defineAssetSource } from './asset-source.ts';
import type { ScanContext } from './asset-source.ts';
import { entraConfig, entraCredentials, entraTokens } from './entra-token.ts';
import { pageAssets } from './page-chain.ts';
import { pathsOfItems, toItemAssets, toWorkspaceAsset } from './powerbi-item.ts';
import { listPowerBiWorkspaces, readPowerBiWorkspaces } from './powerbi-workspaces.ts';
import { baseUrlOf, createRestClient } from './rest-client.ts';
import type { RestClient } from './rest-client.ts';

const configSchema = Type.Object(
  {
    ...entraConfig,
    workspaces: Type.Optional(
      Type.Union([Type.Literal('member'), Type.Literal('tenant')], {
        description:
          'Which workspaces: those that the app is a member of (`member`, default), or all of the tenant (`tenant`), for which the app has to be allowed to use read-only admin APIs',
      }),
    ),
    apiUrl: Type.Optional(
      Type.String({
        description:
          'Address of the REST API when it is not https://api.powerbi.com, e.g. of a national cloud; its host has to be in ALLOWED_HOSTS',
      }),
    ),
    appUrl: Type.Optional(
      Type.String({
        description: 'Address that people open, for links, when it is not https://app.powerbi.com',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(entraCredentials, { additionalProperties: false });

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

/** Workspaces are read together before the first asset is listed: reports name semantic models of others. */
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

/** Power BI, through its REST API and, where it may, the scanner of its admin API. */
export const powerbi = defineAssetSource({
  name: 'powerbi',
  title: 'Microsoft Power BI',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
  open: async ({ config, credentials }, context) => {
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
});
