import { numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { ContractProperty, LogicalType } from './contract-model.ts';
import { enumOf, enumTextsOf, normaliseOptions } from './normalise-options.ts';
import {
  normaliseCustomProperties,
  normaliseRelationships,
  normaliseTags,
} from './normalise-parts.ts';
import { normaliseQuality } from './normalise-quality.ts';
import { logicalTypes } from './schema-of-types.ts';
import { furtherMembersOf } from './further-members.ts';

/** Maximum nesting; deeper properties are left out. Documents this deep are refused on upload. */
export const maxNestingDepth = 64;

/** The types of the newest version, a superset of all older ones. */
const known: ReadonlySet<string> = new Set(logicalTypes('3.2'));

/** Values of `logicalType` seen in ODCS 2.2, which allows any text. */
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
 * The model of one property of any version, without nested properties; the caller names items of lists, which
 * have no name.
 */
export function normaliseProperty(property: JsonObject, name: string): ContractProperty {
  return {
    id: textOf(property['id']),
    name,
    physicalName: textOf(property['physicalName']) ?? name,
    logicalType: logicalTypeOf(property['logicalType']),
    physicalType: textOf(property['physicalType']),
    businessName: textOf(property['businessName']),
    description: textOf(property['description']),
    required: property['required'] === true || property['isNullable'] === false,
    unique: property['unique'] === true || property['isUnique'] === true,
    primaryKey: property['primaryKey'] === true || property['isPrimaryKey'] === true,
    primaryKeyPosition: positionOf(property['primaryKeyPosition']),
    partitioned: property['partitioned'] === true || property['partitionStatus'] === true,
    partitionKeyPosition: positionOf(property['partitionKeyPosition']),
    classification: textOf(property['classification']),
    tags: normaliseTags(property['tags']),
    enumValues: enumOf(property),
    enumTexts: enumTextsOf(property),
    deprecated: property['deprecated'] === true,
    transformLogic: textOf(property['transformLogic']),
    options: normaliseOptions(property['logicalTypeOptions']),
    quality: normaliseQuality(property['quality']),
    properties: [],
    items: undefined,
    map: undefined,
    examples: Array.isArray(property['examples']) ? property['examples'] : [],
    relationships: normaliseRelationships(property['relationships']),
    customProperties: normaliseCustomProperties(property['customProperties']),
    ...furtherMembersOf(property),
  };
}

function withNested(property: JsonObject, name: string, depth: number): ContractProperty {
  const flat = normaliseProperty(property, name);
  if (depth >= maxNestingDepth) return flat;
  const items = objectOf(property['items']);
  return {
    ...flat,
    properties: propertiesAt(property['properties'], depth + 1),
    items: items && withNested(items, textOf(items['name']) ?? 'items', depth + 1),
    map: mapOf(objectOf(property['map']), depth + 1),
  };
}

function mapOf(map: JsonObject | undefined, depth: number): ContractProperty['map'] {
  const [key, value] = [objectOf(map?.['key']), objectOf(map?.['value'])];
  if (key === undefined || value === undefined) return undefined;
  return { key: withNested(key, 'key', depth), value: withNested(value, 'value', depth) };
}

function propertiesAt(list: unknown, depth: number): ContractProperty[] {
  return objectsOf(list).flatMap((property) => {
    const name = nameOf(property, 'column');
    return name === undefined ? [] : [withNested(property, name, depth)];
  });
}

/**
 * The properties of a schema object with all nested ones, with computed properties separate from columns;
 * properties without a name are left out.
 */
export function normaliseProperties(list: unknown): {
  properties: ContractProperty[];
  computed: ContractProperty[];
} {
  const all = objectsOf(list);
  return {
    properties: propertiesAt(
      all.filter((property) => !isComputed(property)),
      1,
    ),
    computed: propertiesAt(all.filter(isComputed), 1),
  };
}

/** A measure is always computed; a dimension without an expression is a column. */
function isComputed({ semanticType, transformLogic }: JsonObject): boolean {
  return (
    semanticType === 'measure' ||
    (semanticType === 'dimension' && textOf(transformLogic) !== undefined)
  );
}

/** The name of an element: `name`, or its predecessor in ODCS 2.2. */
export function nameOf(element: JsonObject, old: 'table' | 'column'): string | undefined {
  return textOf(element['name']) ?? textOf(element[old]);
}
