import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Credential } from './connector.ts';
import { openFilesIn } from './file-source.ts';
import { objectPlace } from './object-place.ts';
import { bucketOf } from './s3-bucket.ts';
import { s3Objects } from './s3-objects.ts';
import { textMember } from './server-member.ts';

const accessKeyId = 'DATACONTRACT_S3_ACCESS_KEY_ID';
const secretAccessKey = 'DATACONTRACT_S3_SECRET_ACCESS_KEY';
const sessionToken = 'DATACONTRACT_S3_SESSION_TOKEN';
const region = 'DATACONTRACT_S3_REGION';

const credentials: readonly Credential[] = [
  { name: accessKeyId, meaning: 'Access key; requests are unsigned without one' },
  { name: secretAccessKey, meaning: 'Secret of the access key', secret: true },
  { name: sessionToken, meaning: 'Token of temporary credentials', secret: true },
  { name: region, meaning: 'Region of the bucket; us-east-1 when left out' },
];

const form = /^s3[an]?:\/\/([^/]+)\/?([^]*)$/i;

function locationOf(server: ContractServer): { bucket: string; key: string } {
  const [, bucket, key = ''] = form.exec(textMember(server, 'location') ?? '') ?? [];
  if (bucket === undefined) {
    refuse('source_refused', `Server '${server.server}' needs a location such as s3://bucket/path`);
  }
  return { bucket, key };
}

/**
 * CSV, JSON, Parquet and Delta files in a bucket of S3 or of a store that speaks like it (`endpointUrl`). Objects are fetched
 * into a bounded temporary folder, by requests to hosts that were checked, and read there as local files are.
 */
export const s3Files: Connector = {
  name: 's3-files',
  serverTypes: ['s3'],
  credentials,
  signIns: [],
  placeIs: 'the bucket of the `location`',
  place: (server) => form.exec(textMember(server, 'location') ?? '')?.[1],
  title: 'Files in S3',
  tested: { live: true, against: 's3rver 3.7, signatures checked by us' },
  async open(server, access, signal) {
    const { bucket: name, key } = locationOf(server);
    const known = access.credentials;
    const bucket = bucketOf(
      {
        bucket: name,
        endpoint: textMember(server, 'endpointUrl'),
        region: known[region] ?? textMember(server, 'region'),
        credentials: {
          accessKeyId: known[accessKeyId],
          secretAccessKey: known[secretAccessKey],
          sessionToken: known[sessionToken],
        },
        keyNames: `${accessKeyId}, ${secretAccessKey}`,
      },
      { access, signal },
    );
    const store = s3Objects(bucket, 's3');
    return openFilesIn({ server, path: key, access, signal }, async (scratch) =>
      objectPlace(store, scratch),
    );
  },
};
