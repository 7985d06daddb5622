import type { OrganizationId } from '../../../domain/principal.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { WebhookKey } from './webhooks.ts';

export const replayStates = ['running', 'done', 'cancelled'] as const;
export type ReplayState = (typeof replayStates)[number];

/** Events of a feed that are sent again; `from` and `to` are positions, both included. */
export type ReplayRange = { fromSeq: number; toSeq: number; events: readonly string[] };

/** Names one replay of a webhook. */
export type ReplayKey = { webhook: WebhookKey; id: string };

const insert = {
  name: 'webhook-replays-insert',
  text: `insert into webhook_replays (organization_id, webhook_id, id, from_seq, to_seq, cursor_seq, events, planned, state,
      principal, created_at)
    values ($1, $2, $3, $4::bigint, $5, $4::bigint - 1, $6, $7, 'running', $8, $9) on conflict do nothing returning id`,
};

/** Stores a replay that begins; false if another replay of the webhook runs. */
export async function insertReplay(
  tx: Tx,
  { webhook, id }: ReplayKey,
  replay: ReplayRange & { planned: number; principal: string; now: Date },
): Promise<boolean> {
  const { fromSeq, toSeq, events, planned, principal, now } = replay;
  const key = [webhook.organizationId, webhook.id, id];
  const values = [...key, fromSeq, toSeq, events, planned, principal, now];
  return (await runStatement(tx, insert, values)).length === 1;
}

const listRunning = {
  name: 'webhook-replays-running',
  text: `select r.organization_id as "organizationId", r.webhook_id as "webhookId", r.id from webhook_replays r
    join webhooks w on w.organization_id = r.organization_id and w.id = r.webhook_id
    where r.state = 'running' and w.enabled and w.paused_at is null order by r.id limit 1000`,
};

/** Running replays of all organizations whose webhooks may send. */
export async function listRunningReplays(db: Db): Promise<ReplayKey[]> {
  type Row = { organizationId: string; webhookId: string; id: string };
  const rows = await runStatement<Row>(db, listRunning, []);
  return rows.map(({ organizationId, webhookId, id }) => ({
    webhook: { organizationId: asOrganizationId(organizationId), id: webhookId },
    id,
  }));
}

const lock = {
  name: 'webhook-replays-lock',
  text: `select cursor_seq as "cursorSeq", to_seq as "toSeq", events,
      (select count(*) from (select 1 from webhook_deliveries d
        where d.organization_id = $1 and d.webhook_id = $2 and d.replay_id = $3 and d.status = 'pending' limit $4) waiting
      )::int as waiting
    from webhook_replays r
    where organization_id = $1 and webhook_id = $2 and id = $3 and state = 'running' for update`,
};

/** A running replay, locked; `waiting` is the number of its deliveries that are not sent yet, up to a limit. */
export async function lockReplay(
  tx: Tx,
  { webhook, id }: ReplayKey,
  maxWaiting: number,
): Promise<
  { cursorSeq: number; toSeq: number; events: readonly string[]; waiting: number } | undefined
> {
  const values = [webhook.organizationId, webhook.id, id, maxWaiting];
  const [row] = await runStatement<{
    cursorSeq: number;
    toSeq: number;
    events: string[];
    waiting: number;
  }>(tx, lock, values);
  return row;
}

const move = {
  name: 'webhook-replays-move',
  text: `update webhook_replays set cursor_seq = $4::bigint, queued = queued + $5,
      state = case when $4::bigint >= to_seq then 'done' else state end,
      ended_at = case when $4::bigint >= to_seq then $6::timestamptz end
    where organization_id = $1 and webhook_id = $2 and id = $3`,
};

/** Records that deliveries exist up to a position; the last position ends the replay. */
export async function moveReplay(
  tx: Tx,
  { webhook, id }: ReplayKey,
  moved: { seq: number; queued: number; now: Date },
): Promise<void> {
  const { seq, queued, now } = moved;
  await runStatement(tx, move, [webhook.organizationId, webhook.id, id, seq, queued, now]);
}

const cancel = {
  name: 'webhook-replays-cancel',
  text: `update webhook_replays set state = 'cancelled', ended_at = $4
    where organization_id = $1 and webhook_id = $2 and id = $3 returning id`,
};

const dropDeliveries = {
  name: 'webhook-replays-drop-deliveries',
  text: `update webhook_deliveries set status = 'failed', generation = generation + 1, last_error = $4
    where organization_id = $1 and webhook_id = $2 and replay_id = $3 and status = 'pending' returning 1`,
};

const listLines = {
  name: 'webhook-replays-lines',
  text: `select distinct subject_kind as "subjectKind", subject_id as "subjectId" from webhook_deliveries
    where organization_id = $1 and webhook_id = $2 and replay_id = $3 and status = 'pending'`,
};

