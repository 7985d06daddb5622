import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A backup that npm run backup has written. */
export type NotedBackup = { at: Date; bytes: number; attachments: number; missing: number };

const insert = {
  name: 'backups-insert',
  text: `insert into backups (at, bytes, attachments, missing) values ($1, $2, $3, $4) on conflict do nothing`,
};

const deleteOld = {
  name: 'backups-delete',
  text: `delete from backups where at < $1::timestamptz - interval '1 year'`,
};

/** Records a backup, whose rows are those of the instant `at`, and forgets those of former years. */
export async function insertBackup(db: Db, backup: NotedBackup): Promise<void> {
  const { at, bytes, attachments, missing } = backup;
  await runStatement(db, insert, [at, bytes, attachments, missing]);
  await runStatement(db, deleteOld, [at]);
}

const findNewest = {
  name: 'backups-find-newest',
  text: `select at, bytes, attachments, missing from backups order by at desc limit 1`,
};

/** The newest backup; undefined if none is known. */
export async function findNewestBackup(db: Db): Promise<NotedBackup | undefined> {
  const [row] = await runStatement<NotedBackup>(db, findNewest, []);
  return row;
}
