import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';

const configSchema = Type.Object(
  {
    location: Type.String({
      minLength: 1,
      maxLength: 2000,
      examples: ['s3://shop-exports/daily'],
      description:
        'A folder of the worker, inside of those in ALLOWED_DATA_DIRS, or s3://bucket/prefix',
    }),
    endpoint: Type.Optional(
      Type.String({
        minLength: 1,
        'x-advanced': true,
        description: 'Address of a store that speaks like S3, e.g. https://minio.example.com:9000',
      }),
    ),
    region: Type.Optional(
      Type.String({
        minLength: 1,
        examples: ['eu-central-1'],
        description: 'Region of the bucket; us-east-1 when left out',
      }),
    ),
    joinSeries: Type.Optional(
      Type.Boolean({
        'x-advanced': true,
        description:
          'false: every file is an asset; else files of a folder whose names differ only in dates, counters and identifiers are one. The log of a run says which',
      }),
    ),
    format: Type.Optional(
      Type.Union(
        [Type.Literal('auto'), Type.Literal('csv'), Type.Literal('json'), Type.Literal('parquet')],
        {
          description:
            'auto: by the endings of names; else only files of this format, also those whose names say nothing',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

const secret = (description: string): ReturnType<typeof Type.String> =>
  Type.String({ minLength: 1, description });

const credentialsSchema = Type.Object(
  {
    accessKeyId: Type.Optional(secret('Access key of S3; requests are unsigned without one')),
    secretAccessKey: Type.Optional(secret('Secret of the access key')),
    sessionToken: Type.Optional(secret('Token of temporary credentials')),
  },
  { additionalProperties: false },
);

export const files = {
  name: 'files',
  title: 'Files in a folder or S3 bucket',
  levels: ['catalog', 'schema', 'name'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'real files; for S3, a fake that checks signatures',
} as const satisfies AssetSourceInfo;
