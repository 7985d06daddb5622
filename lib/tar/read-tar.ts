import { blockBytes, checksumOf, paddingOf } from './write-tar.ts';

/** One file of an archive; its content is read before the next file is asked for. */
export type ReadTarFile = { name: string; size: number; content: AsyncGenerator<Uint8Array> };

const tarErrorName = 'TarError';

/** True for errors of an archive that is incomplete or damaged. */
export function isTarError(error: unknown): error is Error {
  return error instanceof Error && error.name === tarErrorName;
}

function tarError(message: string): Error {
  const error = new Error(message);
  error.name = tarErrorName;
  return error;
}

/** Reads the files of an archive of `writeTar` or another tar in their order; other entries are not supported. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadTarFile> {
  const bytes = createByteReader(chunks);
  for (;;) {
    const header = await bytes.take(blockBytes);
    // Read to its end, so that a compressed archive is checked to its end.
    if (header.every((byte) => byte === 0)) return bytes.drain();
    const { name, size } = readHeader(header);
    const content = bytes.stream(size);
    yield { name, size, content };
    // Skips what the caller has not read.
    for await (const _ of content);
    await bytes.take(paddingOf(size));
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, length: number): string => {
    const field = header.subarray(from, from + length);
    const end = field.indexOf(0);
    return field.toString('utf8', 0, end < 0 ? length : end);
  };
  const octal = (from: number, length: number): number => Number.parseInt(text(from, length), 8);
  if (octal(148, 8) !== checksumOf(header)) throw tarError('a header has a wrong checksum');
  const [type, size] = [text(156, 1), octal(124, 12)];
  if ((type !== '0' && type !== '') || !Number.isSafeInteger(size)) {
    throw tarError(`an entry of the unknown type '${type}'`);
  }
  const prefix = text(345, 155);
  return { name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`, size };
}

type ByteReader = {
  /** Exactly this number of bytes. */
  take: (count: number) => Promise<Buffer>;
  /** Exactly this number of bytes, in chunks. */
  stream: (count: number) => AsyncGenerator<Uint8Array>;
  /** Skips all that is left. */
  drain: () => Promise<void>;
};

function createByteReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  async function* stream(count: number): AsyncGenerator<Uint8Array> {
    for (let missing = count; missing > 0;) {
      if (rest.length === 0) {
        const next = await iterator.next();
        if (next.done) throw tarError('the archive ends too early');
        rest = next.value;
        continue;
      }
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }
  const take = async (count: number): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const part of stream(count)) parts.push(part);
    return Buffer.concat(parts);
  };
  const drain = async (): Promise<void> => {
    for (let isDone = false; !isDone;) isDone = (await iterator.next()).done ?? false;
  };
  return { take, stream, drain };
}
