import { objectOf, objectsOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import { nameOf } from './normalise-property.ts';

/** A property of a contract that takes what it does not say itself from the definition at `url`. */
export type DefinitionLink = {
  /** Index of its schema object in the model of the contract. */
  tableIndex: number;
  /** Its name in results of tests: `address.city`, `tags[]`. */
  field: string;
  url: string;
};

/** Definitions as properties of ODCS, by the addresses of links. */
export type LinkedDefinitions = Readonly<Record<string, JsonObject>>;

/** Types of links that are applied, by precedence as in datacontract-cli: a property has one definition. */
const linkTypes = ['semantics', 'semantic', 'definition', 'businessDefinition'];

/** Members that a property never takes: what it is called, the link itself, and its structure. */
const ownMembers: ReadonlySet<string> = new Set([
  'id',
  'name',
  'url',
  'authoritativeDefinitions',
  'properties',
  'items',
]);

/** The address of the definition of a property. */
function linkOf(property: JsonObject): string | undefined {
  const links = objectsOf(property['authoritativeDefinitions']);
  for (const type of linkTypes) {
    const link = links.find((one) => one['type'] === type && textOf(one['url']) !== undefined);
    if (link) return textOf(link['url']);
  }
  return undefined;
}

/** The schema objects of a contract of any version, under the member that holds them. */
function tablesOf(contract: JsonObject): { member: string; tables: unknown } {
  const member = (contract['schema'] ?? null) === null ? 'dataset' : 'schema';
  return { member, tables: contract[member] };
}

const propertiesMember = (table: JsonObject): string =>
  (table['properties'] ?? null) === null ? 'columns' : 'properties';

/** The properties of a contract that link a definition, nested ones too, in the order of the contract. */
export function listDefinitionLinks(contract: JsonObject): DefinitionLink[] {
  const named = objectsOf(tablesOf(contract).tables).filter((table) => nameOf(table, 'table'));
  return named.flatMap((table, tableIndex) =>
    linksAmong(table[propertiesMember(table)], '').map((link) => ({ tableIndex, ...link })),
  );
}

type FieldLink = Omit<DefinitionLink, 'tableIndex'>;

function linksAmong(list: unknown, prefix: string): FieldLink[] {
  return objectsOf(list).flatMap((property) => {
    const name = nameOf(property, 'column');
    const field = textOf(property['physicalName']) ?? name;
    return field === undefined ? [] : linksWithin(property, prefix + field);
  });
}

function linksWithin(property: JsonObject, field: string): FieldLink[] {
  const url = linkOf(property);
  const items = objectOf(property['items']);
  return [
    ...(url === undefined ? [] : [{ field, url }]),
    ...linksAmong(property['properties'], `${field}.`),
    ...(items ? linksWithin(items, `${field}[]`) : []),
  ];
}

/**
 * The contract with what its properties take from their definitions. As in datacontract-cli, a member that the property has wins
 * as a whole, even if it is null. Links without a definition change nothing.
 */
export function withDefinitions<Contract extends JsonObject>(
  contract: Contract,
  definitions: LinkedDefinitions,
): Contract {
  if (Object.keys(definitions).length === 0) return contract;
  const { member, tables } = tablesOf(contract);
  if (!Array.isArray(tables)) return contract;
  const filled = tables.map((entry: unknown) => {
    const table = objectOf(entry);
    if (table === undefined) return entry;
    const properties = propertiesMember(table);
    return { ...table, [properties]: fillAll(table[properties], definitions) };
  });
  return { ...contract, [member]: filled };
}

function fillAll(list: unknown, definitions: LinkedDefinitions): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((entry: unknown) => {
    const property = objectOf(entry);
    return property ? fill(property, definitions) : entry;
  });
}

function fill(property: JsonObject, definitions: LinkedDefinitions): JsonObject {
  const url = linkOf(property);
  const definition =
    url !== undefined && Object.hasOwn(definitions, url) ? definitions[url] : undefined;
  const taken = Object.entries(definition ?? {}).filter(([name]) => !ownMembers.has(name));
  const items = objectOf(property['items']);
  return {
    ...Object.fromEntries(taken),
    ...property,
    ...(Array.isArray(property['properties']) && {
      properties: fillAll(property['properties'], definitions),
    }),
    ...(items && { items: fill(items, definitions) }),
  };
}
