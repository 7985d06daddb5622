import { quoteIdentifier } from '../../domain/dialects/names/quote.ts';
import type { SourceColumn, SourceRow, SourceTable } from '../connector.ts';
import { collectColumns, matchTables } from '../server/catalogue-rows.ts';
import type { DescribeTables, PostgresQuery } from './source.ts';
import { codeOf } from '../source-error.ts';
import { textIn } from '../source-row.ts';

/** Parameters without arrays, which Redshift does not support. */
const catalogueQuery = (view: string, names: readonly string[]): string => `
select table_name, column_name, data_type, character_maximum_length, numeric_precision, numeric_scale
from ${view}
where table_schema = $1 and lower(table_name) in (${names.map((_name, index) => `$${index + 2}`).join(', ')})
order by table_name, ordinal_position`;

const undefinedTable = '42P01';

/** `svv_columns` also lists external tables and late-binding views; only Redshift has it. */
async function readColumns(
  query: PostgresQuery,
  schema: string,
  names: readonly string[],
): Promise<SourceRow[]> {
  const values = [schema, ...names];
  try {
    return await query(catalogueQuery('svv_columns', names), values);
  } catch (error) {
    if (codeOf(error) !== undefinedTable) throw error;
    return query(catalogueQuery('information_schema.columns', names), values);
  }
}

const withLength = /^(character|character varying|char|varchar|binary varying|varbyte)$/;

function typeOf(row: SourceRow): string {
  const type = textIn(row, 'data_type');
  const length = numberIn(row, 'character_maximum_length');
  if (withLength.test(type) && length !== undefined) return `${type}(${length})`;
  const precision = numberIn(row, 'numeric_precision');
  if (type !== 'numeric' || precision === undefined) return type;
  return `numeric(${precision},${numberIn(row, 'numeric_scale') ?? 0})`;
}

function numberIn(row: SourceRow, column: string): number | undefined {
  const value = row[column];
  return typeof value === 'number' ? value : undefined;
}

const columnOf = (row: SourceRow): SourceColumn => ({
  name: textIn(row, 'column_name'),
  type: typeOf(row),
});

/**
 * The named tables and views of one Redshift schema that the user may see, with their columns in order. Nothing is proved,
 * because Redshift does not enforce keys.
 */
export const describeRedshiftTables: DescribeTables = async (query, schema, tableNames) => {
  const names = tableNames.filter((name) => !name.includes('\0'));
  if (names.length === 0 || schema.includes('\0')) return new Map();
  const lower = names.map((name) => name.toLowerCase());
  const found = collectColumns(await readColumns(query, schema, lower), columnOf);
  const tables = new Map<string, SourceTable>();
  for (const { name, actual } of matchTables(found.keys(), names)) {
    const relation = `${quoteIdentifier(schema)}.${quoteIdentifier(actual)}`;
    const columns = found.get(actual) ?? [];
    tables.set(name, { relation, path: [actual], columns, cells: 'typed' });
  }
  return tables;
};
