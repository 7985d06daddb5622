import type { Db, Tx } from '../../connect.ts';
import type { Exchange } from '../../../domain/webhooks/exchange.ts';
import { runStatement } from '../../statement.ts';
import type { DeliveryLine, DeliveryStatus } from './deliveries.ts';
import type { WebhookKey } from './webhooks.ts';

/** The first delivery of a line. */
export type HeadDelivery = {
  id: string;
  eventId: string;
  isTest: boolean;
  failures: number;
  firstFailedAt: Date | null;
  nextAttemptAt: Date;
  /** Incremented whenever the delivery is made due again. */
  generation: number;
  isDue: boolean;
  /** True if other running work is sending it. */
  isHeld: boolean;
};

const isHeld = `exists (select 1 from work w where w.id = d.sending_by and w.state = 'RUNNING' and w.id <> $5)`;

const isDue = `d.next_attempt_at <= $4`;

const findHead = {
  name: 'webhook-deliveries-head',
  text: `select d.id, d.event_id as "eventId", d.event_seq is null as "isTest", d.failures,
      d.first_failed_at as "firstFailedAt", d.next_attempt_at as "nextAttemptAt", d.generation,
      ${isDue} as "isDue", ${isHeld} as "isHeld"
    from webhook_deliveries d
    where d.organization_id = $1 and d.webhook_id = $2 and d.subject_kind = $3 and d.subject_id = $6
      and d.status = 'pending' and (d.event_seq is null or not $7)
    order by d.event_seq nulls first, d.id limit 1`,
};

/**
 * The next delivery to send, from the view of the given work; only tests if the webhook is paused or disabled.
 */
export async function findHeadDelivery(
  db: Db,
  { webhook, subjectKind, subjectId }: DeliveryLine,
  { workId, testsOnly, now }: { workId: string; testsOnly: boolean; now: Date },
): Promise<HeadDelivery | undefined> {
  const line = [webhook.organizationId, webhook.id, subjectKind];
  const seen = [...line, now, workId, subjectId, testsOnly];
  const [row] = await runStatement<HeadDelivery>(db, findHead, seen);
  return row;
}

const lock = {
  name: 'webhook-deliveries-lock',
  text: `select 1 from webhook_deliveries where organization_id = $1 and webhook_id = $2 and id = $3 for update`,
};

const take = {
  name: 'webhook-deliveries-take',
  text: `update webhook_deliveries d set sending_by = $5, sending_since = $4
    where d.organization_id = $1 and d.webhook_id = $2 and d.id = $3 and d.status = 'pending'
      and d.generation = $6 and ${isDue} and not ${isHeld}
    returning d.id`,
};

/**
 * Makes the work the sender of a delivery; false when it was taken or has ended meanwhile. Lock and update are
 * two statements: a single statement that waited for the row would see the new row but not the new work
 * (measured: it was sent twice).
 */
export async function takeDelivery(
  tx: Tx,
  webhook: WebhookKey,
  {
    head: { id, generation },
    workId,
    now,
  }: { head: Pick<HeadDelivery, 'id' | 'generation'>; workId: string; now: Date },
): Promise<boolean> {
  const key = [webhook.organizationId, webhook.id, id];
  await runStatement(tx, lock, key);
  return (await runStatement(tx, take, [...key, now, workId, generation])).length === 1;
}

/** The result of an attempt. */
export type DeliveryAttempt = {
  id: string;
  /** The delivery's generation when it was sent. */
  generation: number;
  status: DeliveryStatus;
  /** Earliest time of the next attempt. */
  nextAttemptAt: Date;
  httpStatus: number | undefined;
  error: string | undefined;
  answer: string | undefined;
  exchange: Exchange;
  begunAt: Date;
  endedAt: Date;
};

const counted = `attempts = attempts + 1, sending_by = null, sending_since = null,
      last_status = $4, last_error = $5, last_answer = $6, last_request = $8, last_response = $9, last_duration_ms = $10,
      first_attempt_at = coalesce(first_attempt_at, $7), last_attempt_at = $7`;

const note = {
  name: 'webhook-deliveries-note',
  text: `update webhook_deliveries set ${counted}, status = $11, next_attempt_at = $12,
      delivered_at = case when $11 = 'delivered' then $13::timestamptz end,
      failures = case when $11 = 'delivered' then 0 else failures + 1 end,
      first_failed_at = case when $11 <> 'delivered' then coalesce(first_failed_at, $13) end
    where organization_id = $1 and webhook_id = $2 and id = $3 and generation = $14 returning id`,
};

const count = {
  name: 'webhook-deliveries-count-attempt',
  text: `update webhook_deliveries set ${counted}
    where organization_id = $1 and webhook_id = $2 and id = $3 returning next_attempt_at as "nextAttemptAt"`,
};

/**
 * The effect of an attempt on its delivery: recorded, overtaken by a new request, or the delivery is deleted.
 */
export type NotedAttempt = 'noted' | 'gone' | { overtaken: { nextAttemptAt: Date } };

/**
 * Records the result of an attempt. If the delivery was made due again meanwhile, the attempt is only counted
 * and the new due time stays.
 */
export async function noteDeliveryAttempt(
  tx: Tx,
  { organizationId, id: webhookId }: WebhookKey,
  attempt: DeliveryAttempt,
): Promise<NotedAttempt> {
  const { id, httpStatus, error, answer, exchange, begunAt } = attempt;
  const { request, answer: kept, durationMs } = exchange;
  const values = [
    organizationId,
    webhookId,
    id,
    httpStatus,
    error,
    answer,
    begunAt,
    request && JSON.stringify(request),
    kept && JSON.stringify(kept),
    durationMs,
  ];
  const { status, nextAttemptAt, endedAt, generation } = attempt;
  const outcome = [status, nextAttemptAt, endedAt, generation];
  if ((await runStatement(tx, note, [...values, ...outcome])).length === 1) return 'noted';
  const [row] = await runStatement<{ nextAttemptAt: Date }>(tx, count, values);
  return row ? { overtaken: row } : 'gone';
}
