import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';
import { entraConfig, entraCredentials } from '../http/entra-settings.ts';

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
        'x-advanced': true,
        description:
          'Address of the REST API when it is not https://api.powerbi.com, e.g. of a national cloud; its host has to be in ALLOWED_HOSTS',
      }),
    ),
    appUrl: Type.Optional(
      Type.String({
        'x-advanced': true,
        description: 'Address that people open, for links, when it is not https://app.powerbi.com',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(entraCredentials, { additionalProperties: false });

export const powerbi = {
  name: 'powerbi',
  title: 'Microsoft Power BI',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
} as const satisfies AssetSourceInfo;
