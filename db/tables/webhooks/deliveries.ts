import { newId } from '../../../lib/ids.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { WebhookKey } from './webhooks.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A line of events sent one after another: the events of one subject for one webhook. */
export type DeliveryLine = { webhook: WebhookKey; subjectKind: string; subjectId: string };

/** An event to send; a test has no position in the feed. */
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
      subject_id, next_attempt_at, created_at, replay_id)
    select $1, $2, n.*, $9, $9, $10 from unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::text[]) n`,
};

/** Stores deliveries that are due now, in the given order, of a replay if one is named; returns their ids. */
export async function insertDeliveries(
  tx: Tx,
  webhook: WebhookKey,
  deliveries: readonly NewDelivery[],
  { now, replayId }: { now: Date; replayId?: string | undefined },
): Promise<string[]> {
  const ids = deliveries.map(() => newId());
  await runStatement(tx, insert, [
    webhook.organizationId,
    webhook.id,
    ids,
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ eventSeq }) => eventSeq ?? null),
    deliveries.map(({ eventType }) => eventType),
    deliveries.map(({ subjectKind }) => subjectKind),
    deliveries.map(({ subjectId }) => subjectId),
    now,
    replayId ?? null,
  ]);
  return ids;
}

const reopened = `set status = 'pending', next_attempt_at = $3, failures = 0, first_failed_at = null, delivered_at = null,
      generation = generation + 1`;

const reopenOne = {
  name: 'webhook-deliveries-reopen',
  text: `update webhook_deliveries ${reopened} where organization_id = $1 and webhook_id = $2 and id = $4 returning id`,
};

/** Makes a delivery due again, in any state; false when there is none. */
export async function reopenDelivery(
  tx: Tx,
  { organizationId, id }: WebhookKey,
  deliveryId: string,
  now: Date,
): Promise<boolean> {
  const rows = await runStatement(tx, reopenOne, [organizationId, id, now, deliveryId]);
  return rows.length === 1;
}

const reopenWhere = (condition: string): string =>
  `update webhook_deliveries ${reopened} where organization_id = $1 and webhook_id = $2 and status = 'pending'
      and event_seq is not null and ${condition}`;

// Two statements, each with its partial index: most waiting deliveries are already due and stay as they are.
const reopenFailing = {
  name: 'webhook-deliveries-reopen-failing',
  text: reopenWhere('first_failed_at is not null'),
};
const reopenSending = {
  name: 'webhook-deliveries-reopen-sending',
  text: reopenWhere('sending_by is not null'),
};

/**
 * Makes all failed deliveries due; a delivery being sent is sent again whatever its result. Leaves tests alone.
 */
export async function reopenUndelivered(
  tx: Tx,
  { organizationId, id }: WebhookKey,
  now: Date,
): Promise<void> {
  await runStatement(tx, reopenFailing, [organizationId, id, now]);
  await runStatement(tx, reopenSending, [organizationId, id, now]);
}

const listLines = {
  name: 'webhook-deliveries-lines',
  text: `select distinct subject_kind as "subjectKind", subject_id as "subjectId" from webhook_deliveries
    where organization_id = $1 and webhook_id = $2 and status = 'pending'`,
};

/** The lines of a webhook with waiting deliveries. */
export async function listWaitingLines(db: Db, webhook: WebhookKey): Promise<DeliveryLine[]> {
  const rows = await runStatement<Omit<DeliveryLine, 'webhook'>>(db, listLines, [
    webhook.organizationId,
    webhook.id,
  ]);
  return rows.map((row) => ({ webhook, ...row }));
}

const isOver = `created_at < $1 and (status <> 'pending' or created_at < $2)`;

// Joins by physical row address: with a join by key, a plan made for any number of rows reads the whole table
// for each batch. A delivery made due again meanwhile is checked again.
const remove = {
  name: 'webhook-deliveries-delete',
  text: `delete from webhook_deliveries
    where ctid = any(array(select ctid from webhook_deliveries where ${isOver} limit $3)) and ${isOver} returning 1`,
};

/**
 * Deletes up to `limit` deliveries older than the given times, the second for waiting deliveries; returns their
 * number.
 */
export async function deleteDeliveries(
  db: Db,
  before: { ended: Date; waiting: Date },
  limit: number,
): Promise<number> {
  return (await runStatement(db, remove, [before.ended, before.waiting, limit])).length;
}
