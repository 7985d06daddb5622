import type { SourceRow, SourceTable } from '../connector.ts';
import { runDatabricks } from './statement.ts';
import type { DatabricksSession } from './statement.ts';
import { chooseTables, listedTables, quotedPath } from '../server/found-tables.ts';
import type { ListedTable } from '../server/found-tables.ts';
import { messageOf } from '../source-error.ts';
import { textIn } from '../source-row.ts';

/** Only Delta tables enforce NOT NULL. */
const catalogueQuery = (catalog: string, names: string): string => `
select c.table_schema, c.table_name, c.column_name, c.full_data_type as type,
  case when c.is_nullable = 'NO' and t.data_source_format = 'DELTA' then 'YES' else 'NO' end as not_null
from ${catalog}.information_schema.columns c
join ${catalog}.information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
where lower(c.table_schema) = :schema and lower(c.table_name) in (${names})
order by c.table_schema, c.table_name, c.ordinal_position`;

/** Catalogs without an information_schema. */
const legacyCatalogs: ReadonlySet<string> = new Set(['hive_metastore', 'spark_catalog']);

/** The existing tables of the schema among the names, in one statement where the catalog has an information_schema. */
export async function describeDatabricksTables(
  session: DatabricksSession,
  names: readonly string[],
): Promise<Map<string, SourceTable>> {
  if (names.length === 0) return new Map();
  const { catalog, schema } = session;
  const listed = legacyCatalogs.has(catalog.toLowerCase())
    ? await describeEach(session, names)
    : listedTables(await readCatalogue(session, names));
  return chooseTables(listed, { schema, names }, (table) => ({
    relation: quotedPath('databricks', catalog, table.schema, table.name),
  }));
}

function readCatalogue(session: DatabricksSession, names: readonly string[]): Promise<SourceRow[]> {
  const wanted = names.map((name, index): [string, string] => [`t${index}`, name.toLowerCase()]);
  const list = wanted.map(([name]) => `:${name}`).join(', ');
  const values = { schema: session.schema.toLowerCase(), ...Object.fromEntries(wanted) };
  return runDatabricks(session, {
    text: catalogueQuery(quotedPath('databricks', session.catalog), list),
    values,
  });
}

async function describeEach(
  session: DatabricksSession,
  names: readonly string[],
): Promise<ListedTable[]> {
  const { catalog, schema } = session;
  const listed: ListedTable[] = [];
  for (const name of names) {
    const rows = await describeOne(session, quotedPath('databricks', catalog, schema, name));
    if (rows !== undefined) listed.push({ schema, name, columns: columnsOf(rows) });
  }
  return listed;
}

async function describeOne(
  session: DatabricksSession,
  relation: string,
): Promise<SourceRow[] | undefined> {
  try {
    return await runDatabricks(session, { text: `describe table ${relation}` });
  } catch (error) {
    if (messageOf(error).includes('TABLE_OR_VIEW_NOT_FOUND')) return undefined;
    throw error;
  }
}

/** After the columns come titles such as `# Partition Information` with their rows. */
function columnsOf(rows: readonly SourceRow[]): ListedTable['columns'] {
  const end = rows.findIndex((row) => /^(?:#|$)/.test(textIn(row, 'col_name')));
  const columns = end === -1 ? rows : rows.slice(0, end);
  return columns.map((row) => ({ name: textIn(row, 'col_name'), type: textIn(row, 'data_type') }));
}
