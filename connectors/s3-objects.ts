import type { ObjectStore } from './object-place.ts';
import {
  askBucket,
  bucketFailure,
  listingBytes,
  listObjects,
  listUrl,
  objectUrl,
  signedHeaders,
} from './s3-bucket.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { readListing } from './s3-listing.ts';

/** The objects of a bucket that speaks like S3; people name it with the scheme. */
export function s3Objects(bucket: S3Bucket, scheme: string): ObjectStore {
  return {
    shown: `${scheme}://${bucket.bucket}`,
    allowedHosts: bucket.context.access.allowedHosts,
    signal: bucket.context.signal,
    list: (prefix, admits) => listObjects(bucket, prefix, admits),
    async first(prefix) {
      const url = listUrl(bucket, prefix, { delimiter: '/' });
      const answer = await askBucket(bucket, { url, limitBytes: listingBytes });
      if (answer.status !== 200) throw new Error(bucketFailure(bucket, answer));
      return readListing(answer.body.toString('utf8')).files[0];
    },
    async locate(key) {
      const url = objectUrl(bucket, key);
      return { url, headers: await signedHeaders(bucket, url) };
    },
    explain: (answer) => bucketFailure(bucket, answer),
  };
}
