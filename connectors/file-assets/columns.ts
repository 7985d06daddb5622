import { open, stat, truncate } from 'node:fs/promises';
import { quoteLiteral } from '../../domain/dialects/names/quote.ts';
import type { ScannedColumn } from '../../domain/ingestion/scanned-asset.ts';
import { columnOf } from '../duckdb/columns.ts';
import { openDuckdb } from '../duckdb/session.ts';
import type { DuckdbSession } from '../duckdb/session.ts';
import type { FileFormat } from '../files/readers.ts';
import type { FileSet, StoredFile } from '../files/sets.ts';
import type { FileStore, LocalCopy } from '../files/store.ts';
import { messageOf } from '../source-error.ts';
import { textIn } from '../source-row.ts';

/** `problem` is the reason why a set has no columns. */
export type Described = { set: FileSet; columns?: readonly ScannedColumn[]; problem?: string };

type Limits = { statementTimeoutMs: number; signal: AbortSignal };

/**
 * Describes the columns of sets with DuckDB, which reads at most three files of each. A file that cannot be read is an error of
 * its set only. All sets share one DuckDB that can open no other file; fetched files are removed.
 */
export async function describeSets(
  store: FileStore,
  sets: readonly FileSet[],
  limits: Limits,
): Promise<Described[]> {
  try {
    const fetched: Fetched[] = [];
    for (const set of sets) fetched.push(await fetchSamples(store, set, limits.signal));
    const session = await openDuckdb(limits);
    try {
      await session.restrictTo(fetched.flatMap(({ paths }) => paths));
      const described: Described[] = [];
      for (const each of fetched) described.push(await describeSet(session, each, limits.signal));
      return described;
    } finally {
      await session.close();
    }
  } finally {
    await store.discard();
  }
}

type Fetched = { set: FileSet; paths: string[]; problem?: string };

/** The first, the middle and the last file, because columns change over time. */
function samplesOf(files: readonly StoredFile[]): StoredFile[] {
  const places = [0, Math.floor((files.length - 1) / 2), files.length - 1];
  return [...new Set(places)].flatMap((place) => files[place] ?? []);
}

async function fetchSamples(store: FileStore, set: FileSet, signal: AbortSignal): Promise<Fetched> {
  const paths: string[] = [];
  for (const file of samplesOf(set.files)) {
    signal.throwIfAborted();
    try {
      if (file.bytes === 0) continue;
      const copy = await store.fetch(file);
      if (copy.isCut) await endAtLine(copy, set.format);
      paths.push(copy.path);
    } catch (error) {
      signal.throwIfAborted();
      return { set, paths: [], problem: `${file.key}: ${messageOf(error)}` };
    }
  }
  return paths.length > 0 ? { set, paths } : { set, paths, problem: 'there is nothing in it' };
}

/** The last line of a truncated file would lack cells. */
async function endAtLine({ path }: LocalCopy, format: FileFormat): Promise<void> {
  const { size } = await stat(path);
  const tail = Buffer.alloc(Math.min(size, 1024 * 1024));
  const file = await open(path);
  try {
    await file.read(tail, 0, tail.length, size - tail.length);
  } finally {
    await file.close();
  }
  const end = tail.lastIndexOf(10);
  if (end < 0) throw new Error(`the beginning of this ${format} contains no complete line`);
  await truncate(path, size - tail.length + end + 1);
}

const readers: Record<FileFormat, (list: string) => string> = {
  csv: (list) =>
    `read_csv(${list}, header = true, union_by_name = true, hive_partitioning = false)`,
  json: (list) => `read_json(${list}, union_by_name = true, hive_partitioning = false)`,
  parquet: (list) => `read_parquet(${list}, union_by_name = true, hive_partitioning = false)`,
};

async function describeSet(
  session: DuckdbSession,
  { set, paths, problem }: Fetched,
  signal: AbortSignal,
): Promise<Described> {
  if (problem !== undefined) return { set, problem };
  const list = `[${paths.map(quoteLiteral).join(', ')}]`;
  // Partition columns come from the names of all folders, without DuckDB.
  const partitions = new Set(set.partitions.map(({ name }) => name.toLowerCase()));
  try {
    const rows = await session.query(`describe select * from ${readers[set.format](list)}`);
    const columns = rows
      .map((row) => columnOf(textIn(row, 'column_name'), textIn(row, 'column_type')))
      .filter(({ name }) => !partitions.has(name.toLowerCase()));
    return { set, columns: [...columns, ...set.partitions] };
  } catch (error) {
    signal.throwIfAborted();
    return { set, problem: messageOf(error).split('\n')[0] ?? '' };
  }
}
