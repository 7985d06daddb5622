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
import { maxNestingDepth } from '../odcs/normalise-property.ts';
import { normaliseQuality } from '../odcs/normalise-quality.ts';
import { agreementOfDcs } from '../odcs/normalise-agreement.ts';
import { logicalTypeOf } from './logical-type.ts';
import { normaliseServiceLevels } from './service-levels.ts';
import { typeSizeOf } from './type-size.ts';
import { furtherMembersOf } from '../odcs/further-members.ts';

/** The parts of a contract that its fields refer to. */
export type ContractContext = {
  definitions: JsonObject;
  /** Type of the servers, if all have the same: only then types of one platform can be in the model. */
  serverType: string | undefined;
};

/**
 * Approximate maximum of fields and rules copied from definitions: each reference to a definition is a copy.
 */
const maxCopiedEntries = 20_000;

/** Fills members that a field lacks from the definition that it references (`#/definitions/order_id`). */
export function withDefinition(field: JsonObject, { definitions }: ContractContext): JsonObject {
  const name = /^#\/definitions\/([^/]+)$/.exec(textOf(field['$ref']) ?? '')?.[1];
  const definition =
    name === undefined || !Object.hasOwn(definitions, name) ? {} : definitions[name];
  return { ...objectOf(definition), ...field };
}

/** Reads `config.postgresType` and similar members. */
function physicalTypeOf(field: JsonObject, { serverType }: ContractContext): string | undefined {
  return serverType === undefined
    ? undefined
    : textOf(objectOf(field['config'])?.[`${serverType}Type`]);
}

/** The model of a field, without nested fields. */
export function propertyOf(
  name: string,
  written: JsonObject,
  keys: readonly unknown[],
  context: ContractContext,
): ContractProperty {
  const field = withDefinition(written, context);
  const position = keys.indexOf(name) + 1;
  const [physicalType, size] = [physicalTypeOf(field, context), typeSizeOf(field)];
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

/**
 * A walk through fields; `copied` counts entries copied from definitions, within which no further definition is
 * followed.
 */
type Walk = {
  context: ContractContext;
  depth: number;
  copied: { entries: number };
  isCopy: boolean;
};

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** A field with its definition, as long as there are few copies; then without. */
function followed(written: JsonObject, { context, copied }: Walk): JsonObject {
  const field = withDefinition(written, context);
  copied.entries += lengthOf(field['quality']) + lengthOf(field['enum']) + lengthOf(field['tags']);
  return { ...(copied.entries > maxCopiedEntries ? written : field), $ref: undefined };
}

function withNested(
  name: string,
  written: JsonObject,
  keys: readonly unknown[],
  walk: Walk,
): ContractProperty {
  const field = written['$ref'] === undefined ? written : followed(written, walk);
  const flat = propertyOf(name, field, keys, walk.context);
  if (walk.depth >= maxNestingDepth) return flat;
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
  if (walk.isCopy && walk.copied.entries >= maxCopiedEntries) return [];
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

/** The parts of a contract that its fields refer to: definitions, and the common platform of all servers. */
export function contextOf(contract: JsonObject): ContractContext {
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
 * The model of a document of the deprecated Data Contract Specification: its maps become lists in their order,
 * types and keys get their ODCS names. Never throws; members that do not follow the standard are left out, and
 * SodaCL rules are ignored.
 */
export function normaliseDcs(contract: JsonObject): ContractModel {
  const servers = namedObjects(contract['servers'])
    .map(([name, server]) => serverOf(name, server))
    .filter((server) => server !== undefined);
  const context = contextOf(contract);
  const walk = { context, depth: 1, copied: { entries: 0 }, isCopy: false };
  const info = objectOf(contract['info']) ?? {};
  return {
    id: textOf(contract['id']) ?? '',
    version: textOf(info['version']) ?? '',
    name: textOf(info['title']),
    status: textOf(info['status']),
    description: { ...descriptionOf(contract['terms']), purpose: textOf(info['description']) },
    tags: normaliseTags(contract['tags']),
    team: textOf(info['owner']),
    ...agreementOfDcs(contract),
    servers,
    tables: namedObjects(contract['models']).map(([name, model]) => tableOf(name, model, walk)),
    slaProperties: normaliseServiceLevels(contract['servicelevels']),
    slaDefaultElement: undefined,
    customProperties: {},
  };
}
