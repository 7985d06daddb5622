import { quoteIdentifier } from '../domain/dialects/quote.ts';
import type { ContractTable } from '../domain/standards/odcs/contract-model.ts';
import type { SourceTable } from './connector.ts';
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

/** Lets rules call a table by the name that it has in the contract, besides that of its files. */
export async function nameAsDeclared(
  session: DuckdbSession,
  tables: ReadonlyMap<string, SourceTable>,
  declared: readonly ContractTable[],
): Promise<void> {
  for (const { name, physicalName } of declared) {
    const table = tables.get(physicalName);
    if (table === undefined || table.unreadable !== undefined || name === physicalName) continue;
    await session
      .query(`create view ${quoteIdentifier(name)} as select * from ${table.relation}`)
      // The name is that of another table.
      .catch(() => undefined);
  }
}
