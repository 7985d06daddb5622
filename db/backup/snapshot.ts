import type { Client } from 'pg';
import { refuse } from '../../domain/errors.ts';
import { migrationLock } from '../migrate.ts';
import { sqlState } from '../postgres-errors.ts';
import { copyOut } from './copy.ts';
import type { CopiedRows } from './copy.ts';
import { withSession } from './session.ts';
import { copyOutStatement, listBackupTables, readSequences } from './tables.ts';
import type { BackupSequence, BackupTable } from './tables.ts';

/** A stored file of an attachment. */
export type BackupFile = { organizationId: string; id: string; storageKey: string };

/** All data of one instant. */
export type Snapshot = {
  /** Steps of the schema, in order. */
  migrations: readonly string[];
  tables: readonly BackupTable[];
  sequences: readonly BackupSequence[];
  /** The rows of a table; see `copyOut`. */
  copy: (table: BackupTable) => CopiedRows;
  /** The files of attachments, in the order of their names. */
  files: () => AsyncGenerator<BackupFile>;
};

const filesAtOnce = 1_000;

/**
 * Opens a read-only snapshot for `work`. Readers and writers are not delayed. Migrations wait, because they would change tables that
 * are still to be read; refuses with `unavailable` while one is running.
 */
export function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return withSession(url, 'concordat backup', async (client) => {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock_shared($1) as free',
      [migrationLock],
    );
    if (!rows[0]?.free)
      refuse('unavailable', 'A migration is running: try again when it has ended.');
    await client.query('begin isolation level repeatable read read only');
    return work(await readSnapshot(client));
  });
}

async function readSnapshot(client: Client): Promise<Snapshot> {
  const migrations = await readMigrations(client);
  const tables = await listBackupTables(client);
  return {
    migrations,
    tables,
    // Sequences are not part of the snapshot: they are read after its beginning, so that no row has a later number.
    sequences: await readSequences(client, tables),
    copy: (table) => copyOut(client, copyOutStatement(client, table)),
    files: () => listFiles(client, tables),
  };
}

async function readMigrations(client: Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(
      'select name from migrations order by id',
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    if (sqlState(error) !== '42P01') throw error;
    return refuse(
      'unavailable',
      'The database is empty: it has no schema of Concordat to back up.',
    );
  }
}

async function* listFiles(
  client: Client,
  tables: readonly BackupTable[],
): AsyncGenerator<BackupFile> {
  const attachments = tables.find(({ name }) => name === 'attachments');
  // Older schemas have no uploads.
  if (!attachments?.columns.includes('stored_at')) return;
  await client.query(
    `declare files no scroll cursor for
      select organization_id::text as "organizationId", id, storage_key as "storageKey" from attachments
      where stored_at is not null and removed_at is null order by storage_key`,
  );
  for (;;) {
    const { rows } = await client.query<BackupFile>(`fetch ${filesAtOnce} from files`);
    yield* rows;
    if (rows.length < filesAtOnce) return;
  }
}

/** True if the file is still stored now, and not only in a snapshot. */
export async function isStillStored(
  client: Client,
  { organizationId, id }: BackupFile,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from attachments where organization_id = $1 and id = $2 and stored_at is not null and removed_at is null`,
    [organizationId, id],
  );
  return rowCount === 1;
}
