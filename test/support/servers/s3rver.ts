import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Middleware } from 'koa';
import { isSigned } from '../fakes/s3-server.ts';

/** The used part of the package, which has no types. */
type Server = {
  middleware: Middleware[];
  run: () => Promise<{ port: number }>;
  close: () => Promise<void>;
};
const require = createRequire(import.meta.url);
const S3rver = require('s3rver') as new (options: object) => Server;

/** An S3 store from npm. It parses signatures of version 4 without checking them: `isSigned` does that. */
export type S3Store = {
  endpoint: string;
  /** Its only key. */
  key: { id: string; secret: string };
  put: (key: string, body: Buffer | string) => Promise<void>;
  remove: (key: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** Amazon's answers to a request without a signature, and with a wrong one. */
const checkSignature =
  (secretAccessKey: string): Middleware =>
  async (context, next) => {
    const { method, url: target, headers } = context.request;
    const code = headers.authorization === undefined ? 'AccessDenied' : 'SignatureDoesNotMatch';
    if (isSigned({ method, target, headers, secretAccessKey })) return next();
    context.status = 403;
    context.body = `<Error><Code>${code}</Code><Message>No ${code}</Message></Error>`;
  };

/** Starts a store with an empty bucket. */
export async function startS3rver(bucket: string): Promise<S3Store> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 's3rver-'));
  const options = { address: '127.0.0.1', port: 0, silent: true, resetOnClose: false };
  const server = new S3rver({ ...options, directory, configureBuckets: [{ name: bucket }] });
  const key = { id: 'S3RVER', secret: 'S3RVER' };
  server.middleware.unshift(checkSignature(key.secret));
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new AwsClient({ accessKeyId: key.id, secretAccessKey: key.secret, service: 's3' });
  const send = async (method: string, name: string, body?: Buffer | string): Promise<void> => {
    const url = `${endpoint}/${bucket}/${name.split('/').map(encodeURIComponent).join('/')}`;
    const content = body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) };
    const answer = await client.fetch(url, { method, ...content });
    if (!answer.ok) throw new Error(`${method} ${name}: ${answer.status} ${await answer.text()}`);
  };
  return {
    endpoint,
    key,
    put: (name, body) => send('PUT', name, body),
    remove: (name) => send('DELETE', name),
    async stop() {
      await server.close();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}
