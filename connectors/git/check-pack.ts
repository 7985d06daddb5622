import { constants, inflateSync } from 'node:zlib';
import { GitError } from './git-error.ts';
import { maxObjectBytes, maxObjects, maxUnpackedBytes, tooLarge } from './limits.ts';

const malformed = (): never => {
  throw new GitError('malformed', 'The server sent a pack that cannot be read.');
};

/** A number of 7 bits per byte, lowest first, and where it ends. */
function readSize(bytes: Buffer, from: number, shift: number, start: number) {
  let size = start;
  let at = from;
  for (let factor = 2 ** shift; ; factor *= 128) {
    const byte = bytes[at++] ?? malformed();
    size += (byte & 0x7f) * factor;
    if ((byte & 0x80) === 0) return { size, at };
    if (factor > 2 ** 40) malformed();
  }
}

type Entry = { type: number; size: number; at: number };

function readHeader(pack: Buffer, from: number): Entry {
  const first = pack[from] ?? malformed();
  const type = (first >> 4) & 7;
  const low = first & 0x0f;
  const { size, at } =
    (first & 0x80) === 0 ? { size: low, at: from + 1 } : readSize(pack, from + 1, 4, low);
  return { type, size, at: at + baseLength(pack, type, at) };
}

/** Deltas name their base: by an offset of any length, or by its hash. */
function baseLength(pack: Buffer, type: number, at: number): number {
  if (type === 7) return 20;
  if (type !== 6) return 0;
  let length = 1;
  while (((pack[at + length - 1] ?? malformed()) & 0x80) !== 0) length++;
  return length;
}

type Inflated = { buffer: Buffer; engine: { bytesWritten: number } };

function inflate(pack: Buffer, { at, size }: Entry): Inflated {
  try {
    const options = { info: true, maxOutputLength: size + 1, finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(pack.subarray(at), options) as unknown as Inflated;
  } catch {
    return malformed();
  }
}

/** The size of an object; deltas say how large their result is. */
function sizeOf({ type, size }: Entry, { buffer }: Inflated): number {
  if (type !== 6 && type !== 7) return size;
  const base = readSize(buffer, 0, 0, 0);
  return readSize(buffer, base.at, 0, 0).size;
}

/** Throws `too_large` before anything unpacks a pack whose objects would take too much memory, and `malformed`. */
export async function checkPack(pack: Buffer): Promise<void> {
  if (pack.toString('latin1', 0, 4) !== 'PACK') malformed();
  const count = pack.readUInt32BE(8);
  if (count > maxObjects) throw new GitError('too_large', tooLarge);
  let total = 0;
  let at = 12;
  for (let n = 0; n < count; n++) {
    const entry = readHeader(pack, at);
    if (entry.size > maxObjectBytes) throw new GitError('too_large', tooLarge);
    const inflated = inflate(pack, entry);
    const size = sizeOf(entry, inflated);
    total += size;
    if (size > maxObjectBytes || total > maxUnpackedBytes) {
      throw new GitError('too_large', tooLarge);
    }
    at = entry.at + inflated.engine.bytesWritten;
    // Other jobs of the worker run meanwhile.
    if (n % 500 === 499) await new Promise(setImmediate);
  }
}
