import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The database, its attachments and its mails in numbers. */
export type SystemFacts = {
  version: string;
  versionNumber: number;
  databaseBytes: number;
  attachments: number;
  attachmentBytes: number;
  mailsWaiting: number;
  mailsFailed: number;
  mailSentAt: Date | null;
};

const read = {
  name: 'system-facts',
  text: `select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber",
      pg_database_size(current_database()) as "databaseBytes",
      stored.count as attachments, stored.bytes as "attachmentBytes",
      (select count(*) from notifications where status in ('queued', 'sending'))::int as "mailsWaiting",
      (select count(*) from notifications where status = 'failed' and failed_at >= $1::timestamptz - interval '1 day')::int
        as "mailsFailed",
      (select max(sent_at) from notifications where created_at >= $1::timestamptz - interval '30 days') as "mailSentAt"
    from (
      select count(*)::int as count, coalesce(sum(file_size), 0)::bigint as bytes from attachments
      where stored_at is not null and removed_at is null) stored`,
};

/** Reads the numbers for all organizations. */
export async function readSystemFacts(db: Db, now: Date): Promise<SystemFacts> {
  const [row] = await runStatement<SystemFacts>(db, read, [now]);
  if (!row) throw new Error('the query for the system returned no row');
  return row;
}
