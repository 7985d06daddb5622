import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { ContractTable } from '../../domain/standards/odcs/contract-model.ts';
import { isObject } from '../../lib/json/json.ts';
import type { ScanContext } from '../asset-source.ts';
import { avroReader } from '../avro/reader.ts';
import type { AvroReader } from '../avro/reader.ts';
import { avroSchemaOf } from '../avro/declared.ts';
import { schemaById } from './schema-registry.ts';
import type { RegistrySettings } from './schema-registry.ts';
import { messageOf } from '../source-error.ts';

/** Converts the value of a message to a line of JSON; throws when it contains no object. */
export type ValueReader = (value: Buffer) => Promise<string>;

/** Prefix of Confluent's serializers: a zero byte and the four bytes of the schema id. */
const frameBytes = 5;

const isFramed = (value: Buffer): boolean => value.length > frameBytes && value[0] === 0;

/** JSON values, with or without the prefix of a registry. Line breaks can only be whitespace, because strings escape them. */
export const readJson: ValueReader = async (value) => {
  const text = (isFramed(value) ? value.subarray(frameBytes) : value).toString('utf8');
  const parsed: unknown = JSON.parse(text);
  if (!isObject(parsed)) throw new Error('the value is not a JSON object');
  return text.replaceAll(/[\r\n]+/g, ' ');
};

/** Values with a prefix are Avro with the schema of the registry. */
export function readAvroOf(
  registry: RegistrySettings,
  context: Pick<ScanContext, 'access' | 'signal'>,
): ValueReader {
  const readers = new Map<number, Promise<AvroReader>>();
  const load = async (id: number): Promise<AvroReader> => {
    const { type, text, references } = await schemaById(registry, context, id);
    if (type !== 'AVRO') throw new Error(`schema ${id} of the registry is ${type}, not AVRO`);
    const parsed = references.map((reference): unknown => JSON.parse(reference.text));
    return avroReader(JSON.parse(text), parsed);
  };
  return async (value) => {
    if (!isFramed(value)) throw new Error('the value contains no schema id of the registry');
    const id = value.readInt32BE(1);
    const reader = readers.get(id) ?? load(id);
    readers.set(id, reader);
    return (await reader)(value, frameBytes);
  };
}

/** Without a registry the Avro schema is derived from the contract. */
export function readAvroAs(table: ContractTable): ValueReader {
  const read = avroReader(avroSchemaOf(table));
  return async (value) => read(value);
}

/** Writes the sample of a topic to a file of JSON lines. */
export type ValueFile = {
  path: string;
  take: (value: Buffer | null) => Promise<void>;
  counts: { rows: number; tombstones: number; unreadable: number; firstProblem: string };
  /** Completes the file. */
  end: () => Promise<void>;
};

/** Limit of the values of a topic, to protect the worker's disk. */
const maxBytes = 1024 ** 3;

/** Writes values as JSON lines; counts those that cannot be read, and keeps the first error. */
export function createValueFile(path: string, read: ValueReader): ValueFile {
  const file = createWriteStream(path, { mode: 0o600 });
  const counts = { rows: 0, tombstones: 0, unreadable: 0, firstProblem: '' };
  let bytes = 0;
  const write = async (line: string): Promise<void> => {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) throw new Error(`the messages have more than ${maxBytes} bytes together`);
    if (!file.write(`${line}\n`)) await once(file, 'drain');
    counts.rows += 1;
  };
  return {
    path,
    counts,
    async take(value) {
      if (value === null) {
        counts.tombstones += 1;
        return;
      }
      let line: string;
      try {
        line = await read(value);
      } catch (error) {
        counts.unreadable += 1;
        counts.firstProblem ||= messageOf(error).split('\n')[0] ?? '';
        return;
      }
      await write(line);
    },
    async end() {
      file.end();
      await finished(file);
    },
  };
}
