import type {
  ContractModel,
  ContractProperty,
  CustomProperties,
} from '../../../domain/standards/odcs/contract-model.ts';
import { constraintsOf } from './documentation.ts';
import { noteInexactBounds } from './inexact-bounds.ts';
import { kindOfRule } from './notes.ts';
import type { Notes } from './notes.ts';

/** Members of a contract that are about more than its tables, as the standard calls them. */
const aroundTables = [
  ...(['status', 'tags', 'domain', 'dataProduct', 'tenant', 'team', 'teamMembers'] as const),
  ...(['support', 'roles', 'price', 'authoritativeDefinitions', 'customProperties'] as const),
] as const;

const descriptionParts = ['purpose', 'usage', 'limitations'] as const;

export type AroundTables =
  (typeof aroundTables)[number] | `description.${(typeof descriptionParts)[number]}`;

function isThere(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== '' && value !== false;
}

function leftAround(contract: ContractModel, said: readonly AroundTables[]): AroundTables[] {
  const all: readonly (readonly [AroundTables, unknown])[] = [
    ...descriptionParts.map((part) => [`description.${part}`, contract.description[part]] as const),
    ...aroundTables.map((member) => [member, contract[member]] as const),
  ];
  const isLeft = (member: AroundTables): boolean =>
    !said.includes(member) &&
    (member !== 'customProperties' || hasUnused(contract.customProperties));
  return all
    .filter(([member, value]) => isThere(value) && isLeft(member))
    .map(([member]) => member);
}

/** One note with the members around the tables that a format has no place for; `said` are those that it has. */
export function noteAroundTables(
  contract: ContractModel,
  notes: Notes,
  said: readonly AroundTables[],
): void {
  noteLeft(leftAround(contract, said), notes);
}

function noteLeft(left: readonly string[], notes: Notes): void {
  if (left.length > 0) notes.add('contract', withoutPlace(left));
}

/** `team has no place here`, `team, roles have no place here`; names of several things are plural by themselves. */
function withoutPlace(names: readonly string[]): string {
  const isOne = names.length === 1 && !/[^us]s$/.test(names[0] ?? '');
  return `${names.join(', ')} ${isOne ? 'has' : 'have'} no place here`;
}

/** Custom properties that generators read, so that they are not lost. */
const usedProperties =
  /^(?:additionalColumns|avro\w*|enum|enumValues|goPackageName|location|namespace|precision|scale|proto\w*|\w+Type)$/;

const hasUnused = (properties: CustomProperties): boolean =>
  Object.keys(properties).some((name) => !usedProperties.test(name));

/** Collects the names of members that properties and what is inside of them have. */
function collectMembers(property: ContractProperty, names: Set<string>): void {
  const { properties, items, map, examples, transformLogic, further = [] } = property;
  for (const name of further) names.add(name);
  if (examples.length > 0) names.add('examples');
  if (transformLogic !== undefined) names.add('transformLogic');
  if (hasUnused(property.customProperties)) names.add('customProperties');
  const members = [...properties, ...(items ? [items] : []), ...(map ? [map.key, map.value] : [])];
  for (const member of members) collectMembers(member, names);
}

/** One note with the kinds of members of tables and properties that a format has no place for. */
export function noteFurtherMembers(
  { tables }: Pick<ContractModel, 'tables'>,
  notes: Notes,
  said: readonly string[] = [],
): void {
  const names = new Set<string>();
  for (const { further = [], customProperties, properties } of tables) {
    for (const name of further) names.add(name);
    if (hasUnused(customProperties)) names.add('customProperties');
    for (const property of properties) collectMembers(property, names);
  }
  const left = [...names].filter((name) => !said.includes(name));
  if (left.length > 0) notes.add('tables and properties', withoutPlace(left));
}

/** Everything of a contract besides its tables and their rules that a file of types has no place for. */
export function noteOutsideTypes(
  contract: ContractModel,
  notes: Notes,
  { said = [], members = [] }: { said?: readonly AroundTables[]; members?: readonly string[] },
): void {
  const levels = contract.slaProperties.length > 0 ? ['slaProperties'] : [];
  noteLeft([...leftAround(contract, said), ...levels], notes);
  noteFurtherMembers(contract, notes, members);
  noteInexactBounds(contract, notes);
}

/** What modules and files of a whole contract say at their top. */
export const saidInHeaders: readonly AroundTables[] = [
  ...descriptionParts.map((part) => `description.${part}` as const),
  'tags',
];

/** What the properties inside of one say besides their types: each kind once. */
export function saidInside(property: ContractProperty): string[] {
  const { properties, items, map } = property;
  const members = [...properties, ...(items ? [items] : []), ...(map ? [map.key, map.value] : [])];
  const said = members.flatMap((member) => [...saidOf(member), ...saidInside(member)]);
  return [...new Set(said)];
}

/** The kinds of rules and words that a property has besides its type, without what is inside of it. */
export function saidOf(property: ContractProperty): string[] {
  const { options, deprecated, enumTexts, transformLogic, customProperties } = property;
  const rules = constraintsOf(property).map(kindOfRule);
  const words = wordsThere({
    descriptions: property.description ?? property.businessName,
    tags: property.tags,
    classification: property.classification,
    enum: property.enumValues,
    format: options.format,
    deprecated,
    'texts of allowed values': enumTexts,
    transformLogic,
    customProperties,
  });
  return [...words, ...rules];
}

/** The names of members that say something. */
export function wordsThere(members: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(members)
    .filter(([, value]) => isThere(value))
    .map(([name]) => name);
}
