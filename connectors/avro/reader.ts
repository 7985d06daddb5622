import { isObject } from '../../lib/json/json.ts';
import {
  cursorOf,
  takeBlocks,
  takeBytes,
  takeCount,
  takeInside,
  takeLong,
  takeSized,
} from './cursor.ts';
import type { AvroCursor } from './cursor.ts';
import { decimalText, shownNumbers } from './logical.ts';

/** Reads one value and returns it as JSON text. */
type Reader = (cursor: AvroCursor) => string;

type Scope = { namespace: string; names: Map<string, Reader>; depth: number };

/** Guards against stack overflow; real schemas are far shallower. */
const maxDepth = 100;
const maxScale = 1000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Numbers that JSON does not support. */
const float = (value: number): string =>
  Number.isFinite(value) ? String(value) : JSON.stringify(String(value));

const readText: Reader = (cursor) => JSON.stringify(utf8.decode(takeSized(cursor)));

const primitives: Readonly<Record<string, Reader>> = {
  null: () => 'null',
  boolean: (cursor) => String(takeBytes(cursor, 1)[0] === 1),
  int: (cursor) => String(takeLong(cursor)),
  long: (cursor) => String(takeLong(cursor)),
  float: (cursor) => float(takeBytes(cursor, 4).readFloatLE(0)),
  double: (cursor) => float(takeBytes(cursor, 8).readDoubleLE(0)),
  bytes: (cursor) => JSON.stringify(takeSized(cursor).toString('base64')),
  string: readText,
};

function fullName(schema: Record<string, unknown>, namespace: string): string {
  const name = String(schema['name']);
  const space = typeof schema['namespace'] === 'string' ? schema['namespace'] : namespace;
  return name.includes('.') || space === '' ? name : `${space}.${name}`;
}

const spaceOf = (name: string): string => name.split('.').slice(0, -1).join('.');

/** Resolves a type when its first value is read, because a type may refer to itself. */
function namedReader(name: string, { namespace, names }: Scope): Reader {
  const primitive = Object.hasOwn(primitives, name) ? primitives[name] : undefined;
  if (primitive !== undefined) return primitive;
  const inside = namespace === '' ? name : `${namespace}.${name}`;
  return (cursor) => {
    const reader = names.get(inside) ?? names.get(name);
    if (reader === undefined) throw new Error(`the Avro type ${name} is not defined`);
    return reader(cursor);
  };
}

function unionReader(branches: readonly unknown[], scope: Scope): Reader {
  const readers = branches.map((branch) => readerOf(branch, scope));
  return (cursor) => {
    const reader = readers[takeCount(cursor)];
    if (reader === undefined) throw new Error('a value has a type that its union does not contain');
    return reader(cursor);
  };
}

function recordReader(schema: Record<string, unknown>, scope: Scope): Reader {
  if (!Array.isArray(schema['fields']))
    throw new Error('a record of the Avro schema has no fields');
  const fields = schema['fields'].filter(isObject).map((field) => ({
    name: JSON.stringify(String(field['name'])),
    read: readerOf(field['type'], scope),
  }));
  return (cursor) => `{${fields.map(({ name, read }) => `${name}:${read(cursor)}`).join(',')}}`;
}

function fixedReader(schema: Record<string, unknown>): Reader {
  const size = Number(schema['size']);
  const asText = bytesReader(schema);
  return (cursor) => asText(takeBytes(cursor, size));
}

function bytesReader({
  logicalType,
  scale = 0,
}: Record<string, unknown>): (bytes: Buffer) => string {
  if (logicalType !== 'decimal' || Math.abs(Number(scale)) > maxScale) {
    return (bytes) => JSON.stringify(bytes.toString('base64'));
  }
  return (bytes) => decimalText(bytes, Number(scale));
}

function enumReader({ symbols }: Record<string, unknown>): Reader {
  const texts = Array.isArray(symbols) ? symbols.map((symbol) => JSON.stringify(symbol)) : [];
  return (cursor) => {
    const text = texts[takeCount(cursor)];
    if (text === undefined) throw new Error('a value is not in its enum');
    return text;
  };
}

function arrayReader({ items }: Record<string, unknown>, scope: Scope): Reader {
  const read = readerOf(items, scope);
  return (cursor) => {
    const texts: string[] = [];
    takeBlocks(cursor, () => texts.push(read(cursor)));
    return `[${texts.join(',')}]`;
  };
}

function mapReader({ values }: Record<string, unknown>, scope: Scope): Reader {
  const read = readerOf(values, scope);
  return (cursor) => {
    const texts: string[] = [];
    takeBlocks(cursor, () => texts.push(`${readText(cursor)}:${read(cursor)}`));
    return `{${texts.join(',')}}`;
  };
}

type Build = (schema: Record<string, unknown>, scope: Scope) => Reader;

const named: Readonly<Record<string, Build>> = {
  record: recordReader,
  error: recordReader,
  enum: enumReader,
  fixed: fixedReader,
};

function logicalReader(schema: Record<string, unknown>, type: string): Reader | undefined {
  const logicalType = String(schema['logicalType']);
  if (type === 'bytes') {
    const asText = bytesReader(schema);
    return (cursor) => asText(takeSized(cursor));
  }
  const shown = Object.hasOwn(shownNumbers, logicalType) ? shownNumbers[logicalType] : undefined;
  if (shown === undefined || (type !== 'int' && type !== 'long')) return undefined;
  return (cursor) => shown(takeLong(cursor));
}

function objectReader(schema: Record<string, unknown>, scope: Scope): Reader {
  const { type } = schema;
  if (typeof type !== 'string') return readerOf(type, scope);
  if (type === 'array') return arrayReader(schema, scope);
  if (type === 'map') return mapReader(schema, scope);
  const build = Object.hasOwn(named, type) ? named[type] : undefined;
  if (build === undefined) return logicalReader(schema, type) ?? namedReader(type, scope);
  const name = fullName(schema, scope.namespace);
  const reader = build(schema, { ...scope, namespace: spaceOf(name) });
  scope.names.set(name, reader);
  return reader;
}

function readerOf(schema: unknown, outer: Scope): Reader {
  const scope = { ...outer, depth: outer.depth + 1 };
  if (scope.depth > maxDepth) throw new Error('the Avro schema is nested too deeply');
  const read = Array.isArray(schema)
    ? unionReader(schema, scope)
    : isObject(schema)
      ? objectReader(schema, scope)
      : namedReader(String(schema), scope);
  return (cursor) => takeInside(cursor, read);
}

/** Returns the JSON text of the value in the bytes from `at`; throws when the bytes are invalid. */
export type AvroReader = (bytes: Buffer, at?: number) => string;

/**
 * Reads values of an Avro schema (binary encoding). Integers keep all their digits, dates and timestamps are in ISO 8601, bytes
 * in Base64. Memory is allocated only for bytes that exist, whatever a malformed message claims. `references` are schemas with
 * named types. Throws when the schema is invalid.
 */
export function avroReader(schema: unknown, references: readonly unknown[] = []): AvroReader {
  const scope: Scope = { namespace: '', names: new Map(), depth: 0 };
  for (const reference of references) readerOf(reference, scope);
  const read = readerOf(schema, scope);
  return (bytes, at = 0) => {
    const cursor = cursorOf(bytes, at);
    const text = read(cursor);
    if (cursor.at !== bytes.length) throw new Error('the message has more bytes after its value');
    return text;
  };
}
