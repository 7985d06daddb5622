import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Credential } from './connector.ts';
import { openFilesIn } from './file-source.ts';
import { objectPlace } from './object-place.ts';
import { bucketOf } from './s3-bucket.ts';
import { s3Objects } from './s3-objects.ts';
import { textMember } from './server-member.ts';

const keyId = 'DATACONTRACT_GCS_KEY_ID';
const secret = 'DATACONTRACT_GCS_SECRET';

const credentials: readonly Credential[] = [
  { name: keyId, meaning: 'Access id of an HMAC key; requests are unsigned without one' },
  { name: secret, meaning: 'Secret of the HMAC key', secret: true },
];

const forms = [
  /^gc?s:\/\/([^/]+)\/?([^]*)$/i,
  /^https:\/\/storage\.(?:googleapis|cloud\.google)\.com\/([^/]+)\/?([^]*)$/i,
];

function locationOf(server: ContractServer): { bucket: string; key: string } | undefined {
  const location = textMember(server, 'location') ?? '';
  const [, bucket, key = ''] =
    forms.map((form) => form.exec(location)).find((match) => match !== null) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/** Files in a bucket of Google Cloud Storage, by its interface that speaks like S3 (XML API, HMAC keys); see `s3-files.ts`. */
export const gcsFiles: Connector = {
  name: 'gcs-files',
  serverTypes: ['gcs', 'gs'],
  credentials,
  signIns: [],
  placeIs: 'the bucket of the `location`',
  place: (server) => locationOf(server)?.bucket,
  title: 'Files in Google Cloud Storage',
  tested: { live: false, against: 'a store that checks signatures' },
  async open(server, access, signal) {
    const { bucket: name, key } =
      locationOf(server) ??
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
          accessKeyId: access.credentials[keyId],
          secretAccessKey: access.credentials[secret],
        },
        keyNames: `${keyId}, ${secret}`,
      },
      { access, signal },
    );
    const store = s3Objects(bucket, 'gs');
    return openFilesIn({ server, path: key, access, signal }, async (scratch) =>
      objectPlace(store, scratch),
    );
  },
};
