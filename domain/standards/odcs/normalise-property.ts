import { numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { ContractProperty, LogicalType } from './contract-model.ts';
import { enumOf, normaliseOptions } from './normalise-options.ts';
import {
  normaliseCustomProperties,
  normaliseRelationships,
  normaliseTags,
} from './normalise-parts.ts';
import { normaliseQuality } from './normalise-quality.ts';
import { logicalTypes } from './schema-of-types.ts';

/** What is nested deeper is left out; uploads are refused at this depth of the document already. */
export const deepestNesting = 64;

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

function positionOf(value: unknown): number | undefined {
  const position = numberOf(value);
  return position !== undefined && position >= 1 ? position : undefined;
}

/**
 * One property of any version in the one model, without the properties inside of it; for items of lists, which have no
 * name, the caller gives one.
 */
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
    tags: normaliseTags(property['tags']),
    enumValues: enumOf(property),
    options: normaliseOptions(property['logicalTypeOptions']),
    quality: normaliseQuality(property['quality']),
    properties: [],
    items: undefined,
    relationships: normaliseRelationships(property['relationships']),
    customProperties: normaliseCustomProperties(property['customProperties']),
  };
}

function withNested(property: JsonObject, name: string, depth: number): ContractProperty {
  const flat = normaliseProperty(property, name);
  if (depth >= deepestNesting) return flat;
  const items = objectOf(property['items']);
  return {
    ...flat,
    properties: propertiesAt(property['properties'], depth + 1),
    items: items && withNested(items, textOf(items['name']) ?? 'items', depth + 1),
  };
}

function propertiesAt(list: unknown, depth: number): ContractProperty[] {
  return objectsOf(list).flatMap((property) => {
    const name = nameOf(property, 'column');
    return name === undefined ? [] : [withNested(property, name, depth)];
  });
}

/** The properties of a schema object with everything inside of them; those without a name are left out. */
export function normaliseProperties(list: unknown): ContractProperty[] {
  return propertiesAt(list, 1);
}

/** The name of an element: `name`, or the member that ODCS 2.2 had for it. */
export function nameOf(element: JsonObject, old: 'table' | 'column'): string | undefined {
  return textOf(element['name']) ?? textOf(element[old]);
}
