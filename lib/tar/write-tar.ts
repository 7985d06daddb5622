/** One file of an archive; its content must have exactly `size` bytes. */
export type TarFile = {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

export const blockBytes = 512;

/** ustar has 11 octal digits for the size. */
const maxFileBytes = 8 ** 11 - 1;
const maxNameBytes = 100;
const maxPrefixBytes = 155;

/** Archives files in the format ustar of POSIX, which every tar reads; a file is asked for after the one before is written. */
export async function* writeTar(
  files: AsyncIterable<TarFile>,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of files) {
    yield headerOf(name, size, modifiedAt);
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`);
    yield Buffer.alloc(paddingOf(size));
  }
  yield Buffer.alloc(2 * blockBytes);
}

/** Bytes after a content of this size, up to the next block. */
export function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

/** Sum of the bytes of a header, with spaces in place of its checksum. */
export function checksumOf(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

function headerOf(path: string, size: number, modifiedAt: Date): Buffer {
  if (size > maxFileBytes) throw new Error(`${path} is too large for a tar archive`);
  const [prefix, name] = split(path);
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  header.write(name, 0);
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  header.write(`${octal(size, 11)}\0${octal(Math.floor(modifiedAt.getTime() / 1000), 11)}\0`, 124);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(prefix, 345);
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148);
  return header;
}

/** A long path is stored in two fields, divided at a slash. */
function split(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= maxNameBytes) return ['', path];
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    const fits = Buffer.byteLength(prefix) <= maxPrefixBytes;
    if (fits && Buffer.byteLength(name) <= maxNameBytes) return [prefix, name];
  }
  throw new Error(`${path} is too long for a tar archive`);
}
