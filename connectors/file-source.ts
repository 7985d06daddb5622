import type { ContractServer, ContractTable } from '../domain/standards/odcs/contract-model.ts';
import type { Source, SourceAccess, SourceTable } from './connector.ts';
import { createDeltaTable, readDeltaLog } from './delta-table.ts';
import type { DeltaTable } from './delta-table.ts';
import { openDuckdb } from './duckdb-session.ts';
import type { DuckdbSession } from './duckdb-session.ts';
import type { FilePlace } from './file-place.ts';
import { tableFormatOf } from './file-readers.ts';
import type { FileFormat } from './file-readers.ts';
import { createFileTable } from './file-tables.ts';
import { createTableNames } from './rule-views.ts';
import { createScratchFolder } from './scratch-folder.ts';
import type { ScratchFolder } from './scratch-folder.ts';
import { messageOf } from './source-error.ts';

/** Files of one server, as the parts of a source need them. */
export type FileServer = {
  server: ContractServer;
  /** Path or glob, with `{model}` where the name of a table belongs. */
  path: string;
  access: SourceAccess;
  signal: AbortSignal;
};

/** What was found of a table before DuckDB was closed to the outside. */
type Found =
  | { name: string; kind: 'files'; format: FileFormat; files: string[] }
  | { name: string; kind: 'delta'; delta: DeltaTable }
  | { name: string; kind: 'unreadable'; reason: string };

/** `{model}` may not lead elsewhere: a table is a file or a folder below the path of the server. */
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
  // What is wrong with the files of one table is no reason to leave the others unread.
  try {
    if (!isDelta) return { name, kind: 'files', format, files: await place.bring(found) };
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

type TableWish = { found: Found; relation: string; declared: ContractTable | undefined };

/** A file that cannot be read spoils its own table only. */
async function tableOf(
  session: DuckdbSession,
  { server, signal }: FileServer,
  { found, relation, declared }: TableWish,
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

/** Reads the files of a place with a DuckDB that can open nothing else; removes the scratch folder in the end. */
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
    // Each statement uses both threads and may use the whole memory; two at a time would only share them.
    lanes: 1,
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
        const wish = { found: each, relation, declared: contract };
        tables.set(each.name, await tableOf(session, files, wish));
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

/** Opens a source of files with a scratch folder, which does not stay when that fails. */
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
