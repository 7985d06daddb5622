import { objectOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  ContractTable,
} from '../odcs/contract-model.ts';
import { normaliseOptions, scalarsOf } from '../odcs/normalise-options.ts';
import { descriptionOf, normaliseTags } from '../odcs/normalise-parts.ts';
import { deepestNesting } from '../odcs/normalise-property.ts';
import { normaliseQuality } from '../odcs/normalise-quality.ts';
import { surroundingsOfDcs } from '../odcs/normalise-surroundings.ts';
import { logicalTypeOf } from './logical-type.ts';
import { normaliseServiceLevels } from './service-levels.ts';
import { typeSizeOf } from './type-size.ts';
import { furtherMembersOf } from '../odcs/further-members.ts';

/** What of a contract its fields are read by. */
export type Surroundings = {
  definitions: JsonObject;
  /** Of the servers, when all have the same: only then a type of one platform may stand in the model. */
  serverType: string | undefined;
};

/** About how many fields and rules may come out of definitions: one that many fields name is copied for each of them. */
const mostCopiedEntries = 20_000;

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
  const [physicalType, size] = [physicalTypeOf(field, around), typeSizeOf(field)];
  return {
    id: undefined,
    name,
    physicalName: name,
    logicalType: logicalTypeOf(field['type']),
    physicalType,
    businessName: textOf(field['title']),
    description: textOf(field['description']),
    required: field['required'] === true,
    unique: field['unique'] === true,
    primaryKey: field['primaryKey'] === true || field['primary'] === true || position > 0,
    primaryKeyPosition: position > 0 ? position : undefined,
    partitioned: false,
    partitionKeyPosition: undefined,
    classification: textOf(field['classification']),
    tags: normaliseTags(field['tags']),
    enumValues: scalarsOf(field['enum']),
    enumTexts: [],
    deprecated: false,
    transformLogic: undefined,
    options: { ...size.options, ...normaliseOptions({ ...field, required: undefined }) },
    quality: normaliseQuality(field['quality']),
    properties: [],
    items: undefined,
    map: undefined,
    examples: Array.isArray(field['examples']) ? field['examples'] : [],
    relationships: referencesOf(field),
    customProperties: physicalType === undefined ? size.customProperties : {},
    ...furtherMembersOf(field),
  };
}

/** `references: orders.order_id` is the foreign key of DCS. */
function referencesOf(field: JsonObject): ContractProperty['relationships'] {
  const to = textOf(field['references']);
  return to === undefined ? [] : [{ type: 'foreignKey', from: [], to: [to] }];
}

/** A walk through fields; `copied` counts what definitions gave, and inside of one no further is followed. */
type Walk = { around: Surroundings; depth: number; copied: { entries: number }; isCopy: boolean };

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** A field with what its definition says, as long as copies stay few; then without. */
function followed(written: JsonObject, { around, copied }: Walk): JsonObject {
  const field = withDefinition(written, around);
  copied.entries += lengthOf(field['quality']) + lengthOf(field['enum']) + lengthOf(field['tags']);
  return { ...(copied.entries > mostCopiedEntries ? written : field), $ref: undefined };
}

function withNested(
  name: string,
  written: JsonObject,
  keys: readonly unknown[],
  walk: Walk,
): ContractProperty {
  const field = written['$ref'] === undefined ? written : followed(written, walk);
  const flat = propertyOf(name, field, keys, walk.around);
  if (walk.depth >= deepestNesting) return flat;
  const inside = (member: string): Walk => ({
    ...walk,
    depth: walk.depth + 1,
    isCopy: walk.isCopy || written[member] === undefined,
  });
  const source = walk.isCopy ? written : field;
  const nested = (member: string, as: string): ContractProperty | undefined => {
    const found = objectOf(source[member]);
    return found && withNested(as, found, [], inside(member));
  };
  const [key, value] = [nested('keys', 'key'), nested('values', 'value')];
  return {
    ...flat,
    properties: fieldsOf(source['fields'], [], inside('fields')),
    items: nested('items', 'items'),
    map: key && value && { key, value },
  };
}

function fieldsOf(fields: unknown, keys: readonly unknown[], walk: Walk): ContractProperty[] {
  if (walk.isCopy && walk.copied.entries >= mostCopiedEntries) return [];
  const named = namedObjects(fields);
  if (walk.isCopy) walk.copied.entries += named.length;
  return named.map(([name, field]) => withNested(name, field, keys, walk));
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
    physicalType: textOf(model['type']),
    businessName: textOf(model['title']),
    description: textOf(model['description']),
    tags: normaliseTags(model['tags']),
    deprecated: false,
    properties: fieldsOf(model['fields'], keys, walk),
    computed: [],
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
  const walk = { around, depth: 1, copied: { entries: 0 }, isCopy: false };
  const info = objectOf(contract['info']) ?? {};
  return {
    id: textOf(contract['id']) ?? '',
    version: textOf(info['version']) ?? '',
    name: textOf(info['title']),
    status: textOf(info['status']),
    description: { ...descriptionOf(contract['terms']), purpose: textOf(info['description']) },
    tags: normaliseTags(contract['tags']),
    team: textOf(info['owner']),
    ...surroundingsOfDcs(contract),
    servers,
    tables: namedObjects(contract['models']).map(([name, model]) => tableOf(name, model, walk)),
    slaProperties: normaliseServiceLevels(contract['servicelevels']),
    slaDefaultElement: undefined,
    customProperties: {},
  };
}
