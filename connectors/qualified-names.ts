import type { SourceTable } from './connector.ts';

/** Describes the named tables of one schema. */
type Describe = (schema: string, names: readonly string[]) => Promise<Map<string, SourceTable>>;

/** Each further schema is asked for by itself. */
const mostSchemas = 20;

/** The names that are `schema.table`, by schema. */
function bySchema(names: readonly string[]): Map<string, string[]> {
  const schemas = new Map<string, string[]>();
  for (const name of names) {
    const [schema = '', table = '', ...others] = name.split('.');
    if (schema === '' || table === '' || others.length > 0) continue;
    schemas.set(schema, [...(schemas.get(schema) ?? []), table]);
  }
  return schemas;
}

/** The tables of the schema of a server; a name that none of them has may say its schema itself (`sales.orders`). */
export async function describeQualified(
  own: string,
  names: readonly string[],
  describe: Describe,
): Promise<Map<string, SourceTable>> {
  const tables = await describe(own, names);
  const missing = bySchema(names.filter((name) => !tables.has(name)));
  for (const [schema, tableNames] of [...missing].slice(0, mostSchemas)) {
    for (const [name, table] of await describe(schema, [...new Set(tableNames)])) {
      const { path } = table;
      tables.set(`${schema}.${name}`, path ? { ...table, path: [schema, ...path] } : table);
    }
  }
  return tables;
}
