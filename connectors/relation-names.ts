import { quoteIdentifier } from '../domain/dialects/quote.ts';
import type { ContractTable } from '../domain/standards/odcs/contract-model.ts';
import type { DuckdbSession } from './duckdb-session.ts';

/**
 * Gives tables the quoted names of their relations. DuckDB's names do not differ by case alone; the second of two such tables
 * is found by checks, not by rules.
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

/** Lets rules call tables, given by their physical names, by those that they have in the contract, too. */
export async function nameAsDeclared(
  session: DuckdbSession,
  relations: ReadonlyMap<string, string>,
  declared: readonly ContractTable[],
): Promise<void> {
  for (const { name, physicalName } of declared) {
    const relation = relations.get(physicalName);
    if (relation === undefined || name === physicalName) continue;
    await session
      .query(`create view ${quoteIdentifier(name)} as select * from ${relation}`)
      // The name is that of another table.
      .catch(() => undefined);
  }
}