/** Subjects of the waiting deliveries of a replay. */
export function listReplayLines(
  db: Db,
  { webhook, id }: ReplayKey,
): Promise<{ subjectKind: string; subjectId: string }[]> {
  return runStatement(db, listLines, [webhook.organizationId, webhook.id, id]);
}

/** Ends a replay and gives up its waiting deliveries with a reason; returns their number. */
export async function cancelReplay(
  tx: Tx,
  { webhook, id }: ReplayKey,
  { reason, now }: { reason: string; now: Date },
): Promise<number> {
  const key = [webhook.organizationId, webhook.id, id];
  await runStatement(tx, cancel, [...key, now]);
  return (await runStatement(tx, dropDeliveries, [...key, reason])).length;
}

/** A replay with the number of its deliveries by status. */
export type Replay = {
  id: string;
  state: ReplayState;
  fromSeq: number;
  toSeq: number;
  events: string[];
  planned: number;
  queued: number;
  pending: number;
  delivered: number;
  failed: number;
  principal: string;
  createdAt: Date;
  endedAt: Date | null;
};

const list = {
  name: 'webhook-replays-list',
  text: `select r.id, r.state, r.from_seq as "fromSeq", r.to_seq as "toSeq", r.events, r.planned, r.queued, r.principal,
      r.created_at as "createdAt", r.ended_at as "endedAt", counts.*
    from (select * from webhook_replays
      where organization_id = $1 and webhook_id = $2 and ($3::uuid is null or id = $3) and ($4::uuid is null or id < $4)
      order by id desc limit $5 offset $6) r
    cross join lateral (
      select count(*) filter (where d.status = 'pending')::int as pending,
        count(*) filter (where d.status = 'delivered')::int as delivered,
        count(*) filter (where d.status = 'failed')::int as failed
      from webhook_deliveries d
      where d.organization_id = $1 and d.webhook_id = $2 and d.replay_id = r.id) counts
    order by r.id desc`,
};

/** Replays of a webhook, newest first. */
export function listReplays(
  db: Db,
  { organizationId, id }: WebhookKey,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<Replay[]> {
  const values = [organizationId, id, null, page.after, page.limit, page.offset];
  return runStatement<Replay>(db, list, values);
}

/** One replay. */
export async function findReplay(db: Db, { webhook, id }: ReplayKey): Promise<Replay | undefined> {
  const values = [webhook.organizationId, webhook.id, id, null, 1, 0];
  const [row] = await runStatement<Replay>(db, list, values);
  return row;
}

const remove = {
  name: 'webhook-replays-delete',
  text: `delete from webhook_replays where ctid = any(array(
      select ctid from webhook_replays where ended_at < $1 limit $2)) returning 1`,
};

/** Deletes up to `limit` replays that ended before the given time; returns their number. */
export async function deleteReplays(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, remove, [before, limit])).length;
}

const countCatalog = {
  name: 'webhook-replays-count',
  text: `select t.type, count(*)::int as count from unnest($4::text[]) t(type)
    cross join lateral (
      select 1 from events e where e.organization_id = $1 and e.type = t.type and e.seq between $2 and $3
      order by e.seq limit $5) e
    group by 1 order by 1`,
};

const countMessaging = {
  name: 'webhook-replays-count-messaging',
  text: `select type, count(*)::int as count from (
      select type from messaging_events
      where organization_id = $1 and position between $2 and $3 and type = any($4) limit $5) e
    group by 1 order by 1`,
};

/** Numbers of events by their type between two positions of a feed, each up to `limit`. */
export function countEvents(
  db: Db,
  organizationId: OrganizationId,
  { feed, fromSeq, toSeq, types }: FeedSpan & { types: readonly string[] },
  limit: number,
): Promise<{ type: string; count: number }[]> {
  const statement = feed === 'messaging' ? countMessaging : countCatalog;
  return runStatement(db, statement, [organizationId, fromSeq, toSeq, types, limit]);
}

type FeedSpan = { feed: 'catalog' | 'messaging'; fromSeq: number; toSeq: number };

const findMessagingSeq = {
  name: 'webhook-replays-messaging-position',
  text: `select position as seq from messaging_events where organization_id = $1 and id = $2`,
};

const findMessagingSeqAt = {
  name: 'webhook-replays-messaging-time',
  text: `select position as seq from messaging_events where organization_id = $1 and at >= $2 order by position limit 1`,
};

/** Position of an event of messaging. */
export async function findMessagingPosition(
  db: Db,
  organizationId: OrganizationId,
  of: { id: string } | { at: Date },
): Promise<number | undefined> {
  const statement = 'id' in of ? findMessagingSeq : findMessagingSeqAt;
  const values = [organizationId, 'id' in of ? of.id : of.at];
  const [row] = await runStatement<{ seq: number }>(db, statement, values);
  return row?.seq;
}
