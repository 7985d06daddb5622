import { objectOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import { namedObjects, propertyOf, contextOf, withDefinition } from './normalise.ts';
import type { ContractContext } from './normalise.ts';

/** Synonyms of types; all others are separate types, though ODCS may have one name for several. */
const aliases: Readonly<Record<string, string>> = {
  text: 'string',
  varchar: 'string',
  number: 'decimal',
  numeric: 'decimal',
  integer: 'int',
  bigint: 'long',
  timestamp_tz: 'timestamp',
  record: 'object',
  struct: 'object',
};

/** Members of a field with a different form in ODCS. */
const rewritten: ReadonlySet<string> = new Set(
  (
    '$ref type format precision scale enum primary config pattern fields items keys values ' +
    'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum'
  ).split(' '),
);

type Reading = ContractContext & {
  /** Keeps DCS types, which are more specific than ODCS types, when both sides of a comparison are DCS. */
  ownTypes: boolean;
};

/**
 * Converts a document of the deprecated Data Contract Specification to ODCS, so that one comparison judges
 * both: models become the schema, maps become lists, and version and status move to the top level. Never
 * throws; members without a counterpart in ODCS keep their names.
 */
export function dcsToOdcs(contract: JsonObject, { ownTypes }: { ownTypes: boolean }): JsonObject {
  const { dataContractSpecification, info, models, servers, ...others } = contract;
  const { title, version, status, ...about } = objectOf(info) ?? {};
  const reading = { ...contextOf(contract), ownTypes };
  return {
    ...others,
    apiVersion: dataContractSpecification,
    name: title,
    version,
    status,
    info: about,
    schema: namedObjects(models).map(([name, model]) => objectWith(name, model, reading)),
    servers: namedObjects(servers).map(([server, members]) => ({ ...members, server })),
  };
}

function objectWith(name: string, model: JsonObject, reading: Reading): JsonObject {
  const { type, fields, primaryKey, ...others } = model;
  const keys: readonly unknown[] = Array.isArray(primaryKey) ? primaryKey : [];
  return { ...others, name, physicalType: type, properties: propertiesOf(fields, keys, reading) };
}

function propertiesOf(fields: unknown, keys: readonly unknown[], reading: Reading): JsonObject[] {
  return namedObjects(fields).map(([name, field]) => propertyWith(name, field, keys, reading));
}

function propertyWith(
  name: string,
  written: JsonObject,
  keys: readonly unknown[],
  reading: Reading,
): JsonObject {
  const field = withDefinition(written, reading);
  const model = propertyOf(name, written, keys, reading);
  // Definitions within definitions are not followed: a recursive one would never end.
  const within = (member: string): Reading =>
    written[member] === undefined ? { ...reading, definitions: {} } : reading;
  const inner = (member: string): JsonObject | undefined => {
    const value = objectOf(field[member]);
    return value && propertyWith(member, value, [], within(member));
  };
  const words = Object.entries(field).filter(([member]) => !rewritten.has(member));
  return {
    ...Object.fromEntries(words),
    name,
    logicalType: model.logicalType ?? textOf(field['type']),
    physicalType: model.physicalType,
    primaryKey: model.primaryKey,
    primaryKeyPosition: model.primaryKeyPosition,
    enum: model.enumValues?.map((value) => ({ value })),
    logicalTypeOptions: { ...model.options, ...furtherOptions(field, reading) },
    ...(objectOf(field['fields']) && {
      properties: propertiesOf(field['fields'], [], within('fields')),
    }),
    items: inner('items'),
    ...((field['keys'] ?? field['values']) != null && {
      map: { key: inner('keys'), value: inner('values') },
    }),
  };
}

function furtherOptions(field: JsonObject, { ownTypes }: Reading): JsonObject {
  const type = textOf(field['type'])?.toLowerCase() ?? '';
  return {
    format: field['format'],
    ...(ownTypes && {
      type: Object.hasOwn(aliases, type) ? aliases[type] : type || undefined,
      precision: field['precision'],
      scale: field['scale'],
    }),
  };
}
