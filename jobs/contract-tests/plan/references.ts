import type {
  ContractModel,
  ContractProperty,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { columnPlace, itemsPlace, memberPlace } from './places.ts';
import type { Place } from './places.ts';

/** What a reference names: a place of the contract, nothing that it has, or something of another document. */
export type Found =
  | { kind: 'found'; tableIndex: number; place: Place }
  | { kind: 'unknown'; reason: string }
  | { kind: 'outside' };

export type References = {
  /** A property of a list by its name, physical name or id. */
  propertyNamed: (
    properties: readonly ContractProperty[],
    name: string,
  ) => ContractProperty | undefined;
  /** What `table.column` (ODCS §1.7, §1.11) or `schema/<id>/properties/<id>` stands for. */
  find: (reference: string) => Found;
};

/** Names before physical names before ids: what comes first counts. */
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

type Walker = { propertyNamed: References['propertyNamed'] };

function insideOf(walker: Walker, place: Place, name: string): Place | undefined {
  const { properties, items } = place.property;
  const member = walker.propertyNamed(properties, name);
  if (member !== undefined) return memberPlace(place, member);
  const ofItem = items && walker.propertyNamed(items.properties, name);
  return ofItem && items && memberPlace(itemsPlace(place, items), ofItem);
}

/** The place that the parts of a path lead to, through members and items. */
function follow(walker: Walker, table: ContractTable, path: readonly string[]): Place | undefined {
  const [first = '', ...others] = path;
  const column = walker.propertyNamed(table.properties, first);
  let place = column && columnPlace(column);
  for (const name of others) {
    if (place === undefined) return undefined;
    place = insideOf(walker, place, name);
  }
  return place;
}

const longest = 1_000;

type Index = Walker & {
  tables: ReadonlyMap<string, ContractTable>;
  positions: ReadonlyMap<ContractTable, number>;
  /** Tables by the names of their columns; undefined for a name that several have. */
  owners: ReadonlyMap<string, ContractTable | undefined>;
};

function foundAt(index: Index, table: ContractTable, path: readonly string[]): Found {
  const place = follow(index, table, path);
  const column = path.join('.');
  return place === undefined
    ? { kind: 'unknown', reason: `the contract has no column '${column}' in '${table.name}'` }
    : { kind: 'found', tableIndex: index.positions.get(table) ?? 0, place };
}

/** `schema/<id>/properties/<id>`, with more properties for what is nested. */
function findById(index: Index, path: string): Found {
  const [, tableId = '', ...rest] = path.split('/').slice(0, 200);
  const table = index.tables.get(tableId);
  if (table === undefined)
    return { kind: 'unknown', reason: `the contract has no schema object '${tableId}'` };
  const ids = rest.filter((_, position) => position % 2 === 1);
  const isPath = rest.length > 0 && rest.length % 2 === 0;
  if (isPath && rest.every((word, position) => position % 2 === 1 || word === 'properties'))
    return foundAt(index, table, ids);
  return { kind: 'unknown', reason: 'it leads to no property' };
}

/** `table.column`; the table may have dots in its name itself, and a column that one table alone has needs no table. */
function findByName(index: Index, name: string): Found {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const table = index.tables.get(name.slice(0, dot));
    if (table === undefined) continue;
    const column = name.slice(dot + 1);
    const isWhole = index.propertyNamed(table.properties, column) !== undefined;
    return foundAt(index, table, isWhole ? [column] : column.split('.'));
  }
  const owner = index.owners.get(name);
  if (owner !== undefined) return foundAt(index, owner, [name]);
  if (index.tables.has(name))
    return { kind: 'unknown', reason: `it names the table '${name}' but no column of it` };
  return { kind: 'outside' };
}

function find(index: Index, reference: string): Found {
  if (reference.length > longest) return { kind: 'unknown', reason: 'it is too long' };
  const hash = reference.indexOf('#');
  if (hash > 0 || reference.includes('://')) return { kind: 'outside' };
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

/** The references of one contract; lists of properties are indexed once, when first asked. */
export function createReferences({ tables }: ContractModel): References {
  const lists = new Map<readonly ContractProperty[], Map<string, ContractProperty>>();
  const propertyNamed: References['propertyNamed'] = (properties, name) => {
    const known = lists.get(properties) ?? indexOf(properties);
    lists.set(properties, known);
    return known.get(name);
  };
  let index: Index | undefined;
  return {
    propertyNamed,
    find: (reference) => {
      index ??= {
        propertyNamed,
        tables: indexOf(tables),
        positions: new Map(tables.map((table, position) => [table, position])),
        owners: ownersOf(tables),
      };
      return find(index, reference);
    },
  };
}
