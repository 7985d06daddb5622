import { stat } from 'node:fs/promises';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import { refuse } from '../domain/errors.ts';
import type { SourceTable } from './connector.ts';
import { loadCsv } from './csv-reader.ts';
import type { DuckdbSession } from './duckdb-session.ts';
import { cellsOf, readFiles } from './file-readers.ts';
import type { FileFormat } from './file-readers.ts';
import { textIn } from './source-row.ts';
import { encodingOf } from './text-encoding.ts';

/** Files that are one table, and the relation to make of them. */
export type FileTable = {
  /** Quoted. */
  relation: string;
  format: FileFormat;
  files: readonly string[];
  server: ContractServer;
};

/** Files without a byte have no header to read; DuckDB would invent a column. */
async function withContent(files: readonly string[]): Promise<string[]> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return files.filter((_file, index) => sizes[index] !== 0);
}

/** A table of nothing, of which the rules of a contract can still count the rows. */
export async function emptyTable(session: DuckdbSession, relation: string): Promise<SourceTable> {
  await session.query(`create view ${relation} as select 1 as nothing where false`);
  return { relation, columns: [], cells: 'text' };
}

/** Columns of a table or view of DuckDB. */
export async function columnsIn(
  session: DuckdbSession,
  reader: string,
): Promise<SourceTable['columns']> {
  const rows = await session.query(`describe select * from ${reader}`);
  return rows.map((row) => ({
    name: textIn(row, 'column_name'),
    type: textIn(row, 'column_type'),
  }));
}

async function loadJson(
  session: DuckdbSession,
  { relation, files, server }: FileTable,
): Promise<void> {
  if (encodingOf(server) !== 'utf-8') {
    refuse('source_refused', 'JSON files are read in the encoding utf-8 only');
  }
  // With the members known, they are not looked for in the files again.
  const columns = await columnsIn(session, readFiles('json', files, { server }));
  const names = columns.map((column) => column.name);
  const reader = readFiles('json', files, { server, columns: names });
  await session.query(`create table ${relation} as select * from ${reader}`);
}

/** How a format becomes a relation. Texts are parsed once, whatever is asked afterwards; Parquet is read by the column. */
const makers: Record<FileFormat, (session: DuckdbSession, table: FileTable) => Promise<unknown>> = {
  csv: (session, { relation, files, server }) =>
    loadCsv(session.query, relation, { files, server }),
  json: loadJson,
  parquet: (session, { relation, files, server }) =>
    session.query(
      `create view ${relation} as select * from ${readFiles('parquet', files, { server })}`,
    ),
};

/** Makes a relation of files and says what is in it; rejects when they cannot be read. */
export async function createFileTable(
  session: DuckdbSession,
  table: FileTable,
): Promise<SourceTable> {
  const { format, relation } = table;
  const files = format === 'parquet' ? table.files : await withContent(table.files);
  if (files.length === 0) return emptyTable(session, relation);
  await makers[format](session, { ...table, files });
  return { relation, columns: await columnsIn(session, relation), cells: cellsOf[format] };
}
