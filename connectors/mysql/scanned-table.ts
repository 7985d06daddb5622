import type {
  AssetPath,
  ScannedAsset,
  ScannedColumn,
} from '../../domain/ingestion/scanned-asset.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { SourceRow } from '../connector.ts';
import type { MysqlDetails } from './catalogue.ts';
import { cutDefinition, listed, roundEstimate, withoutGaps } from '../assets/platform-facts.ts';
import { someText, textIn } from '../source-row.ts';

/** Values of `information_schema`; sequences and other objects are no assets. */
const kinds: Record<string, string> = {
  'BASE TABLE': 'table',
  'SYSTEM VERSIONED': 'table',
  VIEW: 'view',
};

/** All facts about one page of a database. */
export type MysqlPage = {
  database: string;
  details: MysqlDetails;
  /** True if the scan includes the table. */
  includes: (path: AssetPath) => boolean;
};

/** The columns of one key in order, and the referenced columns of a foreign key. */
type Key = {
  name: string;
  columns: string[];
  references: AssetPath | undefined;
  referenced: string[];
};

function keysOf(rows: readonly SourceRow[]): Key[] {
  const keys = new Map<string, Key>();
  for (const row of rows) {
    const name = textIn(row, 'name');
    const table = someText(row, 'referenced_table');
    // A foreign key and a unique key may have the same name.
    const id = `${table === undefined} ${name}`;
    const references = table === undefined ? undefined : [textIn(row, 'referenced_schema'), table];
    const key = keys.get(id) ?? { name, columns: [], references, referenced: [] };
    keys.set(id, key);
    key.columns.push(textIn(row, 'column_name'));
    if (table !== undefined) key.referenced.push(textIn(row, 'referenced_column'));
  }
  return [...keys.values()];
}

const isPrimary = (key: Key): boolean => key.name === 'PRIMARY' && key.references === undefined;
const isUnique = (key: Key): boolean => key.name !== 'PRIMARY' && key.references === undefined;

function defaultOf(row: SourceRow): string | undefined {
  const value = row['default_value'];
  // MariaDB writes the missing default of a column as NULL.
  return typeof value !== 'string' || value === 'NULL' ? undefined : value;
}

/** JSON of MariaDB is a longtext that accepts valid JSON only. */
function typeOf(row: SourceRow, checks: readonly SourceRow[]): string {
  const type = textIn(row, 'type');
  const valid = `json_valid(\`${textIn(row, 'name').replaceAll('`', '``')}\`)`;
  const isJson = checks.some(
    (check) => textIn(check, 'clause').toLowerCase() === valid.toLowerCase(),
  );
  return type === 'longtext' && isJson ? 'json' : type;
}

function columnOf(
  row: SourceRow,
  keys: readonly Key[],
  checks: readonly SourceRow[],
): ScannedColumn {
  const name = textIn(row, 'name');
  const isAlone = (key: Key): boolean => key.columns.length === 1 && key.columns[0] === name;
  return {
    name,
    type: typeOf(row, checks),
    description: someText(row, 'comment'),
    required: textIn(row, 'nullable') === 'NO' || undefined,
    primaryKey: keys.some((key) => isPrimary(key) && key.columns.includes(name)) || undefined,
    unique: keys.some((key) => isUnique(key) && isAlone(key)) || undefined,
    custom: withoutGaps({
      default: defaultOf(row),
      generated: someText(row, 'expression'),
      extra: someText(row, 'extra'),
    }),
  };
}

function propertiesOf(
  row: SourceRow,
  keys: readonly Key[],
  definition: string | undefined,
): JsonObject | undefined {
  const rows = row['row_estimate'];
  const hasRows = rows !== null && rows !== undefined;
  return withoutGaps({
    engine: someText(row, 'engine'),
    primaryKey: keys.find(isPrimary)?.columns,
    uniqueConstraints: listed(
      keys.filter(isUnique).map(({ name, columns }) => ({ name, columns })),
    ),
    foreignKeys: listed(
      keys
        .filter((key) => key.references !== undefined)
        .map(({ name, columns, references = [], referenced }) => ({
          name,
          columns,
          references: [...references],
          referencedColumns: referenced,
        })),
    ),
    definition: definition === undefined ? undefined : cutDefinition(definition),
    estimatedRows: hasRows ? roundEstimate(Number(rows)) : undefined,
  });
}

function upstreamOf(name: string, { details, includes }: MysqlPage): AssetPath[] | undefined {
  const paths = (details.sources.get(name) ?? [])
    .map((source): AssetPath => [source.schema, source.name])
    .filter(includes);
  return paths.length > 0 ? paths : undefined;
}

/** Converts a table or view to an asset; undefined when it was dropped meanwhile, or is neither. */
export function toScannedTable(name: string, page: MysqlPage): ScannedAsset | undefined {
  const { tables, columns, keys: keyRows, views, checks } = page.details;
  const [row = {}] = tables.get(name) ?? [];
  const kind = kinds[textIn(row, 'type')];
  if (kind === undefined) return undefined;
  const keys = keysOf(keyRows.get(name) ?? []);
  const [view = {}] = views.get(name) ?? [];
  return {
    path: [page.database, name],
    kind,
    // The comment of a view is VIEW; the comment of a table that cannot be opened is the error.
    description: someText(row, 'engine') && someText(row, 'comment'),
    columns: (columns.get(name) ?? []).map((column) =>
      columnOf(column, keys, checks.get(name) ?? []),
    ),
    properties: propertiesOf(row, keys, someText(view, 'definition')),
    upstream: upstreamOf(name, page),
  };
}
