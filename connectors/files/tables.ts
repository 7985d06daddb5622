import { stat } from 'node:fs/promises';
import type { ContractServer, ContractTable } from '../../domain/standards/odcs/contract-model.ts';
import { quoteIdentifier } from '../../domain/dialects/names/quote.ts';
import { refuse } from '../../domain/errors.ts';
import type { SourceTable } from '../connector.ts';
import { loadCsv } from './csv-reader.ts';
import type { DuckdbSession } from '../duckdb/session.ts';
import { cellsOf, readFiles } from './readers.ts';
import type { FileFormat } from './readers.ts';
import { textIn } from '../source-row.ts';
import { encodingOf } from './text-encoding.ts';

/** Files that form one table, and the name of their relation. */
export type FileTable = {
  /** Quoted. */
  relation: string;
  format: FileFormat;
  files: readonly string[];
  server: ContractServer;
  /** The table in the contract. */
  declared: ContractTable | undefined;
};

/** Empty files have no header; DuckDB would invent a column. */
async function withContent(files: readonly string[]): Promise<string[]> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return files.filter((_file, index) => sizes[index] !== 0);
}

/** An empty table, so that rules of a contract can count its rows. */
async function emptyTable(session: DuckdbSession, relation: string): Promise<SourceTable> {
  await session.execute(`create view ${relation} as select 1 as nothing where false`);
  return { relation, columns: [], cells: 'text' };
}

/** Without records no member is missing: the table gets all columns of the contract, as in datacontract-cli. */
async function noRecords(
  session: DuckdbSession,
  { relation, declared }: FileTable,
): Promise<SourceTable> {
  const names = new Map(
    declared?.properties.map(({ physicalName }) => [physicalName.toLowerCase(), physicalName]),
  );
  if (names.size === 0) return { ...(await emptyTable(session, relation)), cells: 'json' };
  const columns = [...names.values()].map((name) => ({ name, type: 'JSON' }));
  const selected = columns.map(({ name }) => `cast(null as json) as ${quoteIdentifier(name)}`);
  await session.execute(`create view ${relation} as select ${selected.join(', ')} where false`);
  return { relation, columns, cells: 'json' };
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

/** DuckDB's name for the only column of files without members. */
const memberless = 'json';

async function isWithoutRecords(
  session: DuckdbSession,
  { relation, columns }: SourceTable,
): Promise<boolean> {
  const [column, ...others] = columns;
  if (column?.name !== memberless || others.length > 0) return false;
  return (await session.query(`select 1 from ${relation} limit 1`)).length === 0;
}

async function loadJson(
  session: DuckdbSession,
  { relation, files, server }: FileTable,
): Promise<void> {
  if (encodingOf(server) !== 'utf-8') {
    refuse('source_refused', 'JSON files are read in the encoding utf-8 only');
  }
  // Known members are not detected again.
  const columns = await columnsIn(session, readFiles('json', files, { server }));
  const names = columns.map((column) => column.name);
  const reader = readFiles('json', files, { server, columns: names });
  await session.execute(`create table ${relation} as select * from ${reader}`);
}

/** How a format becomes a relation. Text is parsed once into a table; Parquet is read by column on demand. */
const makers: Record<FileFormat, (session: DuckdbSession, table: FileTable) => Promise<unknown>> = {
  csv: (session, { relation, files, server }) => loadCsv(session, relation, { files, server }),
  json: loadJson,
  parquet: (session, { relation, files, server }) =>
    session.execute(
      `create view ${relation} as select * from ${readFiles('parquet', files, { server })}`,
    ),
};

/** Creates a relation from files and describes it; rejects when they cannot be read. */
export async function createFileTable(
  session: DuckdbSession,
  table: FileTable,
): Promise<SourceTable> {
  const { format, relation } = table;
  const isJson = format === 'json';
  const files = format === 'parquet' ? table.files : await withContent(table.files);
  if (files.length === 0) return isJson ? noRecords(session, table) : emptyTable(session, relation);
  await makers[format](session, { ...table, files });
  const made = { relation, columns: await columnsIn(session, relation), cells: cellsOf[format] };
  if (!isJson || !(await isWithoutRecords(session, made))) return made;
  await session.execute(`drop table ${relation}`);
  return noRecords(session, table);
}
