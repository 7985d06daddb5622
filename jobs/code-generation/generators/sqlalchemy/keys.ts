import type {
  ContractModel,
  ContractProperty,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { resolveRelationships } from '../../../../domain/standards/odcs/relationships.ts';
import type { ForeignKey } from '../../../../domain/standards/odcs/relationships.ts';
import { createNotes } from '../../shapes/notes.ts';
import { createImports } from '../../shapes/text/python-text.ts';
import type { Entity } from '../../shapes/shape.ts';
import { mayRefer, refusedSchemas } from '../sql/foreign-key-types.ts';
import { splitName } from '../sql/table-location.ts';
import { schemaOf } from './names.ts';
import { typeOfColumn } from './types.ts';
import type { AlchemyWriter } from './writer.ts';

/** The columns of the primary key by position; columns without a position come last. */
export function primaryKeyOf(properties: readonly ContractProperty[]): ContractProperty[] {
  const positionOf = ({ primaryKeyPosition = Number.MAX_SAFE_INTEGER }: ContractProperty): number =>
    primaryKeyPosition;
  return properties
    .filter(({ primaryKey }) => primaryKey)
    .sort((one, other) => positionOf(one) - positionOf(other));
}

const sameColumns = (
  some: readonly ContractProperty[],
  others: readonly ContractProperty[],
): boolean => some.length === others.length && some.every((column) => others.includes(column));

/** True if these columns identify a row, which databases require of the target of a foreign key. */
function isUnique(table: ContractTable, columns: readonly ContractProperty[]): boolean {
  if (sameColumns(columns, primaryKeyOf(table.properties))) return true;
  const [column] = columns;
  return columns.length === 1 && column?.unique === true;
}

/** `schema.table.column` is divided at its points. */
const hasPoint = (name: string): boolean => name.includes('.');

function reasonAgainst(
  { table, targetTable, targetColumns }: ForeignKey,
  named: ReadonlySet<ContractTable>,
  writer: AlchemyWriter,
): string | undefined {
  if (!named.has(targetTable)) return 'its target is left out';
  const schemaName = (one: ContractTable): string => schemaOf(one, writer) ?? '';
  const schemas = { from: schemaName(table), to: schemaName(targetTable) };
  const apart = refusedSchemas(writer.dialect, schemas);
  if (apart !== undefined) return apart;
  const names = [
    splitName(targetTable, writer.server).name,
    ...targetColumns.map(({ physicalName }) => physicalName),
  ];
  if (names.some(hasPoint)) return 'SQLAlchemy takes points in names for what divides them';
  return isUnique(targetTable, targetColumns) ? undefined : 'its target is no key and not unique';
}

const namesInSql: ReadonlyMap<string, string> = new Map([
  ['SmallInteger', 'smallint'],
  ['Integer', 'integer'],
  ['BigInteger', 'bigint'],
  ['Numeric', 'numeric'],
  ['String', 'varchar'],
  ['Text', 'text'],
]);

/** The type for a comparison, including the item type of a list. */
function comparedType(column: string): string {
  if (column.startsWith('ARRAY')) return column.replaceAll(/[()]/g, ' ');
  return column.replace(/^\w+/, (name) => namesInSql.get(name) ?? name);
}

type TypeOf = (property: ContractProperty) => string;

/** The types of columns as keys, without adding notes or imports. */
function createTypeOf(entities: readonly Entity[], writer: AlchemyWriter): TypeOf {
  const fields = entities.flatMap((entity) => entity.fields);
  const byProperty = new Map(fields.map((field) => [field.property, field]));
  const aside = { ...writer, notes: createNotes(), imports: createImports() };
  return (property) => {
    const field = byProperty.get(property);
    return field ? comparedType(typeOfColumn(field, { writer: aside, isKey: true }).column) : '';
  };
}

function differingTypes(
  { columns, targetColumns }: ForeignKey,
  typeOf: TypeOf,
  { dialect = 'postgres' }: AlchemyWriter,
): string | undefined {
  const to = targetColumns.map(typeOf);
  const types = columns.map((column, index) => [typeOf(column), to[index] ?? ''] as const);
  const odd = types.find(([one, other]) => !mayRefer(dialect, one, other));
  return odd && `the types differ: ${odd.join(' and ')}`;
}

/** The foreign keys that a database accepts; the others are noted. */
export function usableForeignKeys(
  contract: ContractModel,
  entities: readonly Entity[],
  writer: AlchemyWriter,
): ForeignKey[] {
  const { notes } = writer;
  const tables = new Set<ContractTable>(entities.map(({ table }) => table));
  const typeOf = createTypeOf(entities, writer);
  const { foreignKeys, unresolved } = resolveRelationships(contract);
  for (const { field, to, reason } of unresolved)
    notes.warn(field, `the relationship to {} is left out: ${reason}`, to.join(', '));
  return foreignKeys.filter((key) => {
    const reason = reasonAgainst(key, tables, writer) ?? differingTypes(key, typeOf, writer);
    const field = `${key.table.name}.${key.columns[0]?.name ?? ''}`;
    if (reason !== undefined)
      notes.warn(field, `the relationship to {} is left out: ${reason}`, key.targetTable.name);
    return reason === undefined && tables.has(key.table);
  });
}

type Needs = ReadonlyMap<ContractTable, ReadonlySet<ContractTable>>;

/** The tables that each table refers to, and the tables that refer to each. */
function needsOf(keys: readonly ForeignKey[]): { needs: Needs; neededBy: Needs } {
  const needs = new Map<ContractTable, Set<ContractTable>>();
  const neededBy = new Map<ContractTable, Set<ContractTable>>();
  for (const { table, targetTable } of keys) {
    if (table === targetTable) continue;
    needs.set(table, (needs.get(table) ?? new Set()).add(targetTable));
    neededBy.set(targetTable, (neededBy.get(targetTable) ?? new Set()).add(table));
  }
  return { needs, neededBy };
}

/** Keys within cycles of tables, and from tables that depend on a cycle: they follow the tables. */
export function cyclicKeys(keys: readonly ForeignKey[]): Set<ForeignKey> {
  const { needs, neededBy } = needsOf(keys);
  const open = new Map([...needs].map(([table, targets]) => [table, targets.size]));
  const ready = [...neededBy.keys()].filter((table) => !open.has(table));
  for (let table = ready.pop(); table !== undefined; table = ready.pop()) {
    for (const other of neededBy.get(table) ?? []) {
      const rest = (open.get(other) ?? 0) - 1;
      open.set(other, rest);
      if (rest === 0) ready.push(other);
    }
  }
  const isOpen = (table: ContractTable): boolean => (open.get(table) ?? 0) > 0;
  const isCyclic = ({ table, targetTable }: ForeignKey): boolean =>
    table !== targetTable && isOpen(table) && isOpen(targetTable);
  return new Set(keys.filter(isCyclic));
}
