import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { DeliveryLine, DeliveryStatus } from './webhook-deliveries.ts';
import type { WebhookKey } from './webhooks.ts';

/** The delivery that its line waits for. */
export type HeadDelivery = {
  id: string;
  eventId: string;
  isTest: boolean;
  failures: number;
  firstFailedAt: Date | null;
  nextAttemptAt: Date;
  /** Raised whenever it is made due anew. */
  generation: number;
  /** By the clock of the caller, or by that of the dispatcher, which has begun the caller's work. */
  isDue: boolean;
  /** Whether other work that runs is sending it. */
  isHeld: boolean;
};

const isHeld = `exists (select 1 from work w where w.id = d.sending_by and w.state = 'RUNNING' and w.id <> $5)`;

/** Work that was requested for its time has begun, so it is time, whatever the clock of this process says. */
const isDue = `(d.next_attempt_at <= $4 or d.next_attempt_at <= (select w.available_at from work w where w.id = $5))`;

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

/** What is to be sent next, as the given work sees it; of a webhook that sends nothing only tests. */
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
 * Makes the work the one that sends it; false when it was taken, or ended, meanwhile. Lock and update are two statements: one
 * that waited for the row would look at the new row, but not at the work that this names (measured: it was sent twice).
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

const queueUp = {
  name: 'webhook-deliveries-queue-up',
  text: `select pg_advisory_xact_lock(hashtextextended($1::text || '/' || $2::text, 0))`,
};

const countSending = {
  name: 'webhook-deliveries-count-sending',
  text: `select count(*)::int as count, min(d.sending_since) as since,
      (select o.available_at from work o where o.id = $3) as "ownDueAt"
    from webhook_deliveries d join work w on w.id = d.sending_by
    where d.organization_id = $1 and d.webhook_id = $2 and d.sending_by is not null
      and w.state = 'RUNNING' and w.id <> $3`,
};

/** What other work is sending, since when the first of it, and when the caller's own work was due. */
type SendingDeliveries = { count: number; since: Date | null; ownDueAt: Date };

/**
 * How many deliveries of the webhook other work is sending. Callers of the same webhook come one behind the other, each at
 * the end of the other's transaction, so that they count what the others take.
 */
export async function countSendingDeliveries(
  tx: Tx,
  { organizationId, id }: WebhookKey,
  workId: string,
): Promise<SendingDeliveries> {
  await runStatement(tx, queueUp, [organizationId, id]);
  const counted = [organizationId, id, workId];
  const [row] = await runStatement<SendingDeliveries>(tx, countSending, counted);
  if (!row) throw new Error('a count without a row');
  return row;
}

/** How an attempt ended. */
export type DeliveryAttempt = {
  id: string;
  /** Of the delivery when it was sent. */
  generation: number;
  status: DeliveryStatus;
  /** When it may be sent again. */
  nextAttemptAt: Date;
  httpStatus: number | undefined;
  error: string | undefined;
  answer: string | undefined;
  begunAt: Date;
  endedAt: Date;
};

const counted = `attempts = attempts + 1, sending_by = null, sending_since = null,
      last_status = $4, last_error = $5, last_answer = $6,
      first_attempt_at = coalesce(first_attempt_at, $7), last_attempt_at = $7`;

const note = {
  name: 'webhook-deliveries-note',
  text: `update webhook_deliveries set ${counted}, status = $8, next_attempt_at = $9,
      delivered_at = case when $8 = 'delivered' then $10::timestamptz end,
      failures = case when $8 = 'delivered' then 0 else failures + 1 end,
      first_failed_at = case when $8 <> 'delivered' then coalesce(first_failed_at, $10) end
    where organization_id = $1 and webhook_id = $2 and id = $3 and generation = $11 returning id`,
};

const count = {
  name: 'webhook-deliveries-count-attempt',
  text: `update webhook_deliveries set ${counted}
    where organization_id = $1 and webhook_id = $2 and id = $3 returning next_attempt_at as "nextAttemptAt"`,
};

/** What became of an attempt in the ledger: it decided about the delivery, or was overtaken, or there is none any more. */
export type NotedAttempt = 'noted' | 'gone' | { overtaken: { nextAttemptAt: Date } };

/**
 * Writes down how an attempt ended. When the delivery was made due anew meanwhile the attempt is only counted, and it is
 * to be sent again when that says.
 */
export async function noteDeliveryAttempt(
  tx: Tx,
  { organizationId, id: webhookId }: WebhookKey,
  attempt: DeliveryAttempt,
): Promise<NotedAttempt> {
  const { id, httpStatus, error, answer, begunAt } = attempt;
  const values = [organizationId, webhookId, id, httpStatus, error, answer, begunAt];
  const { status, nextAttemptAt, endedAt, generation } = attempt;
  const outcome = [status, nextAttemptAt, endedAt, generation];
  if ((await runStatement(tx, note, [...values, ...outcome])).length === 1) return 'noted';
  const [row] = await runStatement<{ nextAttemptAt: Date }>(tx, count, values);
  return row ? { overtaken: row } : 'gone';
}
