import { quoteIdentifier } from '../../domain/dialects/names/quote.ts';
import type { ContractTable } from '../../domain/standards/odcs/contract-model.ts';
import type { DuckdbSession } from './session.ts';

/**
 * Quotes the names of relations for tables. DuckDB's names ignore case; of two tables that differ only in case, rules find the
 * first, checks find both.
 */
export function createRelationNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let relation = name;
    for (let count = 2; taken.has(relation.toLowerCase()); count += 1)
      relation = `${name}_${count}`;
    taken.add(relation.toLowerCase());
    return quoteIdentifier(relation);
  };
}

/** Lets rules use both the physical names of tables and their names in the contract. */
export async function nameAsDeclared(
  session: DuckdbSession,
  relations: ReadonlyMap<string, string>,
  declared: readonly ContractTable[],
): Promise<void> {
  for (const { name, physicalName } of declared) {
    const relation = relations.get(physicalName);
    if (relation === undefined || name === physicalName) continue;
    await session
      .execute(`create view ${quoteIdentifier(name)} as select * from ${relation}`)
      // The name belongs to another table.
      .catch(() => undefined);
  }
}
