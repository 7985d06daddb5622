import type { OrganizationId } from '../../../domain/principal.ts';
import type { OutgoingEvent } from '../../../domain/feed/cloud-event.ts';
import { withoutDeletedContacts } from '../../../domain/messaging/deleted-contacts.ts';
import type { KeptAnswer, SentRequest } from '../../../domain/webhooks/exchange.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DeliveryStatus, NewDelivery } from '../../tables/webhooks/deliveries.ts';
import type { Webhook, WebhookKey } from '../../tables/webhooks/webhooks.ts';

const listEvents = {
  name: 'webhook-events-list',
  text: `select id as "eventId", seq as "eventSeq", type as "eventType", subject_kind as "subjectKind",
      subject_id as "subjectId"
    from events where organization_id = $1 and seq > $2 order by seq limit $3`,
};

const listMessagingEvents = {
  name: 'webhook-messaging-events-list',
  text: `select id as "eventId", position as "eventSeq", type as "eventType", subject_kind as "subjectKind",
      subject_id as "subjectId"
    from messaging_events where organization_id = $1 and position > $2 order by position limit $3`,
};

/** The next events of a feed to turn into deliveries. */
export function listEventsToDeliver(
  db: Db,
  { organizationId, feed }: { organizationId: OrganizationId; feed: Webhook['feed'] },
  page: { afterSeq: number; limit: number },
): Promise<(NewDelivery & { eventSeq: number })[]> {
  const statement = feed === 'messaging' ? listMessagingEvents : listEvents;
  return runStatement(db, statement, [organizationId, page.afterSeq, page.limit]);
}

const findEvent = {
  name: 'webhook-events-find',
  text: `select id, type, subject_id as "subjectId", principal, data::text as data, at,
      '{}'::text[] as "deletedIds"
    from events where organization_id = $1 and id = $2
    union all
    select id, type, subject_id, principal, data::text, at, array(
      select c.id from json_array_elements(
        case when json_typeof(data -> 'contacts') = 'array' then data -> 'contacts' else json_build_array(data -> 'contact') end) t
      join contacts c on c.organization_id = $1 and c.id = t.value ->> 'id' and c.deleted_at is not null)
    from messaging_events where organization_id = $1 and id = $2`,
};

/** The event of a delivery, of either feed; undefined when the event is no longer stored. */
export async function findEventToDeliver(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<OutgoingEvent | undefined> {
  type Row = OutgoingEvent & { deletedIds: string[] };
  const [row] = await runStatement<Row>(db, findEvent, [organizationId, id]);
  if (!row) return undefined;
  const { deletedIds, ...event } = row;
  return { ...event, data: withoutDeletedContacts(event.data, deletedIds) };
}

/** A delivery as it is listed. */
export type ListedDelivery = {
  id: string;
  eventId: string;
  eventType: string;
  subjectKind: string;
  subjectId: string;
  isTest: boolean;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Date;
  lastStatus: number | null;
  lastError: string | null;
  /** Its first 1,024 characters. */
  lastAnswer: string | null;
  lastDurationMs: number | null;
  replayId: string | null;
  firstAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  deliveredAt: Date | null;
  createdAt: Date;
};

/** Columns of a listed delivery; the answer is cut. */
export const deliveryColumns = `id, event_id as "eventId", event_type as "eventType", subject_kind as "subjectKind",
    subject_id as "subjectId", event_seq is null as "isTest", status, attempts, next_attempt_at as "nextAttemptAt",
    last_status as "lastStatus", last_error as "lastError", left(last_answer, 1024) as "lastAnswer",
    last_duration_ms as "lastDurationMs", replay_id as "replayId",
    first_attempt_at as "firstAttemptAt", last_attempt_at as "lastAttemptAt", delivered_at as "deliveredAt",
    created_at as "createdAt"`;

const list = {
  name: 'webhook-deliveries-list',
  text: `select ${deliveryColumns} from webhook_deliveries
    where organization_id = $1 and webhook_id = $2 and ($3::uuid is null or id < $3)
    order by id desc limit $4 offset $5`,
};

/** Another statement, so that a plan for any values takes the index by status. */
const listOfStatus = {
  name: 'webhook-deliveries-list-of-status',
  text: `select ${deliveryColumns} from webhook_deliveries
    where organization_id = $1 and webhook_id = $2 and ($3::uuid is null or id < $3) and status = $6
    order by id desc limit $4 offset $5`,
};

/** A page of a webhook's deliveries, newest first. */
export function listDeliveries(
  db: Db,
  { organizationId, id }: WebhookKey,
  status: DeliveryStatus | undefined,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<ListedDelivery[]> {
  const values = [organizationId, id, page.after, page.limit, page.offset];
  return status === undefined
    ? runStatement<ListedDelivery>(db, list, values)
    : runStatement<ListedDelivery>(db, listOfStatus, [...values, status]);
}

/** A delivery with what was last sent and answered. */
export type DeliveryExchange = ListedDelivery & {
  /** Beginning of the body of the last answer. */
  answer: string | null;
  request: SentRequest | null;
  response: KeptAnswer | null;
};

const find = {
  name: 'webhook-deliveries-find',
  text: `select ${deliveryColumns}, last_answer as answer, last_request as request, last_response as response
    from webhook_deliveries where organization_id = $1 and webhook_id = $2 and id = $3`,
};

/** One delivery of a webhook. */
export async function findDelivery(
  db: Db,
  { organizationId, id }: WebhookKey,
  deliveryId: string,
): Promise<DeliveryExchange | undefined> {
  type Row = ListedDelivery & {
    answer: string | null;
    request: string | null;
    response: string | null;
  };
  const [row] = await runStatement<Row>(db, find, [organizationId, id, deliveryId]);
  if (!row) return undefined;
  return {
    ...row,
    request: row.request === null ? null : (JSON.parse(row.request) as SentRequest),
    response: row.response === null ? null : (JSON.parse(row.response) as KeptAnswer),
  };
}

/** Number of stored deliveries by their status. */
export type DeliveryCounts = Record<DeliveryStatus, number>;

const countByStatus = {
  name: 'webhook-deliveries-count',
  // Each pair by itself, so that the index by status is read and not the table.
  text: `select w.id as "webhookId", s.status, d.count from unnest($2::text[]) w(id)
    cross join unnest(array['pending', 'delivered', 'failed']) s(status)
    cross join lateral (
      select count(*)::int as count from webhook_deliveries
      where organization_id = $1 and webhook_id = w.id and status = s.status) d`,
};

/** Counts the deliveries of webhooks. */
export async function countDeliveries(
  db: Db,
  organizationId: OrganizationId,
  webhookIds: readonly string[],
): Promise<Map<string, DeliveryCounts>> {
  type Row = { webhookId: string; status: DeliveryStatus; count: number };
  const rows = await runStatement<Row>(db, countByStatus, [organizationId, webhookIds]);
  const counts = new Map<string, DeliveryCounts>(
    webhookIds.map((id) => [id, { pending: 0, delivered: 0, failed: 0 }]),
  );
  for (const { webhookId, status, count } of rows) {
    const found = counts.get(webhookId);
    if (found) found[status] = count;
  }
  return counts;
}
