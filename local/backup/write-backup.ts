import { createHash } from 'node:crypto';

import { withSession } from '../../db/backup/session.ts';
import { isStillStored, withSnapshot } from '../../db/backup/snapshot.ts';
import type { BackupFile, Snapshot } from '../../db/backup/snapshot.ts';
import type { BackupTable } from '../../db/backup/tables.ts';
import { migrations } from '../../db/migrations/index.ts';
import { newerSchema } from '../../db/schema-state.ts';
import type { ObjectStorage } from '../../lib/object-storage/object-storage.ts';
import { writeTar } from '../../lib/tar/write-tar.ts';
import type { TarFile } from '../../lib/tar/write-tar.ts';
import { messageOf, problem } from '../problem.ts';
import { attachmentPartName, endName, headName, newHead, tablePartName } from './format.ts';
import type { Sums } from './format.ts';
import { counted, inBytes } from './progress.ts';
import type { Progress } from './progress.ts';
import { writeNewFile } from './write-new-file.ts';

/** A written backup: its sums, its size, and the files that the database names but the storage lacks. */
export type WrittenBackup = Sums & { tables: number; bytes: number; missing: string[] };

type Options = {
  url: string;
  file: string;
  /** True replaces an existing file. */
  force: boolean;
  storage: ObjectStorage;
  product: string;
  now: Date;
  progress: Progress;
};

/** Rows are gathered in memory up to this size, because a tar archive needs the size of a part before its content. */
const partBytes = 4 * 1024 * 1024;

/** Writes all rows of one instant, and the files of attachments that they name, to a new file. */
export function writeBackup(options: Options): Promise<WrittenBackup> {
  const { url, file, force, now } = options;
  return withSnapshot(url, async (snapshot) => {
    const known = new Set(migrations.map(({ name }) => name));
    const unknown = snapshot.migrations.filter((name) => !known.has(name));
    if (unknown.length > 0) throw problem(newerSchema(unknown));
    const sums: Sums = { rows: {}, attachments: { files: 0, bytes: 0 } };
    const missing: string[] = [];
    const parts = sealed(partsOf(snapshot, options, { sums, missing }), sums);
    const bytes = await writeNewFile(file, { force }, writeTar(parts, now));
    return { ...sums, tables: snapshot.tables.length, bytes, missing };
  });
}

function jsonPart(name: string, value: unknown): TarFile {
  const content = Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
  return { name, size: content.length, content: [content] };
}

/** Adds the last part, with the sums and the checksum of all others. */
async function* sealed(parts: AsyncIterable<TarFile>, sums: Sums): AsyncGenerator<TarFile> {
  const hash = createHash('sha256');
  async function* hashed(content: TarFile['content']): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  }
  for await (const { name, size, content } of parts) {
    hash.update(`${name} ${size}\n`);
    yield { name, size, content: hashed(content) };
  }
  yield jsonPart(endName, { ...sums, sha256: hash.digest('hex') });
}

type Outcome = { sums: Sums; missing: string[] };

async function* partsOf(
  snapshot: Snapshot,
  options: Options,
  outcome: Outcome,
): AsyncGenerator<TarFile> {
  const { product, now, progress } = options;
  const { migrations: steps, tables, sequences } = snapshot;
  const createdAt = now.toISOString();
  yield jsonPart(headName, newHead({ product, createdAt, migrations: steps, tables, sequences }));
  for (const table of tables) yield* partsOfTable(snapshot, table, outcome.sums, progress);
  yield* partsOfFiles(snapshot, options, outcome);
}

async function* partsOfTable(
  snapshot: Snapshot,
  table: BackupTable,
  sums: Sums,
  progress: Progress,
): AsyncGenerator<TarFile> {
  const { chunks, count } = snapshot.copy(table);
  const { name } = table;
  let [number, held, size, bytes] = [0, [] as Buffer[], 0, 0];
  const nextPart = (): TarFile => {
    const part = { name: tablePartName(name, (number += 1)), size, content: held };
    bytes += size;
    [held, size] = [[], 0];
    return part;
  };
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield nextPart();
    progress(() => `${name}: ${inBytes(bytes)} …`);
  }
  if (size > 0) yield nextPart();
  sums.rows[name] = count();
}

async function* partsOfFiles(
  snapshot: Snapshot,
  { url, storage, progress }: Options,
  { sums: { attachments }, missing }: Outcome,
): AsyncGenerator<TarFile> {
  for await (const file of snapshot.files()) {
    const part = await openFile(storage, file);
    if (part === undefined) {
      if (await isMissing(url, file)) missing.push(file.storageKey);
      continue;
    }
    yield part;
    attachments.files += 1;
    attachments.bytes += part.size;
    progress(() => `${counted(attachments.files, 'attachment')}, ${inBytes(attachments.bytes)} …`);
  }
}

/** False if the attachment was deleted after the instant of the snapshot. */
function isMissing(url: string, file: BackupFile): Promise<boolean> {
  return withSession(url, 'concordat backup', (client) => isStillStored(client, file));
}

async function openFile(
  storage: ObjectStorage,
  { storageKey }: BackupFile,
): Promise<TarFile | undefined> {
  const unreadable = (error: unknown): Error =>
    problem(`The attachment ${storageKey} cannot be read from its storage: ${messageOf(error)}`);
  const found = await storage.get(storageKey).catch((error: unknown) => {
    throw unreadable(error);
  });
  if (found === undefined) return undefined;
  const { stream, size } = found;
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      yield* stream as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw unreadable(error);
    }
  }
  return { name: attachmentPartName(storageKey), size, content: content() };
}
