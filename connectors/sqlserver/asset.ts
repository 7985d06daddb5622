import type {
  AssetPath,
  ScannedAsset,
  ScannedColumn,
} from '../../domain/ingestion/scanned-asset.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { demandText, factsOf, numberOf, textOf } from '../http/answer-member.ts';
import type { MssqlDetails } from './catalogue.ts';
import type { MssqlRow } from './connection.ts';
import { cutDefinition, roundEstimate } from '../assets/platform-facts.ts';

const kinds: Readonly<Record<string, string>> = { V: 'view', ET: 'external_table' };

/** Converts a row of `relationsQuery` with its details to an asset. */
export function toMssqlAsset(
  relation: MssqlRow,
  database: string,
  details: MssqlDetails,
): ScannedAsset {
  const id = Number(relation['id']);
  const keys = groupsByName(listOf(details.keys, id));
  const unique = keys.filter(({ rows }) => rows[0]?.['type'] === 'UQ');
  const primary = keys.find(({ rows }) => rows[0]?.['type'] === 'PK');
  const primaryKey = columnsOf(primary?.rows ?? [], 'column_name');
  const alone = unique.filter(({ rows }) => rows.length === 1).flatMap(({ rows }) => rows);
  const uniqueColumns = columnsOf(alone, 'column_name');
  const definition = textOf(listOf(details.definitions, id)[0], 'definition');
  return {
    path: [database, demandText(relation, 'schema_name'), demandText(relation, 'name')],
    kind: kinds[textOf(relation, 'type') ?? ''] ?? 'table',
    description: textOf(relation, 'description'),
    columns: listOf(details.columns, id).map((row) => toColumn(row, primaryKey, uniqueColumns)),
    properties: factsOf({
      primaryKey,
      uniqueConstraints: unique.map(({ name, rows }) => ({
        name,
        columns: columnsOf(rows, 'column_name'),
      })),
      foreignKeys: groupsByName(listOf(details.foreignKeys, id)).map((key) =>
        toForeignKey(key, database),
      ),
      estimatedRows: rowsOf(relation),
      definition: definition === undefined ? undefined : cutDefinition(definition.trim()),
    }),
    upstream: listOf(details.sources, id).map(toSource),
  };
}

function listOf(rows: ReadonlyMap<number, MssqlRow[]>, id: number): MssqlRow[] {
  return rows.get(id) ?? [];
}

/** Only indexed views have stored rows. */
function rowsOf(relation: MssqlRow): number | undefined {
  const rows = numberOf(relation, 'row_count');
  return rows === undefined || relation['type'] === 'V' ? undefined : roundEstimate(rows);
}

function toSource(row: MssqlRow): AssetPath {
  return ['database_name', 'schema_name', 'name'].map((member) => demandText(row, member));
}

type Group = { name: string; rows: MssqlRow[] };

/** Rows of one constraint are consecutive. */
function groupsByName(rows: readonly MssqlRow[]): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const name = demandText(row, 'name');
    const last = groups.at(-1);
    if (last?.name === name) last.rows.push(row);
    else groups.push({ name, rows: [row] });
  }
  return groups;
}

function columnsOf(rows: readonly MssqlRow[], member: string): string[] {
  return rows.map((row) => demandText(row, member));
}

function toForeignKey({ name, rows }: Group, database: string): JsonObject {
  const [row = {}] = rows;
  return {
    name,
    columns: columnsOf(rows, 'column_name'),
    references: [
      database,
      demandText(row, 'referenced_schema'),
      demandText(row, 'referenced_table'),
    ],
    referencedColumns: columnsOf(rows, 'referenced_column'),
  };
}

function toColumn(
  column: MssqlRow,
  primaryKey: readonly string[],
  unique: readonly string[],
): ScannedColumn {
  const name = demandText(column, 'name');
  return {
    name,
    type: mssqlType(column),
    description: textOf(column, 'description'),
    required: isSet(column, 'is_nullable') ? undefined : true,
    primaryKey: primaryKey.includes(name) ? true : undefined,
    unique: unique.includes(name) ? true : undefined,
    custom: factsOf({
      default: textOf(column, 'default_value'),
      generated: textOf(column, 'computed'),
      isIdentity: isSet(column, 'is_identity') ? true : undefined,
    }),
  };
}

function isSet(row: MssqlRow, member: string): boolean {
  const value = row[member];
  return value === true || value === 1 || value === '1';
}

const sized: ReadonlySet<string> = new Set(['char', 'varchar', 'binary', 'varbinary']);
const sizedInPairs: ReadonlySet<string> = new Set(['nchar', 'nvarchar']);
const exact: ReadonlySet<string> = new Set(['decimal', 'numeric']);
const timed: ReadonlySet<string> = new Set(['time', 'datetime2', 'datetimeoffset']);

/** The type as in DDL; the catalog has lengths in bytes, and -1 for `max`. */
export function mssqlType(column: MssqlRow): string {
  const type = demandText(column, 'type');
  const length = numberOf(column, 'max_length') ?? 0;
  const scale = numberOf(column, 'scale') ?? 0;
  if (sized.has(type)) return `${type}(${length === -1 ? 'max' : length})`;
  if (sizedInPairs.has(type)) return `${type}(${length === -1 ? 'max' : length / 2})`;
  if (exact.has(type)) return `${type}(${numberOf(column, 'precision') ?? 0},${scale})`;
  return timed.has(type) ? `${type}(${scale})` : type;
}
