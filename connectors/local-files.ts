import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { quoteIdentifier } from '../domain/dialects/quote.ts';
import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceAccess, SourceTable } from './connector.ts';
import { csvReader } from './csv-reader.ts';
import { openDuckdb } from './duckdb-session.ts';
import type { DuckdbSession } from './duckdb-session.ts';
import { resolveAllowedFiles } from './file-guard.ts';
import { cellsOf, fileFormatOf, readFiles } from './file-readers.ts';
import type { FileFormat } from './file-readers.ts';
import { messageOf } from './source-error.ts';
import { textIn } from './source-row.ts';

type Location = { path: string; format: FileFormat; server: ContractServer };

function plainPath(path: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(path)?.[1]?.toLowerCase();
  // What follows the scheme may hold a secret, so only that much is said.
  if (scheme !== undefined && scheme !== 'file') {
    refuse('source_refused', `Path ${scheme}://… is not a local file`);
  }
  if (!/^file:/i.test(path)) return path;
  try {
    return fileURLToPath(path);
  } catch {
    return refuse('source_refused', `Path file://… is not a path of this machine`);
  }
}

function locationOf(server: ContractServer): Location {
  const path = server['path'] ?? server['location'];
  if (typeof path !== 'string' || path === '') {
    refuse('source_refused', `Server '${server.server}' needs a path to be tested`);
  }
  return { path: plainPath(path), format: fileFormatOf(server, path), server };
}

/** `{model}` may not lead elsewhere: a table is a file or a folder below the path of the server. */
function pathOf(location: Location, tableName: string): string | undefined {
  if (!location.path.includes('{model}')) return location.path;
  if (tableName === '.' || tableName === '..' || /[/\\\0]/.test(tableName)) return undefined;
  return location.path.replaceAll('{model}', () => tableName);
}

/** Files without a byte have no header to read; DuckDB would invent a column. */
async function withContent(files: readonly string[]): Promise<string[]> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return files.filter((_file, index) => sizes[index] !== 0);
}

const emptyTable: SourceTable = {
  relation: '(select 1 where false) as empty_file',
  columns: [],
  cells: 'text',
};

type FoundTable = { name: string; files: string[] };

async function findTables(
  location: Location,
  { allowedDataDirs, signal }: { allowedDataDirs: readonly string[]; signal: AbortSignal },
  names: readonly string[],
): Promise<FoundTable[]> {
  const found: FoundTable[] = [];
  for (const name of names) {
    const path = pathOf(location, name);
    const files =
      path === undefined ? [] : await resolveAllowedFiles(path, allowedDataDirs, signal);
    if (files.length > 0) found.push({ name, files });
  }
  return found;
}

type View = { name: string; files: readonly string[] };

async function createView(
  session: DuckdbSession,
  location: Location,
  view: View,
): Promise<SourceTable> {
  const { format, server } = location;
  const readable = format === 'parquet' ? view.files : await withContent(view.files);
  if (readable.length === 0) return emptyTable;
  const plain =
    format === 'csv'
      ? await csvReader(session.query, readable, server)
      : readFiles(format, readable, { server });
  const rows = await session.query(`describe select * from ${plain}`);
  const columns = rows.map((row) => ({
    name: textIn(row, 'column_name'),
    type: textIn(row, 'column_type'),
  }));
  // With the members known, no later statement has to look for them in the files again.
  const names = columns.map((column) => column.name);
  const relation = quoteIdentifier(view.name);
  const reader =
    format === 'json' ? readFiles(format, readable, { server, columns: names }) : plain;
  await session.query(`create view ${relation} as select * from ${reader}`);
  return { relation, columns, cells: cellsOf[format] };
}

/** A file that cannot be read spoils its own table only. */
async function tableOf(
  session: DuckdbSession,
  location: Location,
  view: View,
): Promise<SourceTable> {
  try {
    return await createView(session, location, view);
  } catch (error) {
    return { ...emptyTable, unreadable: messageOf(error) };
  }
}

async function open(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Source> {
  const location = locationOf(server);
  signal.throwIfAborted();
  // Refuses a path outside before anything is opened; what `{model}` makes of it is checked per table.
  const { allowedDataDirs } = access;
  await resolveAllowedFiles(location.path.replaceAll('{model}', '*'), allowedDataDirs, signal);
  const session = await openDuckdb({ statementTimeoutMs: access.statementTimeoutMs, signal });
  return {
    dialect: 'duckdb',
    lanes: 1,
    async describe(tableNames) {
      const found = await findTables(location, { allowedDataDirs, signal }, tableNames);
      await session.restrictTo(found.flatMap(({ files }) => files));
      const tables = new Map<string, SourceTable>();
      for (const [index, { name, files }] of found.entries()) {
        tables.set(name, await tableOf(session, location, { name: `table_${index}`, files }));
      }
      return tables;
    },
    query: session.query,
    queryRule: session.query,
    absence: 'no file in the allowed folders (ALLOWED_DATA_DIRS) matches its path',
    close: session.close,
  };
}

/**
 * CSV, JSON and Parquet files of the worker's own machine, read by an embedded DuckDB that can open nothing but the
 * files that were vetted. CSV cells are texts and JSON members stay JSON, so that no value can spoil the reading.
 */
export const localFiles: Connector = {
  name: 'local-files',
  serverTypes: ['local'],
  credentials: [],
  signIns: [],
  place: () => undefined,
  triedAgainst: 'the real thing',
  open,
};
