import type { OrganizationId } from '../../../domain/principal.ts';
import type { WebhookFeed } from '../../../domain/webhooks/feed.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { ReaderForm } from '../../tables/feed/readers.ts';

/** Largest number of unread events that is counted for each reader, whatever the number of its types. */
export const maxCountedLag = 1_000;

/** How far a reader is behind: unread events, up to `maxCountedLag`, and the time of the oldest. */
type Lag = { unread: number; oldestAt: Date | null };

/** A client of the feed with its lag. */
export type ReaderWithLag = Lag & {
  form: ReaderForm;
  principal: string;
  agent: string | null;
  types: string[] | null;
  seq: number;
  firstSeenAt: Date;
  seenAt: Date;
};

const list = {
  name: 'feed-readers-list',
  text: `select r.form, r.principal, r.agent, r.types, r.seq, r.first_seen_at as "firstSeenAt", r.seen_at as "seenAt",
      counted.unread, lag."oldestAt"
    from (select * from feed_readers where organization_id = $1 order by seen_at desc limit $2) r
    cross join lateral (
      select count(*)::int as unread from (
        (select 1 from events e where r.types is null and e.organization_id = $1 and e.seq > r.seq order by e.seq limit $3)
        union all
        select 1 from unnest(r.types) t(type) cross join lateral (
          select 1 from events e where e.organization_id = $1 and e.type = t.type and e.seq > r.seq order by e.seq limit $3) e
        limit $3) e) counted
    cross join lateral (
      select min(at) as "oldestAt" from (
        (select e.at from events e where r.types is null and e.organization_id = $1 and e.seq > r.seq order by e.seq limit 1)
        union all
        select e.at from unnest(r.types) t(type) cross join lateral (
          select at from events where organization_id = $1 and type = t.type and seq > r.seq order by seq limit 1) e) e) lag
    order by r.seen_at desc, r.id`,
};

/** The clients of the feed that were seen last, with their lag. */
export function listFeedReaders(
  db: Db,
  organizationId: OrganizationId,
  limit: number,
): Promise<ReaderWithLag[]> {
  return runStatement<ReaderWithLag>(db, list, [organizationId, limit, maxCountedLag]);
}

/** A webhook as a reader of its feed; `unread` counts events without a delivery and waiting deliveries. */
export type WebhookWithLag = Lag & {
  id: string;
  feed: WebhookFeed;
  seq: number;
  seenAt: Date | null;
};

const listWebhooks = {
  name: 'feed-readers-webhooks',
  text: `select w.id, w.feed, w.cursor_seq as seq, least(waiting.unread + behind.unread + messaging.unread, $4)::int as unread,
      least(waiting."oldestAt", oldest."oldestAt", messaging."oldestAt") as "oldestAt",
      (select d.last_attempt_at from webhook_deliveries d
        where d.organization_id = $1 and d.webhook_id = w.id and d.last_attempt_at is not null
        order by d.id desc limit 1) as "seenAt"
    from unnest($2::text[], $3::text[]) wanted(id, types)
    join webhooks w on w.organization_id = $1 and w.id = wanted.id
    cross join lateral (
      select count(*) as unread, min(created_at) as "oldestAt" from (
        select d.created_at from webhook_deliveries d
        where d.organization_id = $1 and d.webhook_id = w.id and d.status = 'pending' order by d.id limit $4) d) waiting
    cross join lateral (
      select count(*) as unread from (
        select 1 from unnest(string_to_array(wanted.types, ',')) t(type) cross join lateral (
          select 1 from events e
          where w.feed = 'catalog' and e.organization_id = $1 and e.type = t.type and e.seq > w.cursor_seq
          order by e.seq limit $4) e
        limit $4) e) behind
    cross join lateral (
      select min(at) as "oldestAt" from unnest(string_to_array(wanted.types, ',')) t(type) cross join lateral (
        select e.at from events e
        where w.feed = 'catalog' and e.organization_id = $1 and e.type = t.type and e.seq > w.cursor_seq
        order by e.seq limit 1) e) oldest
    cross join lateral (
      select count(*) as unread, min(at) as "oldestAt" from (
        select e.at from messaging_events e
        where w.feed = 'messaging' and e.organization_id = $1 and e.position > w.cursor_seq
          and e.type = any(string_to_array(wanted.types, ','))
        order by e.position limit $4) e) messaging
    order by w.id`,
};

/** Webhooks with their lag; each comes with the types that its patterns mean. */
export function listWebhookReaders(
  db: Db,
  organizationId: OrganizationId,
  webhooks: readonly { id: string; types: readonly string[] }[],
): Promise<WebhookWithLag[]> {
  if (webhooks.length === 0) return Promise.resolve([]);
  return runStatement<WebhookWithLag>(db, listWebhooks, [
    organizationId,
    webhooks.map(({ id }) => id),
    webhooks.map(({ types }) => types.join(',')),
    maxCountedLag,
  ]);
}

const head = {
  name: 'feed-readers-head',
  text: `select id, seq, at from events where organization_id = $1 and seq is not null order by seq desc limit 1`,
};

/** The last event of the organization's feed. */
export async function findFeedHead(
  db: Db,
  organizationId: OrganizationId,
): Promise<{ id: string; seq: number; at: Date } | undefined> {
  const [row] = await runStatement<{ id: string; seq: number; at: Date }>(db, head, [
    organizationId,
  ]);
  return row;
}
