import type { ScannedColumn } from '../../domain/ingestion/scanned-asset.ts';
import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { facts, objectsIn, textOf, textsOf } from '../../lib/json/facts.ts';

/** State while an Avro schema is described. */
export type SchemaColumns = { columns: ScannedColumn[]; description?: string };

type Names = {
  /** Named types by full name. */
  types: Map<string, JsonObject>;
  /** Records on the current path; a recursive record is only named. */
  open: readonly string[];
};

const maxDepth = 30;

/**
 * Fields of an Avro schema; `references` are schemas with named types. A schema that is no record becomes one field, `value`.
 * Throws when the text is no Avro schema.
 */
export function columnsOfAvro(text: string, references: readonly string[] = []): SchemaColumns {
  const types = new Map<string, JsonObject>();
  for (const reference of references) register(parse(reference), '', types);
  const schema = parse(text);
  register(schema, '', types);
  const names = { types, open: [] };
  const column = describe('value', schema, { namespace: '', names });
  const description = isObject(schema) ? textOf(schema['doc']) : undefined;
  return {
    columns: column.properties === undefined ? [column] : [...column.properties],
    ...(description === undefined ? {} : { description }),
  };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    // A primitive type may have no quotes.
    if (/^[a-z]+$/.test(text.trim())) return text.trim();
    throw new Error('the Avro schema is not JSON');
  }
}

const named = new Set(['record', 'error', 'enum', 'fixed']);

function fullName(schema: JsonObject, namespace: string): { full: string; inside: string } {
  const name = textOf(schema['name']) ?? '';
  const full = name.includes('.') ? name : join(textOf(schema['namespace']) ?? namespace, name);
  return { full, inside: full.split('.').slice(0, -1).join('.') };
}

const join = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}.${name}`;

/** Collects all named types first, because a type may be used before its definition. */
function register(schema: Json | undefined, namespace: string, types: Names['types']): void {
  if (Array.isArray(schema)) return schema.forEach((each) => register(each, namespace, types));
  if (!isObject(schema)) return;
  const type = schema['type'];
  if (typeof type !== 'string') return register(type, namespace, types);
  if (!named.has(type)) {
    register(schema['items'], namespace, types);
    return register(schema['values'], namespace, types);
  }
  const { full, inside } = fullName(schema, namespace);
  types.set(full, { ...schema, name: full });
  for (const field of objectsIn(schema['fields'])) register(field['type'], inside, types);
}

type Place = { namespace: string; names: Names; depth?: number };

function describe(name: string, schema: Json | undefined, place: Place): ScannedColumn {
  const depth = (place.depth ?? 0) + 1;
  if (depth > maxDepth) return { name, type: 'record' };
  if (Array.isArray(schema)) return describeUnion(name, schema, { ...place, depth });
  if (typeof schema === 'string') return describeNamed(name, schema, { ...place, depth });
  if (!isObject(schema)) throw new Error(`the Avro type of ${name} cannot be read`);
  const type = schema['type'];
  if (typeof type !== 'string') return describe(name, type, { ...place, depth });
  const build = complex[type];
  if (build !== undefined) return build(name, schema, { ...place, depth });
  return { ...describeNamed(name, type, { ...place, depth }), ...logical(schema, type) };
}

const primitives = new Set([
  'null',
  'boolean',
  'int',
  'long',
  'float',
  'double',
  'bytes',
  'string',
]);

function describeNamed(name: string, type: string, place: Place): ScannedColumn {
  if (primitives.has(type)) return { name, type, required: type !== 'null' };
  if (Object.hasOwn(complex, type)) throw new Error(`the Avro type of ${name} cannot be read`);
  const { types, open } = place.names;
  const full = types.has(join(place.namespace, type)) ? join(place.namespace, type) : type;
  const found = types.get(full);
  if (found === undefined) throw new Error(`the Avro type ${type} of ${name} is not defined`);
  if (open.includes(full)) return { name, type: full, required: true };
  return describe(name, found, place);
}

function logical(schema: JsonObject, type: string): Partial<ScannedColumn> {
  const logicalType = textOf(schema['logicalType']);
  if (logicalType === undefined) return {};
  const { precision, scale = 0 } = schema;
  const isDecimal = logicalType === 'decimal' && typeof precision === 'number';
  const shown = isDecimal ? `decimal(${precision},${Number(scale)})` : logicalType;
  return { type: shown, custom: { avroType: type } };
}

/** A union of `null` and one other type is an optional field; other unions have no single type. */
function describeUnion(name: string, branches: readonly Json[], place: Place): ScannedColumn {
  const others = branches.filter((branch) => branch !== 'null');
  const required = others.length === branches.length;
  const [only] = others;
  if (others.length === 1) return { ...describe(name, only, place), required };
  const types = others.map((branch) => describe(name, branch, place));
  return {
    name,
    type: others.length === 0 ? 'null' : 'union',
    required,
    custom: facts({ types: types.map(asJson) }),
  };
}

/** A column as a nested fact of another column. */
const asJson = ({ name: _name, required: _required, ...column }: ScannedColumn): JsonObject =>
  JSON.parse(JSON.stringify(column)) as JsonObject;

type Build = (name: string, schema: JsonObject, place: Place) => ScannedColumn;

function describeRecord(name: string, schema: JsonObject, place: Place): ScannedColumn {
  const { full, inside } = fullName(schema, place.namespace);
  const { fields } = schema;
  if (!Array.isArray(fields)) throw new Error(`the record ${full} has no fields`);
  const names = { ...place.names, open: [...place.names.open, full] };
  const properties = objectsIn(fields).map((field) => {
    const column = describe(textOf(field['name']) ?? '', field['type'], {
      ...place,
      namespace: inside,
      names,
    });
    return withWords(column, field);
  });
  return { name, type: 'record', required: true, properties, custom: { record: full } };
}

function withWords(column: ScannedColumn, field: JsonObject): ScannedColumn {
  const description = textOf(field['doc']);
  const value = field['default'];
  const custom = { ...column.custom, ...(value === undefined ? {} : { default: value }) };
  return {
    ...column,
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(custom).length === 0 ? {} : { custom }),
  };
}

const complex: Partial<Record<string, Build>> = {
  record: describeRecord,
  error: describeRecord,
  enum: (name, { symbols }) => ({
    name,
    type: 'enum',
    required: true,
    custom: facts({ symbols: textsOf(symbols) }),
  }),
  fixed: (name, schema) => ({
    name,
    type: `fixed(${Number(schema['size'])})`,
    required: true,
    ...logical(schema, `fixed(${Number(schema['size'])})`),
  }),
  array: (name, { items }, place) => ({
    name,
    type: 'array',
    required: true,
    items: describe('items', items, place),
  }),
  map: (name, { values }, place) => ({
    name,
    type: 'map',
    required: true,
    custom: { values: asJson(describe('values', values, place)) },
  }),
};
