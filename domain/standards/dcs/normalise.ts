import { numberOf, objectOf, scalarOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  ContractTable,
  LogicalTypeOptions,
} from '../odcs/contract-model.ts';
import { normaliseQuality } from '../odcs/normalise-quality.ts';
import { logicalTypeOf } from './logical-type.ts';

function optionsOf(field: JsonObject): LogicalTypeOptions {
  const numbers = [
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
  ];
  const found = numbers.map((name) => [name, numberOf(field[name])] as const);
  const present = [...found, ['pattern', textOf(field['pattern'])] as const].filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(present) as LogicalTypeOptions;
}

function enumOf(list: unknown): (string | number | boolean)[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const values = list.map(scalarOf).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values;
}

/** What of a contract its fields are read by. */
export type Surroundings = {
  definitions: JsonObject;
  /** Of the servers, when all have the same: only then a type of one platform may stand in the model. */
  serverType: string | undefined;
};

/** A field takes what it does not say itself from the definition that it names (`#/definitions/order_id`). */
export function withDefinition(field: JsonObject, { definitions }: Surroundings): JsonObject {
  const name = /^#\/definitions\/([^/]+)$/.exec(textOf(field['$ref']) ?? '')?.[1];
  const definition =
    name === undefined || !Object.hasOwn(definitions, name) ? {} : definitions[name];
  return { ...objectOf(definition), ...field };
}

/** `config.postgresType` and its like. */
function physicalTypeOf(field: JsonObject, { serverType }: Surroundings): string | undefined {
  return serverType === undefined
    ? undefined
    : textOf(objectOf(field['config'])?.[`${serverType}Type`]);
}

/** The one model of a field. */
export function propertyOf(
  name: string,
  written: JsonObject,
  keys: readonly unknown[],
  around: Surroundings,
): ContractProperty {
  const field = withDefinition(written, around);
  const position = keys.indexOf(name) + 1;
  return {
    id: undefined,
    tags: [],
    properties: [],
    items: undefined,
    relationships: [],
    customProperties: {},
    name,
    physicalName: name,
    logicalType: logicalTypeOf(field['type']),
    physicalType: physicalTypeOf(field, around),
    required: field['required'] === true,
    unique: field['unique'] === true,
    primaryKey: field['primaryKey'] === true || field['primary'] === true || position > 0,
    primaryKeyPosition: position > 0 ? position : undefined,
    classification: textOf(field['classification']),
    enumValues: enumOf(field['enum']),
    options: optionsOf(field),
    quality: normaliseQuality(field['quality']),
  };
}

/** The objects of a map with their names, in their order. */
export function namedObjects(value: unknown): [name: string, member: JsonObject][] {
  return Object.entries(objectOf(value) ?? {}).flatMap(([name, member]) => {
    const object = objectOf(member);
    return object === undefined ? [] : [[name, object] as [string, JsonObject]];
  });
}

function tableOf(name: string, model: JsonObject, around: Surroundings): ContractTable {
  const keys: readonly unknown[] = Array.isArray(model['primaryKey']) ? model['primaryKey'] : [];
  return {
    id: undefined,
    relationships: [],
    customProperties: {},
    name,
    physicalName: name,
    properties: namedObjects(model['fields']).map(([field, written]) =>
      propertyOf(field, written, keys, around),
    ),
    quality: normaliseQuality(model['quality']),
  };
}

/** The fields of `models` may refer to definitions, and to types of the one platform of all servers. */
export function surroundingsOf(contract: JsonObject): Surroundings {
  const types = new Set(
    namedObjects(contract['servers'])
      .map(([, server]) => textOf(server['type'])?.toLowerCase())
      .filter((type) => type !== undefined),
  );
  const [serverType] = types.size === 1 ? types : [];
  return { definitions: objectOf(contract['definitions']) ?? {}, serverType };
}

function serverOf(name: string, server: JsonObject): ContractServer | undefined {
  const type = textOf(server['type']);
  if (type === undefined) return undefined;
  const present = Object.entries(server).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(present), server: name, type };
}

/**
 * The one model of a document of the deprecated Data Contract Specification: its maps become lists in their order, types
 * and keys get the words of ODCS. Never throws; members that do not have the form of the standard are left out, and of
 * nested fields and SodaCL rules nothing is taken.
 */
export function normaliseDcs(contract: JsonObject): ContractModel {
  const servers = namedObjects(contract['servers'])
    .map(([name, server]) => serverOf(name, server))
    .filter((server) => server !== undefined);
  const around = surroundingsOf(contract);
  return {
    id: textOf(contract['id']) ?? '',
    version: textOf(objectOf(contract['info'])?.['version']) ?? '',
    servers,
    slaProperties: [],
    slaDefaultElement: undefined,
    customProperties: {},
    tables: namedObjects(contract['models']).map(([name, model]) => tableOf(name, model, around)),
  };
}
