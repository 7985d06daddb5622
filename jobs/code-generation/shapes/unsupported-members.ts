import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import { constraintsOf } from './documentation.ts';
import { kindOfRule } from './notes.ts';

function isThere(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== '' && value !== false;
}

/** The kinds of rules and members of the nested properties of a property, without duplicates. */
export function saidInside(property: ContractProperty): string[] {
  const { properties, items, map } = property;
  const members = [...properties, ...(items ? [items] : []), ...(map ? [map.key, map.value] : [])];
  const said = members.flatMap((member) => [...saidOf(member), ...saidInside(member)]);
  return [...new Set(said)];
}

/** The kinds of rules and members of a property in addition to its type, without nested properties. */
function saidOf(property: ContractProperty): string[] {
  const { options, deprecated, enumTexts, transformLogic, customProperties } = property;
  const rules = constraintsOf(property).map(kindOfRule);
  const members = {
    descriptions: property.description ?? property.businessName,
    tags: property.tags,
    classification: property.classification,
    enum: property.enumValues,
    format: options.format,
    deprecated,
    'texts of allowed values': enumTexts,
    transformLogic,
    customProperties,
  };
  const present = Object.entries(members).filter(([, value]) => isThere(value));
  return [...present.map(([name]) => name), ...rules];
}
