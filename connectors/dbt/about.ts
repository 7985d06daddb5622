import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';

const place = (what: string): string =>
  `${what}: a path inside of the folders in ALLOWED_DATA_DIRS, or an address that begins with https://`;

const configSchema = Type.Object(
  {
    manifest: Type.String({
      minLength: 1,
      maxLength: 2000,
      examples: ['/data/shop/target/manifest.json'],
      description: place('target/manifest.json of a dbt project, version 9 or newer'),
    }),
    catalog: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        examples: ['/data/shop/target/catalog.json'],
        description: place('target/catalog.json, which has the types of all columns'),
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    token: Type.Optional(
      Type.String({ minLength: 1, description: 'Bearer token for manifest and catalog addresses' }),
    ),
  },
  { additionalProperties: false },
);

export const dbt = {
  name: 'dbt',
  title: 'dbt',
  levels: ['catalog', 'schema', 'name'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'manifests as dbt writes them',
} as const satisfies AssetSourceInfo;
