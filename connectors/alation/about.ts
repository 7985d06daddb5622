import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';

const configSchema = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      examples: ['https://shop.alationcloud.com'],
      description:
        'Address of the Alation instance, e.g. https://shop.alationcloud.com; its host has to be in ALLOWED_HOSTS',
    }),
    userId: Type.Optional(
      Type.Integer({
        minimum: 1,
        'x-advanced': true,
        description: 'Id of the user of the refresh token, if there is one',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    apiToken: Type.Optional(
      Type.String({
        description: 'API access token; it ends after a day, unless the server says otherwise',
      }),
    ),
    refreshToken: Type.Optional(
      Type.String({ description: 'Refresh token of the user, from which access tokens are made' }),
    ),
  },
  { additionalProperties: false },
);

export const alation = {
  name: 'alation',
  title: 'Alation',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
} as const satisfies AssetSourceInfo;
