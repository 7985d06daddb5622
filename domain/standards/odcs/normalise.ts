import { normaliseDcs } from '../dcs/normalise.ts';
import { isDcs } from '../dcs/versions.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
  ContractTable,
  LogicalType,
  LogicalTypeOptions,
} from './contract-model.ts';
import { numberOf, objectOf, objectsOf, scalarOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import { normaliseQuality } from './normalise-quality.ts';
import { logicalTypes } from './schema-of-types.ts';

/** Those of the newest version; older ones know fewer. */
const known: ReadonlySet<string> = new Set(logicalTypes('3.2'));

/** ODCS 2.2 lets any text stand in `logicalType`; these are the ones seen. */
const oldLogicalTypes: Record<string, LogicalType> = {
  int: 'integer',
  long: 'integer',
  decimal: 'number',
  double: 'number',
  float: 'number',
  text: 'string',
  bool: 'boolean',
  datetime: 'timestamp',
};

function logicalTypeOf(value: unknown): LogicalType | undefined {
  const text = textOf(value)?.toLowerCase();
  if (text === undefined) return undefined;
  if (known.has(text)) return text as LogicalType;
  return Object.hasOwn(oldLogicalTypes, text) ? oldLogicalTypes[text] : undefined;
}

/** Bounds may be numbers or, for dates, texts; a text that is empty is no bound. */
function boundOf(value: unknown): number | string | undefined {
  if (typeof value === 'boolean') return undefined;
  const scalar = scalarOf(value);
  return scalar === '' || typeof scalar === 'boolean' ? undefined : scalar;
}

/** ODCS 3.0 writes `exclusiveMinimum: true` beside `minimum`; 3.1 gives each its own bound (standard §1.4). */
function boundsOf(options: JsonObject, inclusive: string, exclusive: string): [Bound, Bound] {
  const bound = boundOf(options[inclusive]);
  if (options[exclusive] === true) return [undefined, bound];
  return [bound, boundOf(options[exclusive])];
}

type Bound = number | string | undefined;

function lengthOf(value: unknown): number | undefined {
  const length = numberOf(value);
  return length !== undefined && Number.isInteger(length) && length >= 0 ? length : undefined;
}

function optionsOf(value: unknown): LogicalTypeOptions {
  const options = objectOf(value) ?? {};
  const [minimum, exclusiveMinimum] = boundsOf(options, 'minimum', 'exclusiveMinimum');
  const [maximum, exclusiveMaximum] = boundsOf(options, 'maximum', 'exclusiveMaximum');
  const found = {
    minLength: lengthOf(options['minLength']),
    maxLength: lengthOf(options['maxLength']),
    pattern: textOf(options['pattern']),
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
  };
  const present = Object.entries(found).filter(([, option]) => option !== undefined);
  return Object.fromEntries(present) as LogicalTypeOptions;
}

/** ODCS 3.2 lists `{value, label}`; older files list scalars, at the property or inside `logicalTypeOptions`. */
function enumOf(property: JsonObject): (string | number | boolean)[] | undefined {
  const list = property['enum'] ?? objectOf(property['logicalTypeOptions'])?.['enum'];
  if (!Array.isArray(list)) return undefined;
  const values = list
    .map((entry) => scalarOf(objectOf(entry)?.['value'] ?? entry))
    .filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values;
}

function positionOf(value: unknown): number | undefined {
  const position = numberOf(value);
  return position !== undefined && position >= 1 ? position : undefined;
}

function propertyOf(property: JsonObject): ContractProperty | undefined {
  const name = nameOf(property, 'column');
  return name === undefined ? undefined : normaliseProperty(property, name);
}

/** One property of any version in the one model; for items of lists, which have no name, the caller gives one. */
export function normaliseProperty(property: JsonObject, name: string): ContractProperty {
  return {
    id: textOf(property['id']),
    name,
    physicalName: textOf(property['physicalName']) ?? name,
    logicalType: logicalTypeOf(property['logicalType']),
    physicalType: textOf(property['physicalType']),
    required: property['required'] === true || property['isNullable'] === false,
    unique: property['unique'] === true || property['isUnique'] === true,
    primaryKey: property['primaryKey'] === true || property['isPrimaryKey'] === true,
    primaryKeyPosition: positionOf(property['primaryKeyPosition']),
    classification: textOf(property['classification']),
    tags: [],
    properties: [],
    items: undefined,
    relationships: [],
    customProperties: {},
    enumValues: enumOf(property),
    options: optionsOf(property['logicalTypeOptions']),
    quality: normaliseQuality(property['quality']),
  };
}

/** The name of an element: `name`, or the member that ODCS 2.2 had for it. */
export function nameOf(element: JsonObject, old: 'table' | 'column'): string | undefined {
  return textOf(element['name']) ?? textOf(element[old]);
}

function tableOf(table: JsonObject): ContractTable | undefined {
  const name = nameOf(table, 'table');
  if (name === undefined) return undefined;
  return {
    id: textOf(table['id']),
    relationships: [],
    customProperties: {},
    name,
    physicalName: textOf(table['physicalName']) ?? name,
    properties: objectsOf(table['properties'] ?? table['columns'])
      .map(propertyOf)
      .filter((property) => property !== undefined),
    quality: normaliseQuality(table['quality']),
  };
}

function serverOf(server: JsonObject): ContractServer | undefined {
  const type = textOf(server['type']);
  if (type === undefined) return undefined;
  const present = Object.entries(server).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(present), server: textOf(server['server']) ?? type, type };
}

/**
 * The one model of a contract: ODCS of any version (2.2 `dataset[].columns`, 3.x `schema[].properties`) or the deprecated
 * DCS. Never throws: null counts as absent, and members that do not have the form of the standard are left out.
 */
export function normaliseContract(document: unknown): ContractModel {
  const contract = objectOf(document) ?? {};
  if (isDcs(contract)) return normaliseDcs(contract);
  return {
    id: textOf(contract['id']) ?? textOf(contract['uuid']) ?? '',
    version: textOf(contract['version']) ?? '',
    slaProperties: [],
    slaDefaultElement: undefined,
    customProperties: {},
    servers: objectsOf(contract['servers'])
      .map(serverOf)
      .filter((server) => server !== undefined),
    tables: objectsOf(contract['schema'] ?? contract['dataset'])
      .map(tableOf)
      .filter((table) => table !== undefined),
  };
}
