import { objectOf, objectsOf, textOf } from '../json-value.ts';
import type { ContractDescription, CustomProperties, Relationship } from './contract-model.ts';
import { textsOf } from './normalise-options.ts';

/** `tags` as written, without entries that are not texts. */
export const normaliseTags = textsOf;

/**
 * `customProperties` by name: the first of duplicates counts, and null counts as absent. ODCS 3.0 also allows
 * `{name, value}`.
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

/**
 * `relationships` of a property (which has no `from`) or of a schema object, without those that lack a target.
 */
export function normaliseRelationships(list: unknown): Relationship[] {
  return objectsOf(list)
    .map((entry) => ({
      type: textOf(entry['type']) ?? 'foreignKey',
      from: textsOf(entry['from']),
      to: textsOf(entry['to']),
    }))
    .filter(({ to }) => to.length > 0);
}

/** The texts of a contract's `description`. */
export function descriptionOf(value: unknown): ContractDescription {
  const said = objectOf(value) ?? {};
  return {
    purpose: textOf(value) ?? textOf(said['purpose']),
    usage: textOf(said['usage']),
    limitations: textOf(said['limitations']),
  };
}
