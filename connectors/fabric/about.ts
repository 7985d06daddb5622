import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';
import { entraConfig, entraCredentials } from '../http/entra-settings.ts';

const configSchema = Type.Object(
  {
    ...entraConfig,
    readColumns: Type.Optional(
      Type.Boolean({
        'x-advanced': true,
        description:
          'Read the columns of tables in lakehouses from OneLake, for which onelake.table.fabric.microsoft.com has to be in ALLOWED_HOSTS (default true)',
      }),
    ),
    apiUrl: Type.Optional(
      Type.String({
        'x-advanced': true,
        description:
          'Address of the REST API when it is not https://api.fabric.microsoft.com; its host has to be in ALLOWED_HOSTS',
      }),
    ),
    oneLakeUrl: Type.Optional(
      Type.String({
        title: 'OneLake URL',
        'x-advanced': true,
        description:
          'Address of the table API of OneLake when it is not https://onelake.table.fabric.microsoft.com',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(entraCredentials, { additionalProperties: false });

export const fabric = {
  name: 'fabric',
  title: 'Microsoft Fabric',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
} as const satisfies AssetSourceInfo;
