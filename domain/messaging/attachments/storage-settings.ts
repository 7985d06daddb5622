import path from 'node:path';
import { Type } from '@sinclair/typebox';
import type { ObjectStorageSettings } from '../../../lib/object-storage/object-storage.ts';

/** Settings of the storage of uploaded attachments, read by `config.ts`. */
export const attachmentSettings = {
  attachmentsDir: {
    env: 'ATTACHMENTS_DIR',
    schema: Type.Optional(Type.String()),
    meaning:
      'Folder of uploaded attachments, the same for APIs and workers; default DATA_DIR/attachments',
  },
  attachmentsS3Bucket: {
    env: 'ATTACHMENTS_S3_BUCKET',
    schema: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
        description: 'the name of a bucket',
      }),
    ),
    meaning: 'Bucket for uploaded attachments, instead of the folder',
  },
  attachmentsS3Endpoint: {
    env: 'ATTACHMENTS_S3_ENDPOINT',
    schema: Type.Optional(
      Type.String({
        pattern: '^https?://[^/@?#\\s]+(/[^@?#\\s]*)?$',
        description: 'an address like https://storage.example.com',
      }),
    ),
    meaning: 'Address of an S3-compatible store; without it the bucket is one of Amazon S3',
  },
  attachmentsS3Region: {
    env: 'ATTACHMENTS_S3_REGION',
    schema: Type.String({
      default: 'us-east-1',
      pattern: '^[a-z0-9-]{1,40}$',
      description: 'the name of a region',
    }),
    meaning: 'Region of the bucket',
  },
  attachmentsS3Prefix: {
    env: 'ATTACHMENTS_S3_PREFIX',
    schema: Type.String({
      default: '',
      pattern: '^([A-Za-z0-9_-]+/)*$',
      description: 'folders of letters, digits, - and _ with a / behind each',
    }),
    meaning: 'Put before the keys of the objects, e.g. concordat/',
  },
  attachmentsS3AccessKeyId: {
    env: 'ATTACHMENTS_S3_ACCESS_KEY_ID',
    schema: Type.Optional(Type.String()),
    meaning: 'Access key for the bucket: it must be allowed to put, get and delete objects',
    secret: true,
  },
  attachmentsS3SecretAccessKey: {
    env: 'ATTACHMENTS_S3_SECRET_ACCESS_KEY',
    schema: Type.Optional(Type.String()),
    meaning: 'Secret that belongs to the access key',
    secret: true,
  },
} as const;

type Values = {
  dataDir: string;
  attachmentsDir?: string;
  attachmentsS3Bucket?: string;
  attachmentsS3Endpoint?: string;
  attachmentsS3Region: string;
  attachmentsS3Prefix: string;
  attachmentsS3AccessKeyId?: string;
  attachmentsS3SecretAccessKey?: string;
};

/**
 * The storage from the settings. A bucket needs a complete configuration; adds a problem, starting with the
 * name of the setting, for each missing one.
 */
export function readAttachmentStorage(values: Values, problems: string[]): ObjectStorageSettings {
  const { attachmentsS3Bucket: bucket, attachmentsS3Endpoint: endpoint } = values;
  const { attachmentsS3AccessKeyId: accessKeyId, attachmentsS3SecretAccessKey: secretAccessKey } =
    values;
  if (bucket === undefined) {
    for (const name of ofBucket.filter((each) => values[each] !== undefined)) {
      problems.push(`${attachmentSettings[name].env}: is set without ATTACHMENTS_S3_BUCKET`);
    }
  } else if (accessKeyId === undefined || secretAccessKey === undefined) {
    problems.push(
      'ATTACHMENTS_S3_BUCKET: needs ATTACHMENTS_S3_ACCESS_KEY_ID and ATTACHMENTS_S3_SECRET_ACCESS_KEY',
    );
  } else {
    const { attachmentsS3Region: region, attachmentsS3Prefix: prefix } = values;
    return { kind: 's3', bucket, endpoint, region, prefix, accessKeyId, secretAccessKey };
  }
  return { kind: 'folder', folder: folderOf(values) };
}

const ofBucket = [
  'attachmentsS3Endpoint',
  'attachmentsS3AccessKeyId',
  'attachmentsS3SecretAccessKey',
] as const;

function folderOf({ attachmentsDir, dataDir }: Values): string {
  return path.resolve(attachmentsDir ?? path.join(dataDir, 'attachments'));
}
