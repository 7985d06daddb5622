import { objectOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  ContractTable,
} from '../odcs/contract-model.ts';
import { normaliseOptions, scalarsOf } from '../odcs/normalise-options.ts';
import { normaliseTags } from '../odcs/normalise-parts.ts';
import { deepestNesting } from '../odcs/normalise-property.ts';
import { normaliseQuality } from '../odcs/normalise-quality.ts';
import { logicalTypeOf } from './logical-type.ts';
import { normaliseServiceLevels } from './service-levels.ts';

/** What of a contract its fields are read by. */
export type Surroundings = {
  definitions: JsonObject;
  /** Of the servers, when all have the same: only then a type of one platform may stand in the model. */
  serverType: string | undefined;
};

/** How many fields may come out of definitions: a definition that many fields name is copied for each of them. */
const mostCopiedFields = 20_000;

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

/** The one model of a field, without the fields inside of it. */
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
    name,
    physicalName: name,
    logicalType: logicalTypeOf(field['type']),
    physicalType: physicalTypeOf(field, around),
    required: field['required'] === true,
    unique: field['unique'] === true,
    primaryKey: field['primaryKey'] === true || field['primary'] === true || position > 0,
    primaryKeyPosition: position > 0 ? position : undefined,
    classification: textOf(field['classification']),
    tags: normaliseTags(field['tags']),
    enumValues: scalarsOf(field['enum']),
    options: normaliseOptions({ ...field, required: undefined }),
    quality: normaliseQuality(field['quality']),
    properties: [],
    items: undefined,
    relationships: referencesOf(field),
    customProperties: {},
  };
}

/** `references: orders.order_id` is the foreign key of DCS. */
function referencesOf(field: JsonObject): ContractProperty['relationships'] {
  const to = textOf(field['references']);
  return to === undefined ? [] : [{ type: 'foreignKey', from: [], to: [to] }];
}

/** A walk through fields; `copied` counts what definitions gave, and inside of one no further is followed. */
type Walk = { around: Surroundings; depth: number; copied: { fields: number }; isCopy: boolean };

function withNested(
  name: string,
  written: JsonObject,
  keys: readonly unknown[],
  walk: Walk,
): ContractProperty {
  const flat = propertyOf(name, written, keys, walk.around);
  if (walk.depth >= deepestNesting) return flat;
  if (walk.isCopy && (walk.copied.fields += 1) > mostCopiedFields) return flat;
  const own = written['fields'] ?? written['items'];
  const isCopy = walk.isCopy || own === undefined;
  const field = walk.isCopy ? written : withDefinition(written, walk.around);
  const inside = { ...walk, depth: walk.depth + 1, isCopy };
  const items = objectOf(field['items']);
  return {
    ...flat,
    properties: fieldsOf(field['fields'], [], inside),
    items: items && withNested('items', items, [], inside),
  };
}

function fieldsOf(fields: unknown, keys: readonly unknown[], walk: Walk): ContractProperty[] {
  return namedObjects(fields).map(([name, field]) => withNested(name, field, keys, walk));
}

/** The objects of a map with their names, in their order. */
export function namedObjects(value: unknown): [name: string, member: JsonObject][] {
  return Object.entries(objectOf(value) ?? {}).flatMap(([name, member]) => {
    const object = objectOf(member);
    return object === undefined ? [] : [[name, object] as [string, JsonObject]];
  });
}

function tableOf(name: string, model: JsonObject, walk: Walk): ContractTable {
  const keys: readonly unknown[] = Array.isArray(model['primaryKey']) ? model['primaryKey'] : [];
  return {
    id: undefined,
    name,
    physicalName: name,
    properties: fieldsOf(model['fields'], keys, walk),
    quality: normaliseQuality(model['quality']),
    relationships: [],
    customProperties: model['additionalFields'] === false ? { additionalColumns: false } : {},
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
 * SodaCL rules nothing is taken.
 */
export function normaliseDcs(contract: JsonObject): ContractModel {
  const servers = namedObjects(contract['servers'])
    .map(([name, server]) => serverOf(name, server))
    .filter((server) => server !== undefined);
  const around = surroundingsOf(contract);
  const walk = { around, depth: 1, copied: { fields: 0 }, isCopy: false };
  return {
    id: textOf(contract['id']) ?? '',
    version: textOf(objectOf(contract['info'])?.['version']) ?? '',
    servers,
    tables: namedObjects(contract['models']).map(([name, model]) => tableOf(name, model, walk)),
    slaProperties: normaliseServiceLevels(contract['servicelevels']),
    slaDefaultElement: undefined,
    customProperties: {},
  };
}
