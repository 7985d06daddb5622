import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { ReaderKey } from './saved-searches.ts';

const insert = {
  name: 'notice-reads-insert',
  text: `insert into notice_reads (organization_id, reader, position, read_at)
    select $1, $2, p.position, $4 from unnest($3::bigint[]) as p(position)
    on conflict do nothing`,
};

/** Marks single notices as read; repeating it changes nothing. */
export async function markNoticesRead(
  db: Db,
  { organizationId, reader }: ReaderKey,
  positions: readonly number[],
  now: Date,
): Promise<void> {
  await runStatement(db, insert, [organizationId, reader, positions, now]);
}

const raise = {
  name: 'notice-readers-raise',
  text: `insert into notice_readers as r (organization_id, reader, read_to) values ($1, $2, $3)
    on conflict (organization_id, reader) do update set read_to = greatest(r.read_to, excluded.read_to)`,
};

const removeCovered = {
  name: 'notice-reads-delete-covered',
  text: `delete from notice_reads where organization_id = $1 and reader = $2 and position <= $3`,
};

/** Marks all notices up to a position as read. */
export async function markAllNoticesRead(
  tx: Tx,
  { organizationId, reader }: ReaderKey,
  readTo: number,
): Promise<void> {
  await runStatement(tx, raise, [organizationId, reader, readTo]);
  await runStatement(tx, removeCovered, [organizationId, reader, readTo]);
}
