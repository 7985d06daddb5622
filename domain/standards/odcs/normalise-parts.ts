import { objectsOf, textOf } from '../json-value.ts';
import type { CustomProperties, Relationship } from './contract-model.ts';
import { textsOf } from './normalise-options.ts';

/** `tags` as written; entries that are no texts are left out. */
export const normaliseTags = textsOf;

/**
 * `customProperties` by name: of several with one name the first counts, a value of null counts as absent. ODCS 3.0 also
 * lets `{name, value}` pass.
 */
export function normaliseCustomProperties(list: unknown): CustomProperties {
  const found = new Map<string, unknown>();
  for (const entry of objectsOf(list)) {
    const name = textOf(entry['property']) ?? textOf(entry['name']);
    const value = entry['value'] ?? undefined;
    if (name !== undefined && value !== undefined && !found.has(name)) found.set(name, value);
  }
  return Object.fromEntries(found);
}

/** `relationships` of a property (which has no `from`) or of a schema object; those without a target are left out. */
export function normaliseRelationships(list: unknown): Relationship[] {
  return objectsOf(list)
    .map((entry) => ({
      type: textOf(entry['type']) ?? 'foreignKey',
      from: textsOf(entry['from']),
      to: textsOf(entry['to']),
    }))
    .filter(({ to }) => to.length > 0);
}
