import { existsSync } from 'node:fs';

import { newId } from '../../../lib/ids.ts';
import type { S3Settings } from '../../../lib/object-storage/object-storage.ts';
import { openObjectStorage } from '../../../lib/object-storage/open.ts';
import { messageOf } from '../../problem.ts';
import { failed, ok } from '../check.ts';
import type { Check, Finding } from '../check.ts';
import { writingProblem } from '../writing-problem.ts';

/** Checks that uploads can be stored: the folder is writable, or the bucket answers; stores nothing. */
export const attachments: Check = {
  name: 'attachments',
  needs: ['disk'],
  settings: [
    'DATA_DIR',
    'ATTACHMENTS_DIR',
    'ATTACHMENTS_S3_BUCKET',
    'ATTACHMENTS_S3_ENDPOINT',
    'ATTACHMENTS_S3_REGION',
    'ATTACHMENTS_S3_PREFIX',
    'ATTACHMENTS_S3_ACCESS_KEY_ID',
    'ATTACHMENTS_S3_SECRET_ACCESS_KEY',
  ],
  run: ({ config: { attachmentStorage } }) =>
    attachmentStorage.kind === 'folder'
      ? lookAtFolder(attachmentStorage.folder)
      : lookAtBucket(attachmentStorage),
};

async function lookAtFolder(folder: string): Promise<Finding> {
  const problem = await writingProblem(folder);
  if (problem === undefined)
    return ok(
      existsSync(folder)
        ? `${folder} is writable`
        : `${folder} will be created by the first upload`,
    );
  const advice =
    'Make it writable for the user of Concordat, or set ATTACHMENTS_DIR to another folder.';
  return failed(problem, advice);
}

async function lookAtBucket(settings: S3Settings): Promise<Finding> {
  const advice =
    'Correct the settings ATTACHMENTS_S3_…, or allow their key to list the bucket and to get, put and delete its objects.';
  try {
    const found = await openObjectStorage({ kind: 's3', ...settings }).get(`doctor/${newId()}`);
    if (found === undefined) return ok(`the bucket ${settings.bucket} is accessible`);
    found.stream.destroy();
    return failed(`the bucket ${settings.bucket} returned an object that was never stored`, advice);
  } catch (error) {
    return failed(`the bucket ${settings.bucket}: ${messageOf(error)}`, advice);
  }
}
