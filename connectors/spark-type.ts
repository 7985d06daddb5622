import type { ScannedColumn } from '../domain/ingestion/scanned-asset.ts';
import { isObject } from '../lib/json.ts';
import { flagOf, objectOf, objectsOf, textOf } from './answer-member.ts';

/** What is inside a column: members of an object, or what a list holds. */
export type NestedParts = Pick<ScannedColumn, 'properties' | 'items'>;

/**
 * The members of a nested type in Spark's JSON form (`StructType.json`), e.g. `{"type":"struct","fields":[…]}`; also within the
 * field that Unity Catalog writes around it. Nothing for plain types, and for texts that are no JSON.
 */
export function sparkParts(typeJson: string | undefined): NestedParts {
  if (typeJson === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(typeJson);
    const isField = isObject(parsed) && 'name' in parsed && 'type' in parsed;
    return partsOf(isField ? parsed['type'] : parsed);
  } catch {
    return {};
  }
}

function partsOf(type: unknown): NestedParts {
  if (!isObject(type)) return {};
  if (type['type'] === 'struct') return { properties: objectsOf(type, 'fields').map(toMember) };
  if (type['type'] === 'array') {
    const { elementType } = type;
    return { items: { name: 'element', type: nameOf(elementType), ...partsOf(elementType) } };
  }
  if (type['type'] !== 'map') return {};
  const { keyType, valueType } = type;
  return {
    properties: [
      { name: 'key', type: nameOf(keyType), required: true, ...partsOf(keyType) },
      { name: 'value', type: nameOf(valueType), ...partsOf(valueType) },
    ],
  };
}

function toMember(field: Record<string, unknown>): ScannedColumn {
  return {
    name: textOf(field, 'name') ?? '',
    type: nameOf(field['type']),
    description: textOf(objectOf(field, 'metadata'), 'comment'),
    required: flagOf(field, 'nullable') === false ? true : undefined,
    ...partsOf(field['type']),
  };
}

/** The type as SQL writes it, e.g. `array<struct<sku:string>>`. */
function nameOf(type: unknown): string {
  if (typeof type === 'string') return type;
  if (!isObject(type)) return 'unknown';
  if (type['type'] === 'array') return `array<${nameOf(type['elementType'])}>`;
  if (type['type'] === 'map') return `map<${nameOf(type['keyType'])},${nameOf(type['valueType'])}>`;
  if (type['type'] !== 'struct') return textOf(type, 'type') ?? 'unknown';
  const members = objectsOf(type, 'fields').map(
    (field) => `${textOf(field, 'name') ?? ''}:${nameOf(field['type'])}`,
  );
  return `struct<${members.join(',')}>`;
}
