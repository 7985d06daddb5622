import { refuse } from '../../domain/errors.ts';
import type { Connector } from '../connector.ts';
import * as about from './about.ts';
import { openFilesIn } from '../files/source.ts';
import { gcsLocationOf } from './locations.ts';
import { objectPlace } from './place.ts';
import { bucketOf, s3Objects } from './s3-bucket.ts';
import { textMember } from '../server/member.ts';

/** Files in a bucket of Google Cloud Storage, read through its S3-compatible XML API with HMAC keys; see `s3-files.ts`. */
export const gcsFiles: Connector<'gcs-files'> = {
  ...about.gcsFiles,
  async open(server, access, signal) {
    const { bucket: name, key } =
      gcsLocationOf(server) ??
      refuse(
        'source_refused',
        `Server '${server.server}' needs a location such as gs://bucket/path`,
      );
    const bucket = bucketOf(
      {
        bucket: name,
        endpoint: textMember(server, 'endpointUrl') ?? 'https://storage.googleapis.com',
        region: 'auto',
        credentials: {
          accessKeyId: access.credentials[about.gcsNames.keyId],
          secretAccessKey: access.credentials[about.gcsNames.secret],
        },
        keyNames: `${about.gcsNames.keyId}, ${about.gcsNames.secret}`,
      },
      { access, signal },
    );
    const store = s3Objects(bucket, 'gs');
    return openFilesIn({ server, path: key, access, signal }, async (scratch) =>
      objectPlace(store, scratch),
    );
  },
};
