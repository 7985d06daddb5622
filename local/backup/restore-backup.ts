import { readRestoreTarget, withLoading } from '../../db/backup/load.ts';
import type { Loading, RestoreTarget } from '../../db/backup/load.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { newestStep } from '../../db/schema-state.ts';
import type { Logger } from '../../lib/log.ts';
import type { ObjectStorage } from '../../lib/object-storage/object-storage.ts';
import { messageOf, problem } from '../problem.ts';
import type { Head, Sums } from './format.ts';
import { counted, inBytes } from './progress.ts';
import type { Progress } from './progress.ts';
import { readBackup } from './read-backup.ts';
import type { BackupPart } from './read-backup.ts';

/** What a restore has written. */
export type Restored = Sums & {
  /** Tables of the file that are not part of Concordat; they stay in the file. */
  leftOut: string[];
  /** Steps that a migration ran after the restore, because the file is older than this version. */
  migrated: string[];
};

type Options = {
  url: string;
  file: string;
  head: Head;
  storage: ObjectStorage;
  log: Logger;
  progress: Progress;
};

/**
 * Fills an empty database from a backup that `checkBackup` has read: makes the schema of the backup, loads everything in one
 * transaction, and migrates to the newest schema. Refuses a database with data, and one that processes of Concordat use.
 */
export async function restoreBackup(options: Options): Promise<Restored> {
  const { url, head, log } = options;
  refuseTarget(await readRestoreTarget(url), head);
  await migrateDatabase(url, log, head.migrations.length);
  const outcome = await withLoading(url, (loading) => loadParts(loading, options));
  if ('filled' in outcome) throw holdsData(outcome.filled);
  await migrateDatabase(url, log);
  const migrated = migrations.slice(head.migrations.length).map(({ name }) => name);
  return { ...outcome.done, migrated };
}

/** Refuses a backup with steps of the schema that this version does not know. */
export function refuseNewerBackup(file: string, { migrations: steps, product }: Head): void {
  const unknown = steps.find((name, index) => migrations[index]?.name !== name);
  if (unknown === undefined) return;
  throw problem(
    `${file} was written by Concordat ${product} with the schema step ${unknown}, and this version knows ${newestStep} as its last: ` +
      'restore it with the version that wrote it, or a newer one.',
  );
}

function refuseTarget(target: RestoreTarget, head: Head): void {
  const { connected, filled, isForeign, migrations: steps } = target;
  if (connected.length > 0) {
    throw problem(
      `Processes of Concordat are connected to the database (${connected.join(', ')}): stop them, and restore again.`,
    );
  }
  if (filled.length > 0 || isForeign) throw holdsData(filled);
  const newer = steps.find((name) => !head.migrations.includes(name));
  if (newer === undefined) return;
  throw problem(
    `The database has the schema step ${newer}, which is newer than the backup (${head.migrations.at(-1)}): restore into a new database. ` +
      'The steps after the backup run by themselves.',
  );
}

function holdsData(tables: readonly string[]): Error {
  const some = tables.slice(0, 5).join(', ');
  return problem(
    `The database is not empty${some && ` (${some}${tables.length > 5 ? ', …' : ''})`}: restore replaces nothing. ` +
      'Make a new database and name it in DATABASE_URL, or set DATA_DIR to a new folder if bin/start runs the database.',
  );
}

/** The part that is read now, and a step to the next. */
type Cursor = { part: BackupPart | undefined; advance: () => Promise<void> };

async function openCursor(file: string): Promise<Cursor> {
  const parts = readBackup(file);
  const cursor: Cursor = {
    part: undefined,
    advance: async () => {
      const next = await parts.next();
      cursor.part = next.done ? undefined : next.value;
    },
  };
  await cursor.advance();
  return cursor;
}

async function loadParts(
  loading: Loading,
  { file, head, storage, progress }: Options,
): Promise<Omit<Restored, 'migrated'>> {
  const restored = { rows: {} as Record<string, number>, attachments: { files: 0, bytes: 0 } };
  const leftOut = new Set<string>();
  const cursor = await openCursor(file);
  for (let { part } = cursor; part !== undefined; { part } = cursor) {
    if (part.kind === 'table') {
      const { table } = part;
      const count = await loadTable(loading, { head, table, cursor, progress });
      if (count === undefined) leftOut.add(table);
      else restored.rows[table] = count;
      continue;
    }
    if (part.kind === 'attachment') {
      restored.attachments.bytes += await storeFile(storage, part);
      const files = (restored.attachments.files += 1);
      progress(() => `${counted(files, 'attachment')} …`);
    } else if (part.kind === 'end') {
      compareSums(restored, part.end, leftOut);
      await loading.continueSequences(head.sequences.filter(({ table }) => loading.has(table)));
    }
    await cursor.advance();
  }
  return { ...restored, leftOut: [...leftOut] };
}

type TableToLoad = { head: Head; table: string; cursor: Cursor; progress: Progress };

/** Loads all parts of a table as one COPY, because its rows may reference each other; undefined if the schema has no such table. */
async function loadTable(
  loading: Loading,
  { head, table, cursor, progress }: TableToLoad,
): Promise<number | undefined> {
  let bytes = 0;
  async function* rows(): AsyncGenerator<Uint8Array> {
    while (cursor.part?.kind === 'table' && cursor.part.table === table) {
      for await (const chunk of cursor.part.content) {
        bytes += chunk.length;
        yield chunk;
      }
      progress(() => `${table}: ${inBytes(bytes)} …`);
      await cursor.advance();
    }
  }
  const described = head.tables.find(({ name }) => name === table);
  if (described && loading.has(table)) return loading.load(described, rows());
  for await (const _ of rows());
  return undefined;
}

async function storeFile(
  storage: ObjectStorage,
  { storageKey, content }: Extract<BackupPart, { kind: 'attachment' }>,
): Promise<number> {
  try {
    return (await storage.put(storageKey, content)).size;
  } catch (error) {
    throw problem(
      `The attachment ${storageKey} cannot be stored: ${messageOf(error)}. The database is still empty: mend this, and restore again.`,
    );
  }
}

/** Compares the numbers of rows, and adds those of empty tables. */
function compareSums(restored: Sums, expected: Sums, leftOut: ReadonlySet<string>): void {
  for (const [table, count] of Object.entries(expected.rows)) {
    if (leftOut.has(table)) continue;
    const loaded = (restored.rows[table] ??= 0);
    if (loaded !== count)
      throw new Error(`${table}: ${loaded} rows were loaded instead of ${count}`);
  }
}
