import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { resolveRelationships } from '../../../../domain/standards/odcs/relationships.ts';
import type { ForeignKey } from '../../../../domain/standards/odcs/relationships.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { DbtColumn, DbtTable } from './tables.ts';
import { canCompare } from '../sql/foreign-key-types.ts';

/** A relationship between columns of the project. */
export type DbtReference = {
  from: readonly DbtColumn[];
  target: DbtTable;
  to: readonly DbtColumn[];
};

type Lookup = {
  tables: ReadonlyMap<ContractTable, DbtTable>;
  columns: ReadonlyMap<ContractProperty, DbtColumn>;
};

function referenceOf({ tables, columns }: Lookup, key: ForeignKey): DbtReference | undefined {
  const target = tables.get(key.targetTable);
  const [from, to] = [key.columns, key.targetColumns].map((list) =>
    list.flatMap((property) => columns.get(property) ?? []),
  );
  return target && from && to ? { from, target, to } : undefined;
}

/** The first pair of columns of a reference with incompatible types. */
export function differingTypes(
  { from, to }: DbtReference,
  goTogether: (one: string, other: string) => boolean,
): string | undefined {
  const types = from.map(({ type }, index) => [type, to[index]?.type ?? ''] as const);
  return types.find(([one, other]) => !goTogether(one, other))?.join(' and ');
}

const noTest = ({ target }: DbtReference, types: string): string =>
  `the relationship to ${target.where} is neither a constraint nor tested: the types differ: ${types}`;

/** The relationships of each table; relationships that cannot be tested are noted. */
export function dbtReferencesOf(
  contract: ContractModel,
  tables: readonly DbtTable[],
  { dialect, notes }: { dialect: TypeDialect; notes: Notes },
): Map<DbtTable, DbtReference[]> {
  const lookup: Lookup = {
    tables: new Map(tables.map((entry) => [entry.table, entry])),
    columns: new Map(tables.flatMap((entry) => entry.columns.map((c) => [c.property, c]))),
  };
  const { foreignKeys, unresolved } = resolveRelationships(contract);
  for (const { field, to, reason } of unresolved) {
    notes.warn(field, `the relationship to {} is not tested: ${reason}`, to.join(', '));
  }
  const found = new Map<DbtTable, DbtReference[]>(tables.map((entry) => [entry, []]));
  for (const key of foreignKeys) {
    const own = lookup.tables.get(key.table);
    const reference = referenceOf(lookup, key);
    if (own === undefined || reference === undefined) continue;
    const odd = differingTypes(reference, (one, other) => canCompare(dialect, one, other));
    if (odd === undefined) found.get(own)?.push(reference);
    else notes.warn(reference.from[0]?.where ?? own.where, noTest(reference, odd));
  }
  return found;
}
