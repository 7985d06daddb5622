import type { TypeDialect } from './dialect.ts';
import { typeSystems } from './types/type-systems.ts';

/** Common other names of the platforms. */
const aliases: ReadonlyMap<string, TypeDialect> = new Map([
  ['postgresql', 'postgres'],
  ['mariadb', 'mysql'],
  ['mssql', 'sqlserver'],
  ['presto', 'trino'],
  ['glue', 'athena'],
]);

/** The canonical name of a dialect; unknown names stay unchanged. */
export function canonicalDialect(name: string): string {
  const plain = name.trim().toLowerCase();
  return aliases.get(plain) ?? (Object.hasOwn(typeSystems, plain) ? plain : name);
}
