import type { TypeDialect } from './dialect.ts';
import { typeSystems } from './type-systems.ts';

/** Other names that people know the platforms by. */
const aliases: ReadonlyMap<string, TypeDialect> = new Map([
  ['postgresql', 'postgres'],
  ['mariadb', 'mysql'],
  ['mssql', 'sqlserver'],
  ['presto', 'trino'],
  ['glue', 'athena'],
]);

/** The name of a dialect as lists have it; others are left as they are. */
export function canonicalDialect(name: string): string {
  const plain = name.trim().toLowerCase();
  return aliases.get(plain) ?? (Object.hasOwn(typeSystems, plain) ? plain : name);
}
