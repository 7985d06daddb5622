import type { OrganizationId } from '../../domain/principal.ts';
import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** Where the feed of an organization begins, when retention has taken its start away. */
export type FeedHorizon = {
  /** Last position whose event is gone; everything behind it is kept. */
  seq: number;
  /** The latest id among the events that are gone. */
  latestId: string;
};

const find = {
  name: 'feed-horizons-find',
  text: `select seq, latest_id as "latestId" from feed_horizons where organization_id = $1`,
};

/** How far retention came; undefined while the feed still has its start. */
export async function findFeedHorizon(
  db: Db,
  organizationId: OrganizationId,
): Promise<FeedHorizon | undefined> {
  const [row] = await runStatement<FeedHorizon>(db, find, [organizationId]);
  return row;
}

const removeOldest = {
  name: 'feed-horizons-remove-oldest',
  text: `with oldest as (
      select id, seq, at from events where organization_id = $1 and seq is not null order by seq limit $3),
    reach as (select coalesce(min(seq) filter (where at >= $2), max(seq) + 1) as seq from oldest)
    delete from events e using oldest o, reach r
    where e.organization_id = $1 and e.id = o.id and o.seq < r.seq
    returning e.id, e.seq`,
};

const move = {
  name: 'feed-horizons-move',
  text: `insert into feed_horizons as h (organization_id, seq, latest_id) values ($1, $2, $3)
    on conflict (organization_id) do update
    set seq = excluded.seq, latest_id = greatest(h.latest_id::text, excluded.latest_id::text)::uuid`,
};

/**
 * Takes up to `limit` events from the start of an organization's feed, as far as all are from before the given time, and
 * notes how far; answers how many. Never one from the middle, though it be older: who comes with the id of an event
 * that is gone then has seen nothing of what is kept.
 */
export async function deleteOldestEvents(
  tx: Tx,
  organizationId: OrganizationId,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const values = [organizationId, before, limit];
  const gone = await runStatement<{ id: string; seq: number }>(tx, removeOldest, values);
  if (gone.length === 0) return 0;
  const seq = gone.reduce((last, each) => Math.max(last, each.seq), 0);
  const latestId = gone.reduce((latest, { id }) => (id > latest ? id : latest), '');
  await runStatement(tx, move, [organizationId, seq, latestId]);
  return gone.length;
}
