import type {
  AssetPath,
  ScannedAsset,
  ScannedColumn,
} from '../../domain/ingestion/scanned-asset.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { factsOf } from '../http/answer-member.ts';
import { cutDefinition, roundEstimate } from '../assets/platform-facts.ts';
import type { SnowflakeRow } from './statement.ts';

type UniqueKey = { name?: string; columns: string[] };

/** The keys of a table: primary, unique, foreign. */
export type SnowflakeKeys = {
  primary: readonly string[];
  unique: readonly UniqueKey[];
  foreign: readonly JsonObject[];
};

const kinds: Readonly<Record<string, string>> = {
  VIEW: 'view',
  'MATERIALIZED VIEW': 'materialized_view',
  'EXTERNAL TABLE': 'external_table',
  'EVENT TABLE': 'event_table',
};

/** Converts a table or view, from its rows in INFORMATION_SCHEMA, to an asset. */
export function toSnowflakeTable(
  path: AssetPath,
  parts: {
    table: SnowflakeRow;
    columns: readonly SnowflakeRow[];
    keys: SnowflakeKeys | undefined;
    definition: string | undefined;
  },
): ScannedAsset {
  const { table, columns, keys, definition } = parts;
  const rows = table['row_count'];
  return {
    path,
    kind: kindOf(table),
    description: table['comment'],
    columns: columns.map((column) => toColumn(column, keys)),
    properties: factsOf({
      owner: table['table_owner'],
      clusteringKey: table['clustering_key'],
      isTransient: table['is_transient'] === 'YES' ? true : undefined,
      estimatedRows: rows === undefined ? undefined : roundEstimate(Number(rows)),
      primaryKey: keys?.primary,
      uniqueConstraints: keys?.unique,
      foreignKeys: keys?.foreign,
      definition: definition === undefined ? undefined : cutDefinition(definition),
    }),
  };
}

function kindOf(table: SnowflakeRow): string {
  if (table['is_dynamic'] === 'YES') return 'dynamic_table';
  if (table['is_iceberg'] === 'YES') return 'iceberg_table';
  return kinds[table['table_type'] ?? ''] ?? 'table';
}

function toColumn(column: SnowflakeRow, keys: SnowflakeKeys | undefined): ScannedColumn {
  const name = column['column_name'] ?? '';
  const isUnique = keys?.unique.some(({ columns }) => columns.length === 1 && columns[0] === name);
  return {
    name,
    type: snowflakeType(column),
    description: column['comment'],
    required: column['is_nullable'] === 'NO' ? true : undefined,
    primaryKey: keys?.primary.includes(name) === true ? true : undefined,
    unique: isUnique === true ? true : undefined,
    custom: factsOf({
      default: column['column_default'],
      isIdentity: column['is_identity'] === 'YES' ? true : undefined,
    }),
  };
}

/** The type as in DDL; INFORMATION_SCHEMA has length, precision and scale in separate columns. */
export function snowflakeType(column: SnowflakeRow): string {
  const type = column['data_type'] ?? 'unknown';
  const [precision, scale] = [column['numeric_precision'], column['numeric_scale']];
  const length = column['character_maximum_length'];
  if (type === 'NUMBER' && precision !== undefined) return `NUMBER(${precision},${scale ?? 0})`;
  if (type === 'TEXT' && length !== undefined) return `VARCHAR(${length})`;
  return type;
}

/** Groups the keys of a database, from SHOW PRIMARY, UNIQUE and IMPORTED KEYS, by schema and name as JSON. */
export function collectKeys(rows: {
  primary: readonly SnowflakeRow[];
  unique: readonly SnowflakeRow[];
  imported: readonly SnowflakeRow[];
}): Map<string, SnowflakeKeys> {
  const primary = groupRows(rows.primary, (row) => tableKey(row['schema_name'], row['table_name']));
  const unique = groupRows(rows.unique, (row) => tableKey(row['schema_name'], row['table_name']));
  const foreign = groupRows(rows.imported, (row) =>
    tableKey(row['fk_schema_name'], row['fk_table_name']),
  );
  const keys = new Map<string, SnowflakeKeys>();
  for (const table of new Set([...primary.keys(), ...unique.keys(), ...foreign.keys()])) {
    const byName = groupRows(unique.get(table) ?? [], (row) => row['constraint_name'] ?? '');
    const imported = groupRows(foreign.get(table) ?? [], (row) => row['fk_name'] ?? '');
    keys.set(table, {
      primary: columnsOf(primary.get(table) ?? [], 'column_name'),
      unique: sorted(byName).map(([name, columns]) => ({
        ...(nameOf(name) === undefined ? {} : { name }),
        columns: columnsOf(columns, 'column_name'),
      })),
      foreign: sorted(imported).map(([name, columns]) => toForeignKey(name, columns)),
    });
  }
  return keys;
}

/** The key of a table in the maps of this file: schema and name. */
export function tableKey(schema: string | undefined, table: string | undefined): string {
  return JSON.stringify([schema, table]);
}

/** Groups rows by `keyOf`, in their order. */
export function groupRows(
  rows: readonly SnowflakeRow[],
  keyOf: (row: SnowflakeRow) => string,
): Map<string, SnowflakeRow[]> {
  const groups = new Map<string, SnowflakeRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    groups.set(keyOf(row), group);
    group.push(row);
  }
  return groups;
}

function sorted(groups: Map<string, SnowflakeRow[]>): [string, SnowflakeRow[]][] {
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

function columnsOf(rows: readonly SnowflakeRow[], member: string): string[] {
  const place = (row: SnowflakeRow): number => Number(row['key_sequence'] ?? 0);
  const inOrder = [...rows].sort((one, other) => place(one) - place(other));
  return inOrder.map((row) => row[member] ?? '');
}

/** Generated names are left out, because they differ between copies of a database. */
function nameOf(name: string): string | undefined {
  return name === '' || name.startsWith('SYS_CONSTRAINT_') ? undefined : name;
}

function toForeignKey(name: string, rows: readonly SnowflakeRow[]): JsonObject {
  const [row = {}] = rows;
  const target = [row['pk_database_name'], row['pk_schema_name'], row['pk_table_name']];
  const facts = factsOf({
    name: nameOf(name),
    columns: columnsOf(rows, 'fk_column_name'),
    references: target.filter((part) => part !== undefined),
    referencedColumns: columnsOf(rows, 'pk_column_name'),
  });
  return facts ?? {};
}
