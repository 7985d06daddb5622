import type { ContractModel, ContractProperty, ContractTable } from './contract-model.ts';

/** A property by its table and the path of properties to it; the first is the column. */
export type FoundReference = { table: ContractTable; path: readonly ContractProperty[] };

/**
 * The reason why a reference does not resolve, as a clause; a reference to the outside is no error of this
 * contract.
 */
export type MissingReference = { reason: string; isOutside: boolean };

export type ReferenceFinder = {
  /** A property of a list by its name, physical name or id. */
  propertyNamed: (
    properties: readonly ContractProperty[],
    name: string,
  ) => ContractProperty | undefined;
  /** Resolves `table.column` or `schema/<id>/properties/<id>`, or returns the reason why not. */
  find: (reference: string) => FoundReference | MissingReference;
};

/** Maximum length of a reference, in characters, because each dot is examined. */
const maxLength = 1_000;

/** Indexes by names, then physical names, then ids; the first entry counts. */
function indexOf<T extends { name: string; physicalName: string; id: string | undefined }>(
  entries: readonly T[],
): Map<string, T> {
  const index = new Map<string, T>();
  for (const key of ['name', 'physicalName', 'id'] as const) {
    for (const entry of entries) {
      const name = entry[key];
      if (name !== undefined && !index.has(name)) index.set(name, entry);
    }
  }
  return index;
}

const missing = (reason: string): MissingReference => ({ reason, isOutside: false });
const outside = (reason: string): MissingReference => ({ reason, isOutside: true });

type Index = {
  propertyNamed: ReferenceFinder['propertyNamed'];
  tables: ReadonlyMap<string, ContractTable>;
  /** Tables by column name; undefined for a name that occurs in several tables. */
  owners: ReadonlyMap<string, ContractTable | undefined>;
};

function memberOf(
  { propertyNamed }: Index,
  { properties, items }: ContractProperty,
  name: string,
): ContractProperty | undefined {
  return propertyNamed(properties, name) ?? (items && propertyNamed(items.properties, name));
}

/** Follows names through members and items. */
function follow(
  index: Index,
  table: ContractTable,
  names: readonly string[],
): FoundReference | MissingReference {
  const path: ContractProperty[] = [];
  for (const name of names) {
    const outer = path.at(-1);
    const property = outer
      ? memberOf(index, outer, name)
      : index.propertyNamed(table.properties, name);
    if (property === undefined)
      return missing(`the contract has no column '${names.join('.')}' in '${table.name}'`);
    path.push(property);
  }
  return { table, path };
}

/** Resolves `schema/<id>/properties/<id>`, with more properties for nested ones. */
function findById(index: Index, path: string): FoundReference | MissingReference {
  const [, tableId = '', ...rest] = path.split('/');
  const table = index.tables.get(tableId);
  if (table === undefined) return missing(`the contract has no schema object '${tableId}'`);
  const isPath =
    rest.length > 0 &&
    rest.length % 2 === 0 &&
    rest.every((word, position) => position % 2 === 1 || word === 'properties');
  if (!isPath) return missing(`'${path}' does not lead to a property`);
  return follow(
    index,
    table,
    rest.filter((_, position) => position % 2 === 1),
  );
}

/**
 * Resolves `table.column`; the table's name may contain dots, and a column that only one table has needs no
 * table.
 */
function findByName(index: Index, name: string): FoundReference | MissingReference {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const table = index.tables.get(name.slice(0, dot));
    if (table === undefined) continue;
    const column = name.slice(dot + 1);
    const isWhole = index.propertyNamed(table.properties, column) !== undefined;
    return follow(index, table, isWhole ? [column] : column.split('.'));
  }
  const owner = index.owners.get(name);
  if (owner !== undefined) return follow(index, owner, [name]);
  return index.tables.has(name)
    ? missing(`it names the table '${name}' but no column of it`)
    : outside(`'${name}' is not part of this contract`);
}

function find(index: Index, reference: string): FoundReference | MissingReference {
  if (reference.length > maxLength) return missing('its target is too long');
  const hash = reference.indexOf('#');
  if (hash > 0 || reference.includes('://'))
    return outside(`'${reference}' is in another document`);
  const path = reference.slice(hash + 1).replace(/^\//, '');
  return path.startsWith('schema/') ? findById(index, path) : findByName(index, reference);
}

function ownersOf(tables: readonly ContractTable[]): Map<string, ContractTable | undefined> {
  const owners = new Map<string, ContractTable | undefined>();
  for (const table of tables) {
    for (const name of new Set(table.properties.map((property) => property.name)))
      owners.set(name, owners.has(name) ? undefined : table);
  }
  return owners;
}

/** Resolves references within one contract; lists are indexed on first use. */
export function createReferenceFinder({ tables }: ContractModel): ReferenceFinder {
  const lists = new Map<readonly ContractProperty[], Map<string, ContractProperty>>();
  const propertyNamed: ReferenceFinder['propertyNamed'] = (properties, name) => {
    const known = lists.get(properties) ?? indexOf(properties);
    lists.set(properties, known);
    return known.get(name);
  };
  let index: Index | undefined;
  return {
    propertyNamed,
    find: (reference) => {
      index ??= { propertyNamed, tables: indexOf(tables), owners: ownersOf(tables) };
      return find(index, reference);
    },
  };
}
