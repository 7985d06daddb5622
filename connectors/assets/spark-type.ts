import type { ScannedColumn } from '../../domain/ingestion/scanned-asset.ts';
import { isObject } from '../../lib/json/json.ts';
import { flagOf, objectOf, objectsOf, textOf } from '../http/answer-member.ts';

/** The members of a struct, or the items of a list. */
export type NestedParts = Pick<ScannedColumn, 'properties' | 'items'>;

/**
 * Parses the members of a nested type in Spark's JSON form (`StructType.json`), e.g. `{"type":"struct","fields":[…]}`, also
 * inside the field that Unity Catalog adds. Empty for plain types and text that is no JSON.
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

/** The type in SQL, e.g. `array<struct<sku:string>>`. */
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
