import { objectOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';

/** Members of tables and properties that no check and no generator reads. */
const names = [
  ...(['encryptedName', 'criticalDataElement', 'synonyms', 'authoritativeDefinitions'] as const),
  ...(['transformSourceObjects', 'transformDescription', 'dataGranularityDescription'] as const),
  ...(['pii', 'lineage', 'links'] as const),
];

const isThere = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== '' && value !== false;

/** The model has no null among the allowed values. */
const hasNulls = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.length > 0 &&
  list.every((entry) => entry === null || objectOf(entry)?.['value'] === null);

/** Names of members of a table or property, in either standard, that are not in the model. */
export function furtherMembersOf(written: JsonObject): { further?: readonly string[] } {
  const found: string[] = names.filter((name) => isThere(written[name]));
  const options = objectOf(written['logicalTypeOptions']);
  if (isThere(options?.['defaultTimezone'])) found.push('defaultTimezone');
  if (hasNulls(written['enum'] ?? options?.['enum'])) found.push('enum of nothing but null');
  return found.length === 0 ? {} : { further: found };
}
