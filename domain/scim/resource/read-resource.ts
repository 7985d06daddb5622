import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { readBoolean } from '../filter/judge-comparison.ts';
import { refuseScim } from '../protocol/refuse-scim.ts';
import type { Attribute } from '../schemas/attribute.ts';
import { coreAttributes, findAttribute, findExtension } from '../schemas/resource-types.ts';
import type { ResourceType } from '../schemas/resource-types.ts';

/** Maximum number of people in a group, and of values of any other list. */
export const maxMembers = 20_000;
const maxValues = 200;
const maxTextLength = 10_000;

/**
 * The attributes of a resource that a client may write, under their names in the schema. Unknown and read-only attributes are left
 * out, and empty values are no values (RFC 7643 §2.5). Refuses with `invalidValue` values of other types, and missing required ones.
 */
export function readResource(type: ResourceType, given: JsonObject): JsonObject {
  assertSchemas(type, given);
  const core = readAttributes(coreAttributes(type), given, '');
  for (const { name, required } of type.schema.attributes) {
    if (required && core[name] === undefined) refuseScim('invalidValue', `'${name}' is missing.`);
  }
  for (const { id, attributes } of type.extensions) {
    const name = Object.keys(given).find((each) => each.toLowerCase() === id.toLowerCase());
    const extension = name === undefined ? undefined : given[name];
    if (extension === undefined || extension === null) continue;
    if (!isObject(extension)) refuseScim('invalidValue', `'${id}' must be an object.`);
    const read = readAttributes(attributes, extension, `${id}:`);
    if (Object.keys(read).length > 0) core[id] = read;
  }
  return core;
}

/** The URNs of the schemas of a resource. */
export function schemasOf(type: ResourceType, resource: JsonObject): string[] {
  const used = type.extensions.filter(({ id }) => resource[id] !== undefined);
  return [type.schema.id, ...used.map(({ id }) => id)];
}

function assertSchemas(type: ResourceType, { schemas }: JsonObject): void {
  if (schemas === undefined) return;
  const { id } = type.schema;
  const isKnown = (urn: Json): boolean =>
    typeof urn === 'string' &&
    (urn.toLowerCase() === id.toLowerCase() || findExtension(type, urn) !== undefined);
  if (Array.isArray(schemas) && schemas.some(isKnown)) return;
  refuseScim('invalidValue', `'schemas' must contain '${id}'.`);
}

function readAttributes(
  attributes: readonly Attribute[],
  given: JsonObject,
  prefix: string,
): JsonObject {
  const read: JsonObject = {};
  for (const [key, value] of Object.entries(given)) {
    const attribute = findAttribute(attributes, key);
    if (!attribute || attribute.mutability === 'readOnly') continue;
    const accepted = readValue(attribute, value, `${prefix}${attribute.name}`);
    if (accepted !== undefined) read[attribute.name] = accepted;
  }
  return read;
}

/** A value of an attribute in its canonical form; undefined for null, empty lists and empty objects. */
export function readValue(attribute: Attribute, value: Json, path: string): Json | undefined {
  if (value === null) return undefined;
  if (!attribute.multiValued) return readSingle(attribute, value, path);
  if (!Array.isArray(value)) return refuseScim('invalidValue', `'${path}' must be a list.`);
  const max = attribute.name === 'members' ? maxMembers : maxValues;
  if (value.length > max) {
    refuseScim(
      'invalidValue',
      `'${path}' has ${value.length} values, and at most ${max} are possible.`,
    );
  }
  const read = value.flatMap((each, at) => readSingle(attribute, each, `${path}[${at}]`) ?? []);
  const primaries = read.filter((each) => isObject(each) && each['primary'] === true);
  if (primaries.length > 1) {
    refuseScim(
      'invalidValue',
      `'${path}' has ${primaries.length} primary values, and may have one.`,
    );
  }
  return read.length > 0 ? read : undefined;
}

function readSingle(attribute: Attribute, value: Json, path: string): Json | undefined {
  if (value === null) return undefined;
  switch (attribute.type) {
    case 'boolean':
      return readBoolean(value) ?? refuseScim('invalidValue', `'${path}' must be true or false.`);
    case 'complex':
      return readComplex(attribute, value, path);
    case 'string':
    case 'reference':
    case 'binary':
    case 'integer':
    case 'dateTime':
      return readText(attribute, value, path);
  }
}

function readComplex(
  { subAttributes: parts = [] }: Attribute,
  value: Json,
  path: string,
): JsonObject | undefined {
  // Microsoft Entra sends the id of a manager without an object around it.
  const isValue = typeof value === 'string' && findAttribute(parts, 'value') !== undefined;
  const given = isValue ? { value } : value;
  if (!isObject(given)) return refuseScim('invalidValue', `'${path}' must be an object.`);
  const read = readAttributes(parts, given, `${path}.`);
  return Object.keys(read).length > 0 ? read : undefined;
}

function readText({ required }: Attribute, value: Json, path: string): string | undefined {
  if (typeof value !== 'string') return refuseScim('invalidValue', `'${path}' must be a text.`);
  if (value.length > maxTextLength) {
    refuseScim('invalidValue', `'${path}' is longer than ${maxTextLength} characters.`);
  }
  if (required && value.trim() === '') refuseScim('invalidValue', `'${path}' must not be empty.`);
  return value;
}
