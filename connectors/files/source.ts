import type { ContractServer, ContractTable } from '../../domain/standards/odcs/contract-model.ts';
import type { Source, SourceAccess, SourceTable } from '../connector.ts';
import { createDeltaTable, readDeltaLog } from './delta-table.ts';
import type { DeltaTable } from './delta-table.ts';
import { openDuckdb } from '../duckdb/session.ts';
import type { DuckdbSession } from '../duckdb/session.ts';
import type { FilePlace } from './place.ts';
import { tableFormatOf } from './readers.ts';
import type { FileFormat } from './readers.ts';
import { createFileTable } from './tables.ts';
import { createTableNames } from '../duckdb/rule-views.ts';
import { createScratchFolder } from '../duckdb/scratch-folder.ts';
import type { ScratchFolder } from '../duckdb/scratch-folder.ts';
import { messageOf } from '../source-error.ts';

/** The files of one server. */
export type FileServer = {
  server: ContractServer;
  /** Path or glob; `{model}` is replaced by the name of a table. */
  path: string;
  access: SourceAccess;
  signal: AbortSignal;
};

/** A table, as far as it is known before DuckDB is closed to other files. */
type Found =
  | { name: string; kind: 'files'; format: FileFormat; files: string[] }
  | { name: string; kind: 'delta'; delta: DeltaTable }
  | { name: string; kind: 'unreadable'; reason: string };

/** `{model}` must not leave the path of the server: a table is a file or folder below it. */
function pathOf(path: string, tableName: string): string | undefined {
  if (!path.includes('{model}')) return path;
  if (tableName === '.' || tableName === '..' || /[/\\\0]/.test(tableName)) return undefined;
  return path.replaceAll('{model}', () => tableName);
}

async function findTable(
  place: FilePlace,
  { server, path, access, signal }: FileServer,
  name: string,
): Promise<Found | undefined> {
  const format = tableFormatOf(server, path);
  const pattern = pathOf(path, name);
  if (pattern === undefined) return undefined;
  const isDelta = format === 'delta';
  const found = await place.find(isDelta ? `${pattern.replace(/\/+$/, '')}/_delta_log/*` : pattern);
  if ('unreadable' in found) return { name, kind: 'unreadable', reason: found.unreadable };
  if (found.length === 0) return undefined;
  // An error in the files of one table must not prevent reading the others.
  try {
    if (!isDelta) return { name, kind: 'files', format, files: await place.fetch(found) };
    const limits = { statementTimeoutMs: access.statementTimeoutMs, signal };
    return { name, kind: 'delta', delta: await readDeltaLog(place, found, limits) };
  } catch (error) {
    signal.throwIfAborted();
    return { name, kind: 'unreadable', reason: messageOf(error) };
  }
}

const filesOf = (found: Found): readonly string[] => {
  if (found.kind === 'files') return found.files;
  return found.kind === 'delta' ? found.delta.files.map(({ path }) => path) : [];
};

type TableRequest = { found: Found; relation: string; declared: ContractTable | undefined };

/** A file that cannot be read is an error of its table only. */
async function tableOf(
  session: DuckdbSession,
  { server, signal }: FileServer,
  { found, relation, declared }: TableRequest,
): Promise<SourceTable> {
  const unreadable = (reason: string): SourceTable => ({
    relation,
    columns: [],
    cells: 'typed',
    unreadable: reason,
  });
  if (found.kind === 'unreadable') return unreadable(found.reason);
  try {
    if (found.kind === 'delta') return await createDeltaTable(session, relation, found.delta);
    const { format, files } = found;
    return await createFileTable(session, { relation, format, files, server, declared });
  } catch (error) {
    signal.throwIfAborted();
    return unreadable(messageOf(error));
  }
}

/** Reads files with a DuckDB that can open no other file; removes the scratch folder in the end. */
async function openFileSource(
  files: FileServer,
  place: FilePlace,
  scratch: ScratchFolder,
): Promise<Source> {
  const { statementTimeoutMs } = files.access;
  const limits = { statementTimeoutMs, signal: files.signal, spillFolder: `${scratch.path}/spill` };
  const session = await openDuckdb(limits);
  return {
    dialect: 'duckdb',
    // A statement uses both threads and may use all memory, so two in parallel would not be faster.
    concurrency: 1,
    async describe(tableNames, declared = []) {
      const found: Found[] = [];
      for (const name of tableNames) {
        const table = await findTable(place, files, name);
        if (table !== undefined) found.push(table);
      }
      await session.restrictTo(found.flatMap(filesOf), place.shownNames());
      const { relationOf, nameForRules } = createTableNames(declared);
      const tables = new Map<string, SourceTable>();
      for (const each of found) {
        const relation = relationOf(each.name);
        const contract = declared.find(({ physicalName }) => physicalName === each.name);
        const request = { found: each, relation, declared: contract };
        tables.set(each.name, await tableOf(session, files, request));
      }
      await nameForRules(session, tables);
      return tables;
    },
    query: session.query,
    queryRule: session.queryRule,
    absence: place.absence,
    async close() {
      await session.close();
      await scratch.remove();
    },
  };
}

/** Opens a source of files with a scratch folder, which is removed when that fails. */
export async function openFilesIn(
  files: FileServer,
  placeIn: (scratch: ScratchFolder) => Promise<FilePlace>,
): Promise<Source> {
  files.signal.throwIfAborted();
  tableFormatOf(files.server, files.path);
  const scratch = await createScratchFolder();
  try {
    return await openFileSource(files, await placeIn(scratch), scratch);
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}
