import type {
  ContractModel,
  ContractProperty,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { resolveRelationships } from '../../../domain/standards/odcs/relationships.ts';
import type { ForeignKey } from '../../../domain/standards/odcs/relationships.ts';
import type { Notes } from '../shapes/notes.ts';

/** The columns of the primary key in the order of their positions, those without one last. */
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

/** Whether values of these columns name one row only, which databases want of what a key leads to. */
function isUnique(table: ContractTable, columns: readonly ContractProperty[]): boolean {
  if (sameColumns(columns, primaryKeyOf(table.properties))) return true;
  const [column] = columns;
  return columns.length === 1 && column?.unique === true;
}

/** `table.column` is read up to the point. */
const hasPoint = ({ physicalName }: { physicalName: string }): boolean =>
  physicalName.includes('.');

function reasonAgainst(
  { targetTable, targetColumns }: ForeignKey,
  named: ReadonlySet<ContractTable>,
): string | undefined {
  if (!named.has(targetTable)) return 'its target is left out';
  if (hasPoint(targetTable) || targetColumns.some(hasPoint))
    return 'SQLAlchemy takes points in names for what divides them';
  return isUnique(targetTable, targetColumns) ? undefined : 'its target is no key and not unique';
}

/** The foreign keys that a database takes; the others are noted. */
export function usableForeignKeys(
  contract: ContractModel,
  tables: ReadonlySet<ContractTable>,
  notes: Notes,
): ForeignKey[] {
  const { foreignKeys, unresolved } = resolveRelationships(contract);
  for (const { field, to, reason } of unresolved)
    notes.add(field, `the relationship to ${to.join(', ')} is left out: ${reason}`);
  return foreignKeys.filter((key) => {
    const reason = reasonAgainst(key, tables);
    const field = `${key.table.name}.${key.columns[0]?.name ?? ''}`;
    if (reason !== undefined)
      notes.add(field, `the relationship to ${key.targetTable.name} is left out: ${reason}`);
    return reason === undefined && tables.has(key.table);
  });
}

type Needs = ReadonlyMap<ContractTable, ReadonlySet<ContractTable>>;

/** What each table needs besides itself, and which tables need it. */
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

/** Keys between tables that need each other, or need such tables: those come after the tables. */
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
