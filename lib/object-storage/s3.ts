import type { IncomingMessage } from 'node:http';
import { bucketUrl, objectUrl, signRequest } from '../s3/bucket.ts';
import { S3Error, sendRequest } from '../s3/send.ts';
import type { ByteRange, ObjectStorage, S3Settings } from './object-storage.ts';
import { pause } from '../clock.ts';
import { spoolUnnamed } from './spool-file.ts';
import type { UnnamedFile } from './spool-file.ts';

/** Pauses before the second and the third attempt. */
const pausesMs = [250, 1_000];

/** Keeps objects in the bucket. An upload is spooled to a temporary file first, because the store must know its length. */
export function openS3Storage(settings: S3Settings): ObjectStorage {
  const { region, prefix, accessKeyId, secretAccessKey } = settings;
  const bucket = { url: bucketUrl(settings), region, key: { accessKeyId, secretAccessKey } };
  const send = (
    method: 'PUT' | 'GET' | 'DELETE',
    key: string,
    { file, range }: { file?: UnnamedFile; range?: ByteRange | undefined } = {},
  ): Promise<IncomingMessage> => {
    const url = objectUrl(bucket, `${prefix}${key}`);
    return withAttempts(async () =>
      sendRequest(
        await signRequest(bucket, { method, url, range, content: file }),
        file && chunksOf(file),
      ),
    );
  };
  return {
    put: async (key, chunks) => {
      const file = await spoolUnnamed(chunks);
      try {
        (await send('PUT', key, { file })).resume();
      } finally {
        await file.handle.close();
      }
      return { size: file.size, sha256: file.sha256 };
    },
    get: async (key, range) => {
      const answer = await send('GET', key, { range }).catch(undefinedIfMissing);
      if (!answer) return undefined;
      // Some stores ignore ranges.
      const isPart = range !== undefined && answer.statusCode === 206;
      const size = isPart ? range.last - range.first + 1 : Number(answer.headers['content-length']);
      return { stream: answer, size, isPart };
    },
    remove: async (key) => {
      const answer = await send('DELETE', key).catch(undefinedIfMissing);
      answer?.resume();
    },
    // Spooled files have no name, and the store keeps no incomplete objects.
    tidy: () => Promise.resolve(),
  };
}

/** Every request can be repeated: it has the same object and the same bytes. */
async function withAttempts(attempt: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt();
    } catch (error) {
      const { status = 503 } = error as { status?: number };
      if (status < 500 && status !== 429) throw error;
      await pause(pauseMs);
    }
  }
  return attempt();
}

const chunkBytes = 64 * 1024;

/** Reads the file from its beginning at every attempt; a file stream would close the file when it is destroyed. */
async function* chunksOf({ handle, size }: UnnamedFile): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size;) {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(chunkBytes), position });
    if (bytesRead === 0) throw new Error('the spooled file is shorter than its size');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Only this code says that the object is missing: with a wrong bucket or URL every object answers 404. */
function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof S3Error && error.code === 'NoSuchKey') return undefined;
  throw error;
}
