import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { ClientRequest, IncomingMessage, RequestListener } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ByteRange, ObjectStorage } from '../../../lib/object-storage/object-storage.ts';
import { openObjectStorage } from '../../../lib/object-storage/open.ts';
import { ensureBuilt } from '../../support/chaos/dist.ts';
import { startS3Server } from '../../support/fakes/s3-server.ts';
import type { S3Server } from '../../support/fakes/s3-server.ts';
import { startS3rver } from '../../support/servers/s3rver.ts';
import type { S3Store } from '../../support/servers/s3rver.ts';
import { until } from '../../support/until.ts';

let folder: string;
let store: S3Store;
let fake: S3Server;
const secret = 'a secret access key';
const bucket = 'attachments';

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'object-storage-'));
  store = await startS3rver(bucket);
  fake = await startS3Server(bucket, secret);
});
afterAll(async () => {
  await store.stop();
  await fake.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  fake.instead = undefined;
});

const inFolder = () => openObjectStorage({ kind: 'folder', folder: path.join(folder, 'made') });
const bucketAt = (endpoint: string, key: { id: string; secret: string }) =>
  openObjectStorage({
    kind: 's3',
    bucket,
    endpoint,
    region: 'us-east-1',
    prefix: 'concordat/',
    accessKeyId: key.id,
    secretAccessKey: key.secret,
  });

async function* chunks(...parts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await new Promise((resolve) => setImmediate(resolve));
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

const read = async (storage: ObjectStorage, key: string, range?: ByteRange) => {
  const found = await storage.get(key, range);
  return found && { size: found.size, text: await text(found.stream) };
};

const files = (below: string) =>
  fs
    .readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const spooled = () =>
  fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('concordat-spool-'));

describe.each([
  ['a folder', () => inFolder()],
  ['a bucket that speaks S3', () => bucketAt(store.endpoint, store.key)],
])('%s', (_, open) => {
  it('gives back what was put, until it is removed', async () => {
    const storage = open();
    const sha256 = createHash('sha256').update('one two').digest('hex');
    expect(await storage.put('a/b/c-1', chunks('one', ' two'))).toEqual({ size: 7, sha256 });
    expect(await read(storage, 'a/b/c-1')).toEqual({ size: 7, text: 'one two' });
    await storage.put('a/b/c-1', chunks('three'));
    expect(await read(storage, 'a/b/c-1')).toEqual({ size: 5, text: 'three' });
    await storage.put('empty', chunks());
    expect(await read(storage, 'empty')).toEqual({ size: 0, text: '' });
    await storage.remove('a/b/c-1');
    await storage.remove('a/b/c-1');
    expect(await storage.get('a/b/c-1')).toBeUndefined();
    expect(await storage.get('never')).toBeUndefined();
  });

  it('gives a part', async () => {
    const storage = open();
    await storage.put('digits', chunks('01234', '56789'));
    expect(await read(storage, 'digits', { first: 3, last: 6 })).toEqual({ size: 4, text: '3456' });
    expect(await read(storage, 'digits', { first: 9, last: 9 })).toEqual({ size: 1, text: '9' });
    expect(await storage.get('never', { first: 0, last: 0 })).toBeUndefined();
  });

  it('keeps nothing of what does not come to its end, and throws what it threw', async () => {
    const storage = open();
    const before = spooled();
    const broken = new Error('the client has gone');
    await expect(storage.put('half', chunks('one', broken))).rejects.toBe(broken);
    expect(await storage.get('half')).toBeUndefined();
    expect(spooled()).toEqual(before);
    expect(files(folder)).not.toContain('half');
  });

  it('stores many at once, whole each', async () => {
    const storage = open();
    const names = Array.from({ length: 20 }, (_each, index) => `many/${index}`);
    await Promise.all(names.map((name) => storage.put(name, chunks(name, name.repeat(50_000)))));
    for (const name of names) {
      expect((await read(storage, name))?.text).toBe(name + name.repeat(50_000));
    }
  });
});

it('a folder takes no keys that lead out of it', async () => {
  const storage = inFolder();
  for (const key of ['../x', '/x', 'a/../x', '', '.incoming/x', 'a//b', 'a\0b', 'a/.']) {
    await expect(storage.put(key, chunks('x'))).rejects.toThrow(/is not a valid object key/);
    await expect(storage.get(key)).rejects.toThrow(/is not a valid object key/);
  }
  expect(files(folder)).not.toContain('x');
});

it('a folder keeps no file open that it cannot look at', async () => {
  const storage = inFolder();
  await storage.put('unreadable', chunks('x'));
  const handle = await fs.promises.open(path.join(folder, 'made', 'unreadable'));
  // A disk that fails when an open file is looked at cannot be made for real.
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const stat = jest.spyOn(prototype, 'stat').mockRejectedValueOnce(new Error('EIO'));
  await expect(storage.get('unreadable')).rejects.toThrow('EIO');
  // A handle that is closed has no file.
  const [opened] = stat.mock.contexts as (typeof handle)[];
  expect(opened?.fd).toBe(-1);
  stat.mockRestore();
});

it('a folder that is full keeps nothing, and says so', () => {
  ensureBuilt();
  const full = path.join(folder, 'full');
  const script = `import { openFolderStorage } from ${JSON.stringify(path.resolve('dist/lib/object-storage/folder.js'))};
    async function* chunks() { for (const size of [150000, 150000]) yield Buffer.alloc(size, 'x'); }
    const said = await openFolderStorage(process.argv[1]).put('x', chunks()).catch(({ code }) => code);
    console.log(JSON.stringify(said));`;
  // No file of that process may be larger than 500 blocks of 512 bytes: what is written beyond is cut off first, and refused then.
  const limited = `trap '' XFSZ; ulimit -f 500; exec "$0" --input-type=module -e "$1" "$2"`;
  const said = execFileSync('sh', ['-c', limited, process.execPath, script, full], {
    encoding: 'utf8',
  });
  expect(JSON.parse(said)).toBe('EFBIG');
  expect(files(full)).toEqual([]);
});

