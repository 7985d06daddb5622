import type { Relationship } from '../../../../domain/standards/odcs/contract-model.ts';
import { mayRefer, refusedSchemas } from './foreign-key-types.ts';
import { qualifierOf } from './table-location.ts';
import type { DdlColumn, DdlTable, Script } from './tables.ts';

export type ForeignKey = {
  table: DdlTable;
  target: DdlTable;
  from: DdlColumn[];
  to: DdlColumn[];
  where: string;
};

type Directory = {
  tables: ReadonlyMap<string, DdlTable>;
  columns: ReadonlyMap<DdlTable, ReadonlyMap<string, DdlColumn>>;
};

/** Names of tables and columns; names of the contract take precedence over those of the platform. */
function directoryOf(tables: readonly DdlTable[]): Directory {
  const found = new Map<string, DdlTable>();
  const columns = new Map<DdlTable, Map<string, DdlColumn>>();
  for (const table of tables) {
    const own = new Map<string, DdlColumn>();
    for (const column of table.columns) {
      const { id, name, physicalName } = column.property;
      for (const key of [name, physicalName, id]) setFirst(own, key, column);
    }
    columns.set(table, own);
    const { id, name, physicalName } = table.table;
    for (const key of [name, physicalName, id]) setFirst(found, key, table);
  }
  return { tables: found, columns };
}

function setFirst<Value>(map: Map<string, Value>, key: string | undefined, value: Value): void {
  if (key !== undefined && !map.has(key)) map.set(key, value);
}

type ReferencedColumn = { table: DdlTable; column: DdlColumn };

