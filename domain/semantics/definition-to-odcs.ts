import type { Json, JsonObject } from '../../lib/json/json.ts';
import { logicalTypeOf } from '../standards/dcs/logical-type.ts';

/** Members with the same name below `logicalTypeOptions` in ODCS. */
const options = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'format',
  'pattern',
];

/** A business definition as a property of a data contract. */
export function definitionToOdcs(definition: JsonObject, url: string): JsonObject {
  const names = [definition.name, definition.id].flatMap((text) => textOf(text) ?? []);
  const [name = ''] = names;
  const limits = pick(definition, options);
  const logicalType = logicalTypeOf(definition.type);
  return {
    name,
    businessName: textOf(definition.title) ?? name,
    // ODCS has no maps.
    ...(logicalType && logicalType !== 'map' && { logicalType }),
    ...pick(definition, ['description', 'classification', 'tags']),
    ...(Object.keys(limits).length > 0 && { logicalTypeOptions: limits }),
    ...listsOf(definition),
    url,
  };
}

/** Members that are lists in ODCS. */
function listsOf({ example, enum: allowed, pii }: JsonObject): JsonObject {
  const values = Array.isArray(allowed) ? allowed.map((value) => ({ value })) : [];
  return {
    ...((example ?? null) !== null && { examples: [example as Json] }),
    ...(values.length > 0 && { enum: values }),
    ...(pii === true && { customProperties: [{ property: 'pii', value: true }] }),
  };
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  const present = names.filter((name) => (object[name] ?? null) !== null);
  return Object.fromEntries(present.map((name) => [name, object[name] as Json]));
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
