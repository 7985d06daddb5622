import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The ways in which a client can read the feed. */
export const readerForms = ['poll', 'stream'] as const;
export type ReaderForm = (typeof readerForms)[number];

/** A client that has read the feed, and how far. */
export type FeedReader = {
  organizationId: OrganizationId;
  id: string;
  form: ReaderForm;
  principal: string;
  agent: string | undefined;
  /** Undefined for all types. */
  types: readonly string[] | undefined;
  /** Position of the last event that it was sent. */
  seq: number;
  seenAt: Date;
};

const upsert = {
  name: 'feed-readers-upsert',
  text: `insert into feed_readers as r (organization_id, id, form, principal, agent, types, seq, first_seen_at, seen_at)
    select n.organization_id, n.id, n.form, n.principal, n.agent, string_to_array(n.types, ','), n.seq, n.seen_at, n.seen_at
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::timestamptz[])
      as n(organization_id, id, form, principal, agent, types, seq, seen_at)
    order by n.organization_id, n.id
    on conflict (organization_id, id) do update set seq = excluded.seq, seen_at = excluded.seen_at
    where excluded.seen_at >= r.seen_at`,
};

/** Stores how far readers are; of two processes that saw the same reader, the later time counts. */
export async function upsertFeedReaders(db: Db, readers: readonly FeedReader[]): Promise<void> {
  await runStatement(db, upsert, [
    readers.map(({ organizationId }) => organizationId),
    readers.map(({ id }) => id),
    readers.map(({ form }) => form),
    readers.map(({ principal }) => principal),
    readers.map(({ agent }) => agent ?? null),
    readers.map(({ types }) => types?.join(',') ?? null),
    readers.map(({ seq }) => seq),
    readers.map(({ seenAt }) => seenAt),
  ]);
}

const remove = {
  name: 'feed-readers-delete',
  text: `delete from feed_readers where ctid = any(array(
      select ctid from feed_readers where seen_at < $1 order by seen_at limit $2))
    returning 1`,
};

/** Deletes up to `limit` readers that were last seen before the given time; returns their number. */
export async function deleteFeedReaders(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, remove, [before, limit])).length;
}
