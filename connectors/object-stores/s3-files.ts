import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Connector } from '../connector.ts';
import * as about from './about.ts';
import { openFilesIn } from '../files/source.ts';
import { s3LocationOf } from './locations.ts';
import type { ObjectLocation } from './locations.ts';
import { objectPlace } from './place.ts';
import { bucketOf, s3Objects } from './s3-bucket.ts';
import { textMember } from '../server/member.ts';

function locationOf(server: ContractServer): ObjectLocation {
  return (
    s3LocationOf(server) ??
    refuse('source_refused', `Server '${server.server}' needs a location such as s3://bucket/path`)
  );
}

/**
 * CSV, JSON, Parquet and Delta files in a bucket of S3 or of an S3-compatible store (`endpointUrl`). Objects are downloaded from
 * allowed hosts into a bounded temporary folder and read there like local files.
 */
export const s3Files: Connector<'s3-files'> = {
  ...about.s3Files,
  async open(server, access, signal) {
    const { bucket: name, key } = locationOf(server);
    const known = access.credentials;
    const bucket = bucketOf(
      {
        bucket: name,
        endpoint: textMember(server, 'endpointUrl'),
        region: known[about.s3Names.region] ?? textMember(server, 'region'),
        credentials: {
          accessKeyId: known[about.s3Names.accessKeyId],
          secretAccessKey: known[about.s3Names.secretAccessKey],
          sessionToken: known[about.s3Names.sessionToken],
        },
        keyNames: `${about.s3Names.accessKeyId}, ${about.s3Names.secretAccessKey}`,
      },
      { access, signal },
    );
    const store = s3Objects(bucket, 's3');
    return openFilesIn({ server, path: key, access, signal }, async (scratch) =>
      objectPlace(store, scratch),
    );
  },
};
