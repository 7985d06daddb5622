import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';

const configSchema = Type.Object(
  {
    region: Type.String({
      minLength: 1,
      pattern: '^[a-z0-9-]+$',
      examples: ['eu-central-1'],
      description:
        'AWS region of the Data Catalog, e.g. eu-central-1; glue.<region>.amazonaws.com has to be in ALLOWED_HOSTS',
    }),
    catalogId: Type.Optional(
      Type.String({
        minLength: 1,
        'x-advanced': true,
        description: 'Id of the catalog; the AWS account of the key when left out',
      }),
    ),
    endpoint: Type.Optional(
      Type.String({
        'x-advanced': true,
        description: 'Address of the API when it is not the public one, e.g. of a VPC endpoint',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    accessKeyId: Type.String({ minLength: 1, description: 'Access key id of an IAM user or role' }),
    secretAccessKey: Type.String({
      minLength: 1,
      description: 'Secret access key that belongs to it',
    }),
    sessionToken: Type.Optional(
      Type.String({ description: 'Session token, when the key is a temporary one' }),
    ),
  },
  { additionalProperties: false },
);

export const glue = {
  name: 'glue',
  title: 'AWS Glue Data Catalog',
  levels: ['catalog'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
} as const satisfies AssetSourceInfo;
