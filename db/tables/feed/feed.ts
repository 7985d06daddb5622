import type { Database, Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { transact } from '../../transact.ts';

const lock = { name: 'feed-lock', text: `select seq from feed_head for update skip locked` };

const hasFresh = {
  name: 'feed-has-fresh',
  text: `select exists (select 1 from events where seq is null and public) as fresh`,
};

const stamp = {
  name: 'feed-stamp',
  text: `with fresh as (
      select organization_id, id, row_number() over (order by n) as position
      from (select organization_id, id, n from events where seq is null and public order by n limit $1) e),
    stamped as (
      update events set seq = feed_head.seq + fresh.position from fresh, feed_head
      where events.organization_id = fresh.organization_id and events.id = fresh.id returning 1),
    moved as (update feed_head set seq = seq + (select count(*) from fresh))
    select count(*)::int as count from stamped`,
};

/**
 * Assigns the next positions of the feed to up to `limit` committed public events, by insert number. Events of
 * one subject are inserted after its row was locked, so their order is the order of its states. Only the process
 * with the lock of the head assigns positions; other processes return 0 at once. Lock and assignment are two statements
 * because the second needs a snapshot taken after the lock.
 */
export async function stampEvents(database: Database, limit: number): Promise<number> {
  const [look] = await runStatement<{ fresh: boolean }>(database.knex, hasFresh, []);
  if (!look?.fresh) return 0;
  return transact(database, async (tx) => {
    const held = await runStatement(tx, lock, []);
    if (held.length === 0) return 0;
    const [row] = await runStatement<{ count: number }>(tx, stamp, [limit]);
    return row?.count ?? 0;
  });
}

const lag = {
  name: 'feed-lag',
  text: `select seq, (select coalesce(greatest(extract(epoch from clock_timestamp() - min(at)), 0), 0)
      from events where seq is null and public)::float8 as "lagSeconds" from feed_head`,
};

/** The last assigned position of the feed, and the age of the oldest event without a position. */
export async function findFeedLag(db: Db): Promise<{ seq: number; lagSeconds: number }> {
  const [row] = await runStatement<{ seq: number; lagSeconds: number }>(db, lag, []);
  return row ?? { seq: 0, lagSeconds: 0 };
}
