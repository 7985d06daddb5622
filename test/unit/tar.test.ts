import { execFileSync } from 'node:child_process';
import { readTar } from '../../lib/tar/read-tar.ts';
import { writeTar } from '../../lib/tar/write-tar.ts';

type Files = Record<string, string>;

async function* partsOf(files: Files) {
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    yield { name, size: bytes.length, content: [bytes.subarray(0, 3), bytes.subarray(3)] };
  }
}

async function archive(files: Files): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeTar(partsOf(files), new Date(0))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function read(bytes: Buffer, chunkBytes = 100): Promise<Files> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const files: Files = {};
  for await (const { name, content } of readTar(chunks())) {
    files[name] = '';
    for await (const chunk of content) files[name] += Buffer.from(chunk).toString('latin1');
  }
  return files;
}

const long = `${'folder/'.repeat(20)}file`;
const files: Files = { 'a/empty': '', 'a/block': 'x'.repeat(512), [long]: 'y'.repeat(1000) };

it('reads what it has written, in chunks of any size', async () => {
  const bytes = await archive(files);
  for (const size of [1, 511, 512, 100_000]) expect(await read(bytes, size)).toEqual(files);
});

it('writes what the tar of the system reads, and reads what that writes', async () => {
  const input = await archive(files);
  const names = execFileSync('tar', ['-tf', '-'], { input }).toString().trim().split('\n');
  expect(names).toEqual(Object.keys(files));
  const content = execFileSync('tar', ['-xOf', '-', long], { input }).toString();
  expect(content).toBe(files[long]);
  const foreign = execFileSync('tar', ['--format=ustar', '-cf', '-', 'package.json']);
  expect(Object.keys(await read(foreign))).toEqual(['package.json']);
});

it('refuses an archive that is cut or has a damaged header', async () => {
  const bytes = await archive(files);
  await expect(read(bytes.subarray(0, 1600))).rejects.toThrow('the archive ends too early');
  bytes[3] = 0x58;
  await expect(read(bytes)).rejects.toThrow('a header has a wrong checksum');
});

it('refuses a content of another size than was said, and a name that does not fit', async () => {
  async function* wrong() {
    yield { name: 'x', size: 4, content: [Buffer.from('abc')] };
  }
  const all = async (parts: Parameters<typeof writeTar>[0]) => {
    for await (const _ of writeTar(parts, new Date()));
  };
  await expect(all(wrong())).rejects.toThrow('x has 3 bytes instead of 4');
  await expect(all(partsOf({ ['n'.repeat(101)]: '' }))).rejects.toThrow('is too long');
});
