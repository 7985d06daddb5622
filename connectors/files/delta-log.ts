import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { quoteLiteral } from '../../domain/dialects/names/quote.ts';
import { isObject } from '../../lib/json/json.ts';
import { openDuckdb } from '../duckdb/session.ts';
import type { DuckdbOptions } from '../duckdb/session.ts';
import { maxFiles } from '../guard/file-pattern.ts';
import type { FilePlace, PlacedFile } from './place.ts';
import { textIn } from '../source-row.ts';

/** A current data file of the table, by its path below the table as in the log. */
export type ActiveFile = { path: string; bytes: number; values: Record<string, unknown> };

/** The state of a Delta table after its last commit. */
export type DeltaState = {
  protocol: Record<string, unknown>;
  metaData: Record<string, unknown>;
  active: Map<string, ActiveFile>;
};

type LogFiles = { checkpoint: PlacedFile[]; commits: PlacedFile[] };

const nameOf = ({ key }: PlacedFile): string => key.slice(key.lastIndexOf('/') + 1);

/** The newest checkpoint with all its parts. `_last_checkpoint` is not needed, because all files are listed. */
function newestCheckpoint(files: readonly PlacedFile[]): { version: number; parts: PlacedFile[] } {
  const complete: { version: number; parts: PlacedFile[] }[] = [];
  const several = new Map<string, PlacedFile[]>();
  for (const file of files) {
    const [, version = '', part, count = '0'] =
      /^(\d{20})\.checkpoint(?:\.(\d{10})\.(\d{10}))?\.parquet$/.exec(nameOf(file)) ?? [];
    if (version === '') continue;
    if (part === undefined) complete.push({ version: Number(version), parts: [file] });
    else {
      const parts = several.get(`${version}.${count}`) ?? [];
      parts.push(file);
      several.set(`${version}.${count}`, parts);
      if (parts.length === Number(count)) complete.push({ version: Number(version), parts });
    }
  }
  return complete.reduce((best, each) => (each.version > best.version ? each : best), {
    version: -1,
    parts: [],
  });
}

/** Throws when a commit is missing, because its added and removed files are unknown. */
function chooseFiles(files: readonly PlacedFile[]): LogFiles {
  const { version, parts } = newestCheckpoint(files);
  const commits = files
    .filter((file) => /^\d{20}\.json$/.test(nameOf(file)))
    .map((file) => ({ file, version: parseInt(nameOf(file), 10) }))
    .filter((commit) => commit.version > version)
    .sort((one, other) => one.version - other.version);
  for (const [index, commit] of commits.entries()) {
    if (commit.version === version + 1 + index) continue;
    const isNewKind = files.some((file) => /\.checkpoint\.[0-9a-f-]{36}\./.test(nameOf(file)));
    throw new Error(
      isNewKind
        ? 'Delta feature v2Checkpoint is not supported'
        : `commit ${version + 1 + index} of the Delta log is missing`,
    );
  }
  if (parts.length === 0 && commits.length === 0) throw new Error('the Delta log has no commit');
  return { checkpoint: parts, commits: commits.map(({ file }) => file) };
}

/** The same file with other deletion vectors counts as another file. */
function identityOf({ path, deletionVector: vector }: Record<string, unknown>): string {
  if (!isObject(vector)) return String(path);
  const { storageType, pathOrInlineDv, offset } = vector;
  return [path, storageType, pathOrInlineDv, offset ?? ''].map(String).join('\0');
}

function add(state: DeltaState, action: Record<string, unknown>): void {
  const { path, size, partitionValues } = action;
  const values = isObject(partitionValues) ? partitionValues : {};
  state.active.set(identityOf(action), { path: String(path), bytes: Number(size ?? 0), values });
  if (state.active.size > maxFiles) {
    throw new Error(`the table has more than ${maxFiles} files; at most that many are read`);
  }
}

function apply(state: DeltaState, action: unknown): void {
  if (!isObject(action)) return;
  if (isObject(action['protocol'])) state.protocol = action['protocol'];
  if (isObject(action['metaData'])) state.metaData = action['metaData'];
  if (isObject(action['remove'])) state.active.delete(identityOf(action['remove']));
  if (isObject(action['add'])) add(state, action['add']);
}

async function applyCommit(state: DeltaState, path: string, name: string): Promise<void> {
  const removed: unknown[] = [];
  const added: unknown[] = [];
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Infinity,
  })) {
    if (line.trim() === '') continue;
    let action: unknown;
    try {
      action = JSON.parse(line);
    } catch {
      throw new Error(`${name} of the Delta log is not JSON`);
    }
    (isObject(action) && 'remove' in action ? removed : added).push(action);
  }
  // Actions of a commit have no order; it removes files of earlier commits.
  for (const action of [...removed, ...added]) apply(state, action);
}

/** The needed members that the checkpoint has; its statistics may be larger than everything else. */
const wanted = {
  add: ['path', 'size', 'partitionValues', 'deletionVector'],
  protocol: ['minReaderVersion', 'readerFeatures'],
  metaData: ['schemaString', 'partitionColumns', 'configuration'],
};

async function readCheckpoint(
  state: DeltaState,
  paths: readonly string[],
  options: DuckdbOptions,
): Promise<void> {
  const session = await openDuckdb(options);
  try {
    await session.restrictTo(paths);
    const reader = `read_parquet([${paths.map(quoteLiteral).join(', ')}], union_by_name = true)`;
    for (const [action, members] of Object.entries(wanted)) {
      const there = await session.query(`describe select "${action}".* from ${reader}`);
      const names = new Set(there.map((row) => textIn(row, 'column_name')));
      const packed = members
        .filter((name) => names.has(name))
        .map((name) => `"${name}" := "${action}"."${name}"`);
      const rows = await session.query(
        `select cast(to_json(struct_pack(${packed.join(', ')})) as varchar) as action from ${reader} where "${action}" is not null limit ${maxFiles + 1}`,
      );
      for (const row of rows) apply(state, { [action]: JSON.parse(textIn(row, 'action')) });
    }
  } finally {
    await session.close();
  }
}

/**
 * Replays the log of a Delta table (JSON commits after the newest checkpoint). Throws when the log is incomplete or invalid.
 */
export async function replayDeltaLog(
  place: FilePlace,
  files: readonly PlacedFile[],
  options: DuckdbOptions,
): Promise<DeltaState> {
  const { checkpoint, commits } = chooseFiles(files);
  const state: DeltaState = { protocol: {}, metaData: {}, active: new Map() };
  if (checkpoint.length > 0) await readCheckpoint(state, await place.fetch(checkpoint), options);
  const paths = await place.fetch(commits);
  for (const [index, commit] of commits.entries()) {
    options.signal.throwIfAborted();
    await applyCommit(state, paths[index] ?? '', nameOf(commit));
  }
  return state;
}
