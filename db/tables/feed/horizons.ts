import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The start of an organization's feed after retention has deleted its oldest events. */
export type FeedHorizon = {
  /** Position of the last deleted event; all later events are kept. */
  seq: number;
  /** The greatest id among the deleted events. */
  latestId: string;
};

const find = {
  name: 'feed-horizons-find',
  text: `select seq, latest_id as "latestId" from feed_horizons where organization_id = $1`,
};

/** How far retention has deleted; undefined while the feed is complete. */
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
 * Deletes up to `limit` events from the start of an organization's feed, up to the first event that is not
 * older than the given time, and records the new start; returns their number. It never deletes from the middle:
 * then a client that resumes with the id of a deleted event has seen none of the kept events.
 */
export async function deleteOldestEvents(
  tx: Tx,
  organizationId: OrganizationId,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const values = [organizationId, before, limit];
  const deleted = await runStatement<{ id: string; seq: number }>(tx, removeOldest, values);
  if (deleted.length === 0) return 0;
  const seq = deleted.reduce((last, each) => Math.max(last, each.seq), 0);
  const latestId = deleted.reduce((latest, { id }) => (id > latest ? id : latest), '');
  await runStatement(tx, move, [organizationId, seq, latestId]);
  return deleted.length;
}
