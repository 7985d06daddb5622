import { newId } from '../../lib/ids.ts';
import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { WebhookKey } from './webhooks.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Whose events are sent one behind the other: one subject's to one webhook. */
export type DeliveryLine = { webhook: WebhookKey; subjectKind: string; subjectId: string };

/** An event that is to be sent; a test has no place in the feed. */
export type NewDelivery = {
  eventId: string;
  eventSeq: number | undefined;
  eventType: string;
  subjectKind: string;
  subjectId: string;
};

const insert = {
  name: 'webhook-deliveries-insert',
  text: `insert into webhook_deliveries (organization_id, webhook_id, id, event_id, event_seq, event_type, subject_kind,
      subject_id, next_attempt_at, created_at)
    select $1, $2, n.*, $9, $9 from unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::text[]) n`,
};

/** Stores deliveries that are due now, in the order given. */
export async function insertDeliveries(
  tx: Tx,
  webhook: WebhookKey,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  await runStatement(tx, insert, [
    webhook.organizationId,
    webhook.id,
    deliveries.map(() => newId()),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ eventSeq }) => eventSeq ?? null),
    deliveries.map(({ eventType }) => eventType),
    deliveries.map(({ subjectKind }) => subjectKind),
    deliveries.map(({ subjectId }) => subjectId),
    now,
  ]);
}

/** The delivery that its line waits for. */
export type HeadDelivery = {
  id: string;
  eventId: string;
  isTest: boolean;
  failures: number;
  firstFailedAt: Date | null;
  nextAttemptAt: Date;
  /** Whether other work that runs is sending it. */
  isHeld: boolean;
};

const isHeld = `exists (select 1 from work w where w.id = d.sending_by and w.state = 'RUNNING' and w.id <> $5)`;

const findHead = {
  name: 'webhook-deliveries-head',
  text: `select d.id, d.event_id as "eventId", d.event_seq is null as "isTest", d.failures,
      d.first_failed_at as "firstFailedAt", d.next_attempt_at as "nextAttemptAt", ${isHeld} as "isHeld"
    from webhook_deliveries d
    where d.organization_id = $1 and d.webhook_id = $2 and d.subject_kind = $3 and d.subject_id = $4
      and d.status = 'pending' and (d.event_seq is null or not $6)
    order by d.event_seq nulls first, d.id limit 1`,
};

/** What is to be sent next, as the given work sees it; of a webhook that sends nothing only tests. */
export async function findHeadDelivery(
  db: Db,
  { webhook, subjectKind, subjectId }: DeliveryLine,
  workId: string,
  testsOnly: boolean,
): Promise<HeadDelivery | undefined> {
  const line = [webhook.organizationId, webhook.id, subjectKind, subjectId];
  const [row] = await runStatement<HeadDelivery>(db, findHead, [...line, workId, testsOnly]);
  return row;
}

const lock = {
  name: 'webhook-deliveries-lock',
  text: `select 1 from webhook_deliveries where organization_id = $1 and webhook_id = $2 and id = $3 for update`,
};

const take = {
  name: 'webhook-deliveries-take',
  text: `update webhook_deliveries d set sending_by = $5
    where d.organization_id = $1 and d.webhook_id = $2 and d.id = $3 and d.status = 'pending'
      and d.next_attempt_at <= $4 and not ${isHeld}
    returning d.id`,
};

/**
 * Makes the work the one that sends it; false when it was taken, or ended, meanwhile. Lock and update are two statements: one
 * that waited for the row would look at the new row, but not at the work that this names (measured: it was sent twice).
 */
export async function takeDelivery(
  tx: Tx,
  webhook: WebhookKey,
  { id, workId, now }: { id: string; workId: string; now: Date },
): Promise<boolean> {
  const key = [webhook.organizationId, webhook.id, id];
  await runStatement(tx, lock, key);
  return (await runStatement(tx, take, [...key, now, workId])).length === 1;
}

const queueUp = {
  name: 'webhook-deliveries-queue-up',
  text: `select pg_advisory_xact_lock(hashtextextended($1::text || '/' || $2::text, 0))`,
};

const countSending = {
  name: 'webhook-deliveries-count-sending',
  text: `select count(*)::int as count from webhook_deliveries d join work w on w.id = d.sending_by
    where d.organization_id = $1 and d.webhook_id = $2 and d.sending_by is not null
      and w.state = 'RUNNING' and w.id <> $3`,
};

