import { createServer } from 'node:http';
import net from 'node:net';

import { startSignInProvider } from '../../../support/servers/sign-in-provider.ts';
import { startS3rver } from '../../../support/servers/s3rver.ts';
import { closed, listen, secret, undo } from './planted-servers.ts';
import type { Fault } from './planted-servers.ts';

/** A store of attachments with an empty bucket; answers the settings that name it. */
export async function startStore(bucket: string): Promise<Record<string, string>> {
  const store = await startS3rver(bucket);
  undo.push(store.stop);
  return {
    ATTACHMENTS_DIR: '',
    ATTACHMENTS_S3_BUCKET: bucket,
    ATTACHMENTS_S3_ENDPOINT: store.endpoint,
    ATTACHMENTS_S3_ACCESS_KEY_ID: store.key.id,
    ATTACHMENTS_S3_SECRET_ACCESS_KEY: store.key.secret,
  };
}

/** A sign-in provider; answers the settings that name it. */
export async function openProvider(): Promise<Record<string, string>> {
  const provider = await startSignInProvider();
  undo.push(provider.stop);
  await provider.serve('http://127.0.0.1:1');
  return {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'concordat',
    OIDC_CLIENT_SECRET: secret,
  };
}

/** What can be wrong with the store of attachments, with the endpoint that generates code, and with the sign-in provider. */
export const endpointFaults: Fault[] = [
  {
    fault: 'a folder of attachments below a file',
    check: 'attachments',
    plant: () => ({ env: { ATTACHMENTS_DIR: '/etc/hostname/below' } }),
    found: '/etc/hostname/below cannot be used: /etc/hostname is a file',
    advice: 'set ATTACHMENTS_DIR to another folder',
  },
  {
    fault: 'a bucket that is not there',
    check: 'attachments',
    plant: async () => ({
      env: { ...(await startStore('uploads')), ATTACHMENTS_S3_BUCKET: 'others' },
    }),
    found: /^the bucket others: the object storage at 127\.0\.0\.1:\d+ answers 404 NoSuchBucket/,
    advice: 'Correct the settings ATTACHMENTS_S3_…',
  },
  {
    fault: 'a bucket whose key is another',
    check: 'attachments',
    plant: async () => ({
      env: { ...(await startStore('uploads')), ATTACHMENTS_S3_SECRET_ACCESS_KEY: secret },
    }),
    found: /answers 403 SignatureDoesNotMatch/,
    advice: 'allow their key to list the bucket',
  },
  {
    fault: 'a bucket at an address where something else answers',
    check: 'attachments',
    plant: async () => {
      const other = createServer((_request, response) =>
        response.writeHead(404).end('<h1>No</h1>'),
      );
      const ATTACHMENTS_S3_ENDPOINT = `http://127.0.0.1:${await listen(other)}`;
      return { env: { ...(await startStore('uploads')), ATTACHMENTS_S3_ENDPOINT } };
    },
    found: /^the bucket uploads: the object storage at 127\.0\.0\.1:\d+ answers 404/,
    advice: 'Correct the settings ATTACHMENTS_S3_…',
  },
  {
    fault: 'a bucket at an address that has whatever is asked for',
    check: 'attachments',
    plant: async () => {
      const other = createServer((_request, response) => response.end('Hi'));
      const ATTACHMENTS_S3_ENDPOINT = `http://127.0.0.1:${await listen(other)}`;
      return { env: { ...(await startStore('uploads')), ATTACHMENTS_S3_ENDPOINT } };
    },
    found: 'the bucket uploads returned an object that was never stored',
    advice: 'Correct the settings ATTACHMENTS_S3_…',
  },
  {
    fault: 'an endpoint of generated code that no worker contacts',
    check: 'generation',
    plant: () => ({
      env: { GENERATION_ENDPOINT: 'http://169.254.169.254/latest', GENERATION_TOKEN: secret },
    }),
    found: 'resolves to an address that is never contacted',
    advice: 'correct GENERATION_ENDPOINT',
  },
  {
    fault: 'an endpoint of generated code that is away',
    check: 'generation',
    plant: async () => ({
      env: {
        GENERATION_ENDPOINT: `http://127.0.0.1:${await closed()}/x`,
        GENERATION_TOKEN: secret,
      },
    }),
    found: 'cannot be reached: connect ECONNREFUSED',
    advice: 'correct GENERATION_ENDPOINT',
  },
  {
    fault: 'TLS with an endpoint that speaks none',
    check: 'generation',
    plant: async () => {
      const talker = net.createServer((socket) => void socket.end('Hello\r\n').resume());
      const GENERATION_ENDPOINT = `https://127.0.0.1:${await listen(talker)}/`;
      return { env: { GENERATION_ENDPOINT, GENERATION_TOKEN: secret } };
    },
    found: /^127\.0\.0\.1:\d+ cannot be reached/,
    advice: 'Start the generation service',
  },
  {
    fault: 'an endpoint of embeddings beside a Postgres without pgvector',
    check: 'embeddings',
    state: 'warning',
    plant: () => ({
      env: { EMBEDDING_ENDPOINT: 'http://127.0.0.1:1/v1/embeddings', EMBEDDING_TOKEN: secret },
    }),
    found: 'Postgres has no pgvector',
    advice: 'Install pgvector',
  },
  {
    fault: 'a sign-in provider that is not there',
    check: 'sign-in',
    plant: async () => ({ env: { OIDC_ISSUER: `http://127.0.0.1:${await closed()}` } }),
    found: /^http:\/\/127\.0\.0\.1:\d+ cannot be read: /,
    advice: 'Correct OIDC_ISSUER',
  },
  {
    fault: 'a sign-in provider at whose address something else answers',
    check: 'sign-in',
    plant: async () => {
      const other = createServer((_request, response) => response.writeHead(404).end('No'));
      return { env: { OIDC_ISSUER: `http://127.0.0.1:${await listen(other)}` } };
    },
    found: 'cannot be read: unexpected HTTP response status code',
    advice: '/.well-known/openid-configuration must answer',
  },
];