/** Resolves `table.column` or `schema/<table>/properties/<column>`; names may contain dots. */
function find(directory: Directory, reference: string): ReferencedColumn | undefined {
  if (reference.length > 1000) return undefined;
  const parts = reference.replace(/^[#/]+/, '').split('/');
  if (parts[0] === 'schema' && parts[2] === 'properties' && parts.length === 4) {
    return columnAt(directory, parts[1] ?? '', parts[3] ?? '');
  }
  for (let at = reference.indexOf('.'); at !== -1; at = reference.indexOf('.', at + 1)) {
    const found = columnAt(directory, reference.slice(0, at), reference.slice(at + 1));
    if (found) return found;
  }
  return undefined;
}

function columnAt(
  { tables, columns }: Directory,
  name: string,
  member: string,
): ReferencedColumn | undefined {
  const table = tables.get(name);
  const column = table && columns.get(table)?.get(member);
  return table && column && { table, column };
}

/** The foreign keys that the platform supports; the others are noted. */
export function foreignKeysOf(script: Script, tables: readonly DdlTable[]): ForeignKey[] {
  const directory = directoryOf(tables);
  const keys = tables.flatMap((table) => [
    ...table.columns.flatMap((column) =>
      column.property.relationships.map((relationship) => {
        const wanted = { table, from: [column], where: column.where, relationship };
        noteOtherSource(script, directory, wanted);
        return keyOf(script, directory, { ...wanted, relationship: { ...relationship, from: [] } });
      }),
    ),
    ...table.table.relationships.map((relationship) =>
      keyOf(script, directory, {
        table,
        from: fromOf(directory, table, relationship),
        where: table.where,
        relationship,
      }),
    ),
  ]);
  const seen = new Set<string>();
  return keys.filter((key) => {
    if (key === undefined) return false;
    const text = JSON.stringify([key.table.name, key.target.name, ...namesOf(key)]);
    return !seen.has(text) && seen.add(text);
  }) as ForeignKey[];
}

const namesOf = ({ from, to }: ForeignKey): string[] => [...from, ...to].map(({ name }) => name);

function fromOf(directory: Directory, table: DdlTable, { from }: Relationship): DdlColumn[] {
  return from.flatMap((reference) => {
    const found = columnAt(directory, table.table.name, reference) ?? find(directory, reference);
    return found?.table === table ? [found.column] : [];
  });
}

/** Notes a relationship of a column that names other source columns: it begins with this column anyway. */
function noteOtherSource(script: Script, directory: Directory, wanted: Wanted): void {
  const { table, from, where, relationship } = wanted;
  const others = relationship.from.filter((reference) => {
    const [column] = fromOf(directory, table, { ...relationship, from: [reference] });
    return column === undefined || !from.includes(column);
  });
  if (others.length > 0)
    script.notes.warn(where, 'its relationship begins here, not with {}', others.join(', '));
}

type Wanted = { table: DdlTable; from: DdlColumn[]; where: string; relationship: Relationship };

function keyOf(script: Script, directory: Directory, wanted: Wanted): ForeignKey | undefined {
  const { table, from, where, relationship } = wanted;
  const references = relationship.to.map((reference) => find(directory, reference));
  const found = references.filter((column) => column !== undefined);
  const target = found[0]?.table;
  const to = found.map(({ column }) => column);
  const isWhole =
    target !== undefined &&
    found.length === references.length &&
    found.every((column) => column.table === target);
  const text = relationship.to.join(', ');
  const reason = isWhole
    ? (sourceProblem(wanted) ?? platformProblem(script, { table, target, from, to, where }))
    : 'it is no column of this contract';
  if (reason === undefined && target) return inOrderOfKey({ table, target, from, to, where });
  script.notes.warn(where, `no foreign key to {}, as ${reason}`, text);
  return undefined;
}

/** The reason why the source columns of a relationship cannot be a foreign key. */
function sourceProblem({ table, from, relationship }: Wanted): string | undefined {
  const named = relationship.from;
  if (named.length > from.length)
    return `it begins with ${named.join(', ')}, not with columns of ${table.table.name}`;
  return from.length === relationship.to.length
    ? undefined
    : `${from.length} columns have ${relationship.to.length} targets`;
}

/** Why a platform would refuse a foreign key. */
function platformProblem(script: Script, key: ForeignKey): string | undefined {
  const { foreignKey } = script.grammar;
  if (foreignKey === undefined) return 'the platform has none';
  const apart = schemaProblem(script, key);
  if (apart !== undefined) return apart;
  if (foreignKey.notToItself === true && key.table === key.target) {
    return 'a table cannot refer to itself';
  }
  if (new Set(key.to).size !== key.to.length || new Set(key.from).size !== key.from.length) {
    return 'a column stands in it twice';
  }
  const isKey = isPrimaryKey(key) || (foreignKey.onlyPrimaryKeys !== true && isUnique(key));
  return isKey ? undefined : 'the target is not declared as a key';
}

/** The reason why a foreign key between these schemas is refused. */
function schemaProblem(
  { dialect, server }: Script,
  { table, target }: ForeignKey,
): string | undefined {
  const qualifier = ({ schema }: DdlTable): string => qualifierOf(dialect, server, schema);
  return refusedSchemas(dialect, { from: qualifier(table), to: qualifier(target) });
}

function isPrimaryKey({ to, target: { primaryKey } }: ForeignKey): boolean {
  return primaryKey.length === to.length && primaryKey.every((column) => to.includes(column));
}

function isUnique({ to, target: { unique } }: ForeignKey): boolean {
  return to.length === 1 && to.every((column) => unique.includes(column));
}

/** The foreign key with its columns in the order of the target key, which some platforms require. */
function inOrderOfKey(key: ForeignKey): ForeignKey {
  if (key.to.length < 2) return key;
  const pairs = key.target.primaryKey.map((column) => key.from[key.to.indexOf(column)]);
  return {
    ...key,
    from: pairs.filter((column) => column !== undefined),
    to: [...key.target.primaryKey],
  };
}

/** Foreign keys between columns that are declared alike enough, once their types are final. */
export function withFittingTypes(script: Script, keys: readonly ForeignKey[]): ForeignKey[] {
  return keys.filter(({ from, to, where, target }) => {
    const odd = from.findIndex(
      ({ type }, index) => !mayRefer(script.dialect, type, to[index]?.type ?? ''),
    );
    if (odd === -1) return true;
    const types = `${from[odd]?.type ?? ''} and ${to[odd]?.type ?? ''}`;
    script.notes.warn(
      where,
      'no foreign key to {}',
      `${target.table.name}, as the types differ: ${types}`,
    );
    return false;
  });
}

/** Tables in an order in which each comes after the tables it refers to, if possible; else in the order of the contract. */
export function inOrder(tables: readonly DdlTable[], keys: readonly ForeignKey[]): DdlTable[] {
  const needs = new Map(tables.map((table) => [table, new Set<DdlTable>()]));
  const neededBy = new Map(tables.map((table) => [table, new Set<DdlTable>()]));
  for (const { table, target } of keys) {
    if (table === target) continue;
    needs.get(table)?.add(target);
    neededBy.get(target)?.add(table);
  }
  const ordered = new Set<DdlTable>();
  const append = (first: DdlTable): void => {
    const ready = [first];
    for (let table = ready.pop(); table !== undefined; table = ready.pop()) {
      if (ordered.has(table)) continue;
      ordered.add(table);
      for (const next of neededBy.get(table) ?? []) {
        needs.get(next)?.delete(table);
        if (needs.get(next)?.size === 0) ready.push(next);
      }
    }
  };
  for (const table of tables) if (needs.get(table)?.size === 0) append(table);
  // The remaining tables refer to each other in circles.
  for (const table of tables) if (!ordered.has(table)) append(table);
  return [...ordered];
}
