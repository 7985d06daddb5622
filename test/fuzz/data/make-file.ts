import { choicesOf } from '../generate/choices.ts';
import type { Choices } from '../generate/choices.ts';
import type { Sample } from './sample-files.ts';

/** A damaged file; generated from seed and index alone. */
export type FuzzFile = {
  index: number;
  sample: Sample;
  /** Contract test or ingestion; ontologies go through the API. */
  through: 'contract test' | 'ingestion' | 'API';
  bytes: Buffer;
};

type Damage = (bytes: Buffer, choices: Choices) => Buffer;

const splice = (bytes: Buffer, at: number, removed: number, added: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);

const anywhere = (bytes: Buffer, choices: Choices): number => choices.between(0, bytes.length);

const flipBits: Damage = (bytes, choices) => {
  const copy = Buffer.from(bytes);
  const times = copy.length === 0 ? 0 : choices.pick([1, 1, 2, 8, 64]);
  for (let n = 0; n < times; n += 1) {
    const at = choices.between(0, copy.length - 1);
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << choices.between(0, 7)), at);
  }
  return copy;
};

const truncate: Damage = (bytes, choices) => bytes.subarray(0, anywhere(bytes, choices));

const removePart: Damage = (bytes, choices) =>
  splice(bytes, anywhere(bytes, choices), choices.pick([1, 4, 50]), Buffer.alloc(0));

const repeatPart: Damage = (bytes, choices) => {
  const at = anywhere(bytes, choices);
  const part = bytes.subarray(at, at + choices.pick([1, 10, 200]));
  const times = choices.pick([2, 50, 2_000]);
  return splice(bytes, at, 0, Buffer.concat(Array.from({ length: times }, () => part)));
};

const moveParts: Damage = (bytes, choices) => {
  const at = anywhere(bytes, choices);
  return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]);
};

const insertBytes: Damage = (bytes, choices) => {
  const added = choices.pick<Buffer>([
    Buffer.from([0]),
    Buffer.from([0xff, 0xfe]),
    Buffer.from([0xef, 0xbb, 0xbf]),
    Buffer.from('\ud83d\ude00'),
    Buffer.from('"'),
    Buffer.from('\r'),
    Buffer.from('\\u0000'),
    Buffer.from('"\\ud800"'),
    Buffer.from('1e400'),
    Buffer.from('9'.repeat(500)),
    Buffer.from(','.repeat(20_000)),
    Buffer.from('x'.repeat(300_000)),
  ]);
  return splice(bytes, anywhere(bytes, choices), 0, added);
};

/** In Parquet the length is in the last bytes but four; other formats have numbers everywhere. */
const writeNumber: Damage = (bytes, choices) => {
  if (bytes.length < 16) return bytes;
  const copy = Buffer.from(bytes);
  const at = choices.chance(0.3) ? copy.length - 8 : choices.between(0, copy.length - 8);
  const value = choices.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0, 65_536]);
  copy.writeUInt32LE(value, at);
  return copy;
};

const nest: Damage = (bytes, choices) => {
  const depth = choices.weighted([
    [3, 50],
    [3, 1_000],
    [3, 20_000],
    [4, 200_000],
  ]);
  const [open, close] = choices.pick([
    ['[', ']'],
    ['[', ']'],
    ['[', ']'],
    ['{"a":', '}'],
    ['(', ')'],
    ['- ', ''],
    ['<a>', '</a>'],
  ] as const);
  const isWhole = choices.chance(0.6);
  const inside = isWhole ? Buffer.alloc(0) : bytes;
  const tail = choices.chance(0.7) ? close.repeat(depth) : '';
  return Buffer.concat([Buffer.from(open.repeat(depth)), inside, Buffer.from(tail)]);
};

const replaceNumber: Damage = (bytes, choices) => {
  const text = bytes.toString('latin1');
  const numbers = [...text.matchAll(/\d+/g)];
  if (numbers.length === 0) return bytes;
  const { index, 0: found } = choices.pick(numbers);
  const added = choices.pick(['-1', '1e400', '99999999999999999999', '0x10', 'NaN', '1e-400', '٣']);
  return splice(bytes, index, found.length, Buffer.from(added));
};

const damages: readonly (readonly [number, Damage])[] = [
  [5, flipBits],
  [3, truncate],
  [3, removePart],
  [3, repeatPart],
  [1, moveParts],
  [3, insertBytes],
  [4, writeNumber],
  [3, nest],
  [3, replaceNumber],
];

/** File `index` of a run: a sample with one to three sorts of damage. */
export function makeFile(samples: readonly Sample[], seed: number, index: number): FuzzFile {
  const choices = choicesOf(seed, index);
  const sample = choices.pick(samples);
  let { bytes } = sample;
  const times = choices.weighted([
    [6, 1],
    [3, 2],
    [1, 3],
  ]);
  for (let n = 0; n < times; n += 1) bytes = choices.weighted(damages)(bytes, choices);
  return { index, sample, through: pickEntry(sample, choices), bytes };
}

function pickEntry({ kind }: Sample, choices: Choices): FuzzFile['through'] {
  if (kind === 'ontology') return 'API';
  if (kind === 'topic') return 'contract test';
  return choices.pick(['contract test', 'contract test', 'ingestion']);
}