/**
 * How many deliveries of the webhook other work is sending. Callers of the same webhook come one behind the other, each at
 * the end of the other's transaction, so that they count what the others take.
 */
export async function countSendingDeliveries(
  tx: Tx,
  { organizationId, id }: WebhookKey,
  workId: string,
): Promise<number> {
  await runStatement(tx, queueUp, [organizationId, id]);
  const counted = [organizationId, id, workId];
  const [row] = await runStatement<{ count: number }>(tx, countSending, counted);
  return row?.count ?? 0;
}

/** How an attempt ended. */
export type DeliveryAttempt = {
  id: string;
  status: DeliveryStatus;
  /** When it may be sent again. */
  nextAttemptAt: Date;
  httpStatus: number | undefined;
  error: string | undefined;
  answer: string | undefined;
  begunAt: Date;
  endedAt: Date;
};

const note = {
  name: 'webhook-deliveries-note',
  text: `update webhook_deliveries set status = $4, attempts = attempts + 1, next_attempt_at = $5, sending_by = null,
      last_status = $6, last_error = $7, last_answer = $8,
      first_attempt_at = coalesce(first_attempt_at, $9), last_attempt_at = $9,
      delivered_at = case when $4 = 'delivered' then $10::timestamptz end,
      failures = case when $4 = 'delivered' then 0 else failures + 1 end,
      first_failed_at = case when $4 <> 'delivered' then coalesce(first_failed_at, $10) end
    where organization_id = $1 and webhook_id = $2 and id = $3 returning id`,
};

/** Writes down how an attempt ended; false when the webhook was deleted meanwhile. */
export async function noteDeliveryAttempt(
  tx: Tx,
  webhook: WebhookKey,
  attempt: DeliveryAttempt,
): Promise<boolean> {
  const noted = await runStatement(tx, note, [
    webhook.organizationId,
    webhook.id,
    attempt.id,
    attempt.status,
    attempt.nextAttemptAt,
    attempt.httpStatus,
    attempt.error,
    attempt.answer,
    attempt.begunAt,
    attempt.endedAt,
  ]);
  return noted.length === 1;
}

const reopened = `set status = 'pending', next_attempt_at = $3, failures = 0, first_failed_at = null, delivered_at = null`;

const reopenOne = {
  name: 'webhook-deliveries-reopen',
  text: `update webhook_deliveries ${reopened} where organization_id = $1 and webhook_id = $2 and id = $4 returning id`,
};

/** Makes a delivery due again, whatever became of it; false when there is none. */
export async function reopenDelivery(
  tx: Tx,
  { organizationId, id }: WebhookKey,
  deliveryId: string,
  now: Date,
): Promise<boolean> {
  const rows = await runStatement(tx, reopenOne, [organizationId, id, now, deliveryId]);
  return rows.length === 1;
}

const reopenAll = {
  name: 'webhook-deliveries-reopen-all',
  text: `update webhook_deliveries ${reopened}
    where organization_id = $1 and webhook_id = $2 and status in ('pending', 'failed') and event_seq is not null`,
};

/** Makes everything due that was not delivered, tests excepted. */
export async function reopenUndelivered(
  tx: Tx,
  { organizationId, id }: WebhookKey,
  now: Date,
): Promise<void> {
  await runStatement(tx, reopenAll, [organizationId, id, now]);
}

const listLines = {
  name: 'webhook-deliveries-lines',
  text: `select distinct subject_kind as "subjectKind", subject_id as "subjectId" from webhook_deliveries
    where organization_id = $1 and webhook_id = $2 and status = 'pending'`,
};

/** The lines of a webhook in which something waits. */
export async function listWaitingLines(db: Db, webhook: WebhookKey): Promise<DeliveryLine[]> {
  const rows = await runStatement<Omit<DeliveryLine, 'webhook'>>(db, listLines, [
    webhook.organizationId,
    webhook.id,
  ]);
  return rows.map((row) => ({ webhook, ...row }));
}

const remove = {
  name: 'webhook-deliveries-delete',
  text: `delete from webhook_deliveries where (organization_id, webhook_id, id) in (
      select organization_id, webhook_id, id from webhook_deliveries
      where created_at < $1 and (status <> 'pending' or created_at < $2) limit $3)
    returning 1`,
};

/** Deletes up to `limit` deliveries from before the given times, those that wait before the second; answers how many. */
export async function deleteDeliveries(
  db: Db,
  before: { ended: Date; waiting: Date },
  limit: number,
): Promise<number> {
  return (await runStatement(db, remove, [before.ended, before.waiting, limit])).length;
}
