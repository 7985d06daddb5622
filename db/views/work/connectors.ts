import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A program that follows the feed, with its position in it. */
export type FollowingConnector = {
  id: string;
  type: string | null;
  description: string | null;
  version: string | null;
  /** The id of the last event that it has handled, as it stored it. */
  lastEventId: string | null;
  /** Position of that event; null if it is in no feed. */
  position: number | null;
  /** Events after it, counted up to `maxBehind`; null without a cursor. */
  behindEvents: number | null;
  /** When the first of these events happened. */
  behindSince: Date | null;
  /** Who wrote it last. */
  principal: string;
  /** Last use of that key, or the time when the connector was registered. */
  lastSeenAt: Date;
};

/** Events behind a connector are counted up to this number. */
export const maxBehind = 10_000;

const uuid = `'^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`;

const list = {
  name: 'connectors-list-following',
  text: `select d.id, r.body->'info'->>'type' as type, r.body->'info'->>'description' as description,
      r.body->'info'->>'connectorVersion' as version, c.cursor as "lastEventId", p.seq as position,
      b.count as "behindEvents", b.since as "behindSince", r.principal, greatest(r.at, k.last_used_at) as "lastSeenAt"
    from documents d
    join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
    left join api_keys k on k.organization_id = $1 and r.principal = 'api-key:' || k.id
    cross join lateral (select r.body->'state'->>'lastEventId' as cursor) c
    left join lateral (
      select case when c.cursor ~ ${uuid} then c.cursor::uuid end as id) e on true
    left join lateral (
      select coalesce(
        (select v.seq from events v where v.organization_id = $1 and v.id = e.id),
        (select min(n.seq) - 1 from (
          select v.seq from events v where v.organization_id = $1 and v.id > e.id and v.public order by v.id limit 1000) n)) as seq
      where e.id is not null) p on true
    left join lateral (
      select count(*)::int as count, min(n.at) as since from (
        select v.at from events v where v.organization_id = $1 and v.seq > p.seq order by v.seq limit $4) n
      where p.seq is not null having p.seq is not null) b on true
    where d.organization_id = $1 and d.kind = 'connector' and ($2::text is null or d.id > $2)
    order by d.id limit $3`,
};

/** A page of the connectors of an organization in the order of their ids, each with its position in the feed. */
export function listFollowingConnectors(
  db: Db,
  organizationId: OrganizationId,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<FollowingConnector[]> {
  return runStatement<FollowingConnector>(db, list, [organizationId, after, limit, maxBehind]);
}
