import type { ScannedColumn } from '../../domain/ingestion/scanned-asset.ts';
import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import type { SchemaColumns } from '../avro/columns.ts';
import { facts, objectIn, objectsIn, textOf, textsOf } from '../../lib/json/facts.ts';
import type { NamedSchema } from './schema-registry.ts';

type Place = {
  /** The document in which references that begin with # are resolved. */
  root: JsonObject;
  documents: ReadonlyMap<string, JsonObject>;
  /** References on the current path; a recursive reference is only named. */
  open: readonly string[];
};

const maxDepth = 30;

/**
 * Members of the object that a JSON Schema describes; any other schema becomes one field, `value`. References point into the
 * document or to the given schemas. Throws when the text is no JSON Schema.
 */
export function columnsOfJsonSchema(
  text: string,
  references: readonly NamedSchema[] = [],
): SchemaColumns {
  const documents = new Map(references.map((each) => [each.name, parse(each.text)] as const));
  const root = parse(text);
  const column = describe('value', root, { root, documents, open: [] });
  const description = textOf(root['description']) ?? textOf(root['title']);
  return {
    columns: column.properties === undefined ? [column] : [...column.properties],
    ...(description === undefined ? {} : { description }),
  };
}

function parse(text: string): JsonObject {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch {
    throw new Error('the JSON Schema is not JSON');
  }
  if (!isObject(schema)) throw new Error('the JSON Schema is not an object');
  return objectIn(schema);
}

/** Merges a schema with its references and parts. */
type Whole = { schema: JsonObject; isNullable: boolean; place: Place };

function describe(name: string, written: JsonObject, place: Place): ScannedColumn {
  const { schema, isNullable, place: inside } = gather(written, place);
  const types = typesOf(schema).filter((type) => type !== 'null');
  const description = textOf(schema['description']);
  return {
    name,
    type: types.length === 1 ? String(types[0]) : types.join(' | ') || 'any',
    required: !isNullable && !typesOf(schema).includes('null'),
    ...(description === undefined ? {} : { description }),
    ...partsOf(schema, inside),
    ...withCustom(schema),
  };
}

function typesOf(schema: JsonObject): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return textsOf(type);
  return isObject(schema['properties']) ? ['object'] : [];
}

function gather(written: JsonObject, place: Place): Whole {
  const { $ref: ref, allOf, oneOf, anyOf, ...own } = written;
  let whole: Whole = { schema: own, isNullable: false, place };
  if (typeof ref === 'string') whole = merge(whole, follow(ref, place));
  for (const part of objectsIn(allOf)) whole = merge(whole, gather(part, place));
  const choices = [oneOf, anyOf].find(Array.isArray);
  return choices === undefined ? whole : choose(whole, objectsIn(choices), place);
}

/** Members of the schema itself override those of its reference. */
function merge(one: Whole, other: Whole): Whole {
  const properties = {
    ...objectIn(other.schema['properties']),
    ...objectIn(one.schema['properties']),
  };
  const required = [...textsOf(other.schema['required']), ...textsOf(one.schema['required'])];
  return {
    schema: {
      ...other.schema,
      ...one.schema,
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
    },
    isNullable: one.isNullable || other.isNullable,
    place: other.place,
  };
}

/** A choice between null and one schema is that schema; of other choices only the types are listed. */
function choose(whole: Whole, choices: readonly JsonObject[], place: Place): Whole {
  const others = choices.filter(({ type }) => type !== 'null');
  const isNullable = whole.isNullable || others.length < choices.length;
  const [only] = others;
  if (others.length === 1 && only !== undefined) {
    return { ...merge(whole, gather(only, place)), isNullable };
  }
  const types = [...new Set(others.flatMap((other) => typesOf(gather(other, place).schema)))];
  return { ...whole, isNullable, schema: { type: types, ...whole.schema } };
}

function follow(ref: string, place: Place): Whole {
  const [document = '', pointer = ''] = ref.split('#');
  const root = document === '' ? place.root : place.documents.get(document);
  if (root === undefined) throw new Error(`the reference ${ref} points outside the schema`);
  const mark = `${document || textOf(place.root['$id']) || ''}#${pointer}`;
  if (place.open.includes(mark) || place.open.length > maxDepth) {
    return { schema: { type: 'object' }, isNullable: false, place };
  }
  const target = pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((found, step) => stepInto(found, step), root);
  if (!isObject(target)) throw new Error(`the reference ${ref} points to nothing`);
  return gather(target, { ...place, root, open: [...place.open, mark] });
}

function stepInto(found: Json | undefined, step: string): Json | undefined {
  const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  if (Array.isArray(found)) return found[Number(name)];
  return isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
}

function partsOf(schema: JsonObject, place: Place): Partial<ScannedColumn> {
  const { items, properties } = schema;
  if (isObject(items)) return { items: describe('items', objectIn(items), place) };
  if (!isObject(properties)) return {};
  const required = textsOf(schema['required']);
  const members = Object.entries(properties).map(([name, member]) => {
    const column = describe(name, objectIn(member), place);
    return { ...column, required: column.required === true && required.includes(name) };
  });
  return { properties: members };
}

function withCustom(schema: JsonObject): { custom?: JsonObject } {
  const { format, enum: values, default: preset, pattern } = schema;
  const custom = facts({
    format,
    values: Array.isArray(values) ? values : undefined,
    default: preset,
    pattern,
  });
  return Object.keys(custom).length === 0 ? {} : { custom };
}
