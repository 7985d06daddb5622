import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Choices } from './choices.ts';

/** The encoding of a body: its Content-Encoding, and the damage to the encoded bytes. */
export type Coding = {
  name: string;
  damage: 'none' | 'truncated' | 'flipped' | 'garbage' | 'bomb' | 'trailing';
};

const names = ['gzip', 'x-gzip', 'deflate', 'br'];

const oddNames = [
  'GZIP',
  ' gzip',
  'identity',
  'zstd',
  'compress',
  'gzip, br',
  'gzip, gzip',
  '*',
  'constructor',
  '',
];

export function pickCoding(choices: Choices): Coding {
  return {
    name: choices.pick(choices.chance(0.8) ? names : oddNames),
    damage: choices.weighted<Coding['damage']>([
      [3, 'none'],
      [2, 'truncated'],
      [1, 'flipped'],
      [2, 'garbage'],
      [1.5, 'bomb'],
      [0.5, 'trailing'],
    ]),
  };
}

type Pack = (bytes: Buffer) => Buffer;

const packers: Record<string, Pack> = {
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  'x-gzip': (bytes) => gzipSync(bytes, { level: 1 }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

const bombBytes = 64 * 1024 * 1024;
const bombs = new Map<string, Buffer>();

/** Compressed zeros, far more than the maximum size of a body; created once. */
function bombOf(name: string, pack: Pack): Buffer {
  const known = bombs.get(name);
  if (known) return known;
  const bomb = pack(Buffer.alloc(bombBytes));
  bombs.set(name, bomb);
  return bomb;
}

/** Creates all bombs at once: compressing them takes longer than the timeout of a request. */
export function makeBombs(): void {
  for (const [name, pack] of Object.entries(packers)) bombOf(name, pack);
}

/** The bytes on the wire. */
export function encodeBody(bytes: Buffer, coding: Coding | undefined): Buffer {
  if (!coding) return bytes;
  const name = coding.name.trim().toLowerCase();
  const pack = Object.hasOwn(packers, name) ? packers[name] : undefined;
  if (coding.damage === 'garbage')
    return Buffer.from(bytes.map((byte, at) => (byte * 31 + at) & 255));
  if (!pack) return bytes;
  if (coding.damage === 'bomb') return bombOf(name, pack);
  const packed = pack(bytes);
  if (coding.damage === 'truncated') return packed.subarray(0, Math.ceil(packed.length * 0.7));
  if (coding.damage === 'trailing') return Buffer.concat([packed, Buffer.from('trailing')]);
  if (coding.damage === 'flipped') {
    const middle = packed.length >> 1;
    packed.writeUInt8(packed.readUInt8(middle) ^ 0x55, middle);
  }
  return packed;
}
