import type { SourceTable } from '../connector.ts';

type Describe = (schema: string, names: readonly string[]) => Promise<Map<string, SourceTable>>;

/** Each further schema needs its own statement. */
const maxSchemas = 20;

/** Groups names such as `schema.table` by schema. */
function bySchema(names: readonly string[]): Map<string, string[]> {
  const schemas = new Map<string, string[]>();
  for (const name of names) {
    const [schema = '', table = '', ...others] = name.split('.');
    if (schema === '' || table === '' || others.length > 0) continue;
    schemas.set(schema, [...(schemas.get(schema) ?? []), table]);
  }
  return schemas;
}

/** Describes tables of the server's schema; a name that is not found there may contain its schema (`sales.orders`). */
export async function describeQualified(
  own: string,
  names: readonly string[],
  describe: Describe,
): Promise<Map<string, SourceTable>> {
  const tables = await describe(own, names);
  const missing = bySchema(names.filter((name) => !tables.has(name)));
  for (const [schema, tableNames] of [...missing].slice(0, maxSchemas)) {
    for (const [name, table] of await describe(schema, [...new Set(tableNames)])) {
      const { path } = table;
      tables.set(`${schema}.${name}`, path ? { ...table, path: [schema, ...path] } : table);
    }
  }
  return tables;
}
