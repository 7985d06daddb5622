import type {
  ContractModel,
  ContractProperty,
  ContractTable,
  Relationship,
} from './contract-model.ts';
import { createReferenceFinder } from './references.ts';
import type { ReferenceFinder } from './references.ts';

/** A foreign key between columns of the contract; both lists are equally long and in order. */
export type ForeignKey = {
  table: ContractTable;
  columns: readonly ContractProperty[];
  targetTable: ContractTable;
  targetColumns: readonly ContractProperty[];
};

/** A relationship that does not resolve to columns of the contract; `field` is its path, `reason` a clause. */
export type UnresolvedRelationship = {
  table: ContractTable;
  field: string;
  to: readonly string[];
  reason: string;
};

export type ResolvedRelationships = {
  /** In the order of the contract, each once. */
  foreignKeys: readonly ForeignKey[];
  unresolved: readonly UnresolvedRelationship[];
};

type Columns = { table: ContractTable; columns: ContractProperty[] };

/** The location of a relationship, and its default source columns. */
type Written = {
  table: ContractTable;
  field: string;
  own: ContractProperty | undefined;
  relationship: Relationship;
};

/** Only these become constraints; this is the standard's default type. */
const isForeignKey = ({ type }: Relationship): boolean => type.toLowerCase() === 'foreignkey';

function columnsOf(finder: ReferenceFinder, references: readonly string[]): Columns | string {
  const columns: ContractProperty[] = [];
  const tables = new Set<ContractTable>();
  for (const reference of references) {
    const found = finder.find(reference);
    if ('reason' in found) return found.reason;
    const [column, ...inside] = found.path;
    if (column === undefined || inside.length > 0) return `'${reference}' is within a column`;
    columns.push(column);
    tables.add(found.table);
  }
  const [table, another] = tables;
  if (table === undefined) return 'it does not say where it begins';
  if (another !== undefined) return `${references.join(', ')} are columns of several tables`;
  return { table, columns };
}

/** The source columns of a table's relationship: `table.column`, or only the name of a column. */
function beginningOf(
  finder: ReferenceFinder,
  { table, relationship, own }: Written,
): Columns | string {
  if (own !== undefined) return { table, columns: [own] };
  const { from } = relationship;
  const named = from.flatMap((name) => finder.propertyNamed(table.properties, name) ?? []);
  if (from.length > 0 && named.length === from.length) return { table, columns: named };
  const found = columnsOf(finder, from);
  if (typeof found === 'string' || found.table === table) return found;
  return `it begins with ${from.join(', ')}, which is in another table`;
}

function foreignKeyOf(finder: ReferenceFinder, written: Written): ForeignKey | string {
  const { relationship } = written;
  if (!isForeignKey(relationship)) return `its type is '${relationship.type}'`;
  const beginning = beginningOf(finder, written);
  if (typeof beginning === 'string') return beginning;
  const { table, columns } = beginning;
  if (columns.length !== relationship.to.length)
    return `it has ${columns.length} columns but ${relationship.to.length} targets`;
  const target = columnsOf(finder, relationship.to);
  if (typeof target === 'string') return target;
  return { table, columns, targetTable: target.table, targetColumns: target.columns };
}

/**
 * The relationships of a location: each target of a property is a separate relationship; a table names several
 * columns at once.
 */
function writtenAt(table: ContractTable, field: string, own: ContractProperty): Written[] {
  return own.relationships.flatMap((relationship) =>
    relationship.to.map((to) => ({
      table,
      field,
      own,
      relationship: { ...relationship, to: [to] },
    })),
  );
}

function* inside(path: string, property: ContractProperty): Iterable<[string, ContractProperty]> {
  const { properties, items, map } = property;
  for (const member of properties) yield* withInside(`${path}.${member.name}`, member);
  if (items !== undefined) yield* withInside(`${path}[]`, items);
  if (map !== undefined) yield* withInside(`${path}{}`, map.value);
}

function* withInside(
  path: string,
  property: ContractProperty,
): Iterable<[string, ContractProperty]> {
  yield [path, property];
  yield* inside(path, property);
}

function nestedOnes(table: ContractTable): UnresolvedRelationship[] {
  const locations = table.properties.flatMap((property) => [
    ...inside(`${table.name}.${property.name}`, property),
  ]);
  return locations.flatMap(([field, { relationships }]) =>
    relationships.map(({ to }) => ({ table, field, to, reason: 'it starts within a column' })),
  );
}

const identityOf = (ids: ReadonlyMap<object, number>, key: ForeignKey): string =>
  [key.table, ...key.columns, key.targetTable, ...key.targetColumns]
    .map((part) => ids.get(part))
    .join(' ');

function numbered(contract: ContractModel): Map<object, number> {
  const parts = contract.tables.flatMap((table) => [table, ...table.properties]);
  return new Map(parts.map((part, position) => [part, position]));
}

/**
 * The foreign keys of a contract, from its properties and tables, as columns of the model; unresolved
 * relationships have a reason. Keys between nested properties count as unresolved: no platform has them.
 */
export function resolveRelationships(contract: ContractModel): ResolvedRelationships {
  const finder = createReferenceFinder(contract);
  const ids = numbered(contract);
  const foreignKeys = new Map<string, ForeignKey>();
  const unresolved: UnresolvedRelationship[] = [];
  for (const table of contract.tables) {
    const ofColumns = table.properties.flatMap((property) =>
      writtenAt(table, `${table.name}.${property.name}`, property),
    );
    const ofTable = table.relationships.map((relationship) => ({
      table,
      field: table.name,
      own: undefined,
      relationship,
    }));
    for (const written of [...ofColumns, ...ofTable]) {
      const key = foreignKeyOf(finder, written);
      if (typeof key !== 'string') foreignKeys.set(identityOf(ids, key), key);
      else
        unresolved.push({ table, field: written.field, to: written.relationship.to, reason: key });
    }
    for (const nested of nestedOnes(table)) unresolved.push(nested);
  }
  return { foreignKeys: [...foreignKeys.values()], unresolved };
}