it('a folder is tidied of what killed processes left behind, and of nothing else', async () => {
  const storage = inFolder();
  await storage.put('kept', chunks('x'));
  const incoming = path.join(folder, 'made', '.incoming');
  fs.writeFileSync(path.join(incoming, 'old'), 'x');
  fs.utimesSync(path.join(incoming, 'old'), new Date(0), new Date(0));
  fs.writeFileSync(path.join(incoming, 'new'), 'x');
  await storage.tidy(new Date(Date.now() - 60_000));
  expect(files(incoming)).toEqual(['new']);
  expect(await read(storage, 'kept')).toEqual({ size: 1, text: 'x' });
  await openObjectStorage({ kind: 'folder', folder: path.join(folder, 'none') }).tidy(new Date());
});

describe('a bucket', () => {
  const open = (secretAccessKey = secret) =>
    bucketAt(fake.endpoint, { id: 'KEY', secret: secretAccessKey });

  it('is asked with its prefix, and with signatures that others can check', async () => {
    fake.objects.set('concordat/org/x', Buffer.from('content'));
    expect(await read(open(), 'org/x')).toEqual({ size: 7, text: 'content' });
    expect(fake.requests.at(-1)).toBe(`/${bucket}/concordat/org/x`);
  });

  it('is asked for a part in the signed request, and may give all', async () => {
    fake.objects.set('concordat/part', Buffer.from('content'));
    const range = { first: 3, last: 4 };
    const asked = async () => {
      const found = await open().get('part', range);
      return found && { ...found, stream: await text(found.stream) };
    };
    expect(await asked()).toEqual({ size: 2, stream: 'te', isPart: true });
    expect(fake.requests.at(-1)).toBe(`/${bucket}/concordat/part bytes=3-4`);
    fake.instead = (_request, response) => void response.end('content');
    expect(await asked()).toEqual({ size: 7, stream: 'content', isPart: false });
  });

  it('tells the answer of the store without the key, and without asking again when it is refused', async () => {
    fake.requests.length = 0;
    const failed = await open('wrong secret')
      .get('x')
      .catch((error: Error) => error.message);
    expect(failed).toBe(
      `the object storage at ${new URL(fake.endpoint).host} answers 403 SignatureDoesNotMatch to GET`,
    );
    expect(fake.requests.length).toBe(1);
  });

  it('that is gone is an outage: none of its files is taken for removed', async () => {
    fake.instead = (_request, response) =>
      void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    await expect(open().get('x')).rejects.toThrow(/answers 404 NoSuchBucket to GET$/);
    await expect(open().remove('x')).rejects.toThrow(/answers 404 NoSuchBucket to DELETE$/);
    fake.instead = (_request, response) => void response.writeHead(404).end('<h1>Not here</h1>');
    await expect(open().get('x')).rejects.toThrow(/answers 404 {2}to GET$/);
    await expect(open().remove('x')).rejects.toThrow(/answers 404 {2}to DELETE$/);
    fake.instead = (_request, response) =>
      void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    expect(await open().get('x')).toBeUndefined();
    await open().remove('x');
  });

  it('is asked again, with the whole file, while it is busy', async () => {
    const bodies: string[] = [];
    const answer = async (...[request, response]: Parameters<RequestListener>) => {
      bodies.push(`${request.headers['content-length']} ${await text(request)}`);
      response.writeHead(bodies.length < 3 ? 503 : 200).end('<Code>SlowDown</Code>');
    };
    fake.instead = (request, response) => void answer(request, response);
    expect(await open().put('x', chunks('one', ' two'))).toMatchObject({ size: 7 });
    expect(bodies).toEqual(['7 one two', '7 one two', '7 one two']);
    fake.instead = (_request, response) => void response.writeHead(500).end(secret);
    const failed = await open()
      .remove('x')
      .catch((error: Error) => error.message);
    expect(failed).toMatch(/answers 500 {2}to DELETE$/);
  });

  it('waits for a client that holds back what the store has sent, and not for a silent store', async () => {
    fake.objects.set('concordat/large', Buffer.alloc(8 * 1024 * 1024, 'x'));
    const held = (await open().get('large'))?.stream as IncomingMessage & { req: ClientRequest };
    await until('there is something to read', () => held.readableLength > 0);
    held.req.emit('timeout');
    expect((await text(held)).length).toBe(8 * 1024 * 1024);
    fake.instead = (_request, response) => {
      response.writeHead(200, { 'content-length': '9' }).flushHeaders();
    };
    const silent = (await open().get('large'))?.stream as typeof held;
    silent.req.emit('timeout');
    await expect(text(silent)).rejects.toThrow();
  });

  it('is sent from a file without a name, which no process that is killed leaves behind', async () => {
    const before = spooled();
    let meanwhile: string[] = [];
    fake.instead = (request, response) => {
      meanwhile = spooled();
      request.resume().on('end', () => response.end());
    };
    expect(await open().put('x', chunks('one', ' two'))).toMatchObject({ size: 7 });
    expect(meanwhile).toEqual(before);
  });

  it('says that the store cannot be reached, and leaves no file behind', async () => {
    const before = spooled();
    fake.instead = (request) => request.socket.destroy();
    await expect(open().put('x', chunks('y'))).rejects.toThrow(
      /cannot be reached: (ECONNRESET|EPIPE)$/,
    );
    expect(spooled()).toEqual(before);
  });
});
