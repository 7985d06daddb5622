import type { Medium, NotificationStatus } from '../../../domain/notifications/notification.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { newId } from '../../../lib/ids.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one notification. */
export type NotificationKey = { organizationId: OrganizationId; id: string };

/** The members that all notifications of one cause share; `data` is the input of their template. */
export type NotificationCause = {
  organizationId: OrganizationId;
  teamId: string;
  template: string;
  causeId: string;
  subjectKind: string;
  subjectId: string;
  data: unknown;
  now: Date;
};

/** A recipient; with a `reason` nothing can be sent, and the notification is stored as failed. */
export type NotificationTarget = {
  medium: Medium;
  recipient: string;
  reason?: string | undefined;
};

const insert = {
  name: 'notifications-insert',
  text: `insert into notifications (organization_id, team_id, template, cause_id, subject_kind, subject_id, data, created_at,
      id, medium, recipient, status, reason, failed_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, t.id, t.medium, t.recipient,
      case when t.reason is null then 'queued' else 'failed' end, t.reason,
      case when t.reason is null then null else $8::timestamptz end
    from unnest($9::uuid[], $10::text[], $11::text[], $12::text[]) as t(id, medium, recipient, reason)
    on conflict (organization_id, cause_id, recipient, template) do nothing
    returning id, medium, status`,
};

export type InsertedNotification = { id: string; medium: Medium; status: NotificationStatus };

/**
 * Stores a notification for each recipient; returns those that did not exist for the same cause and template.
 */
export function insertNotifications(
  tx: Tx,
  cause: NotificationCause,
  targets: readonly NotificationTarget[],
): Promise<InsertedNotification[]> {
  return runStatement<InsertedNotification>(tx, insert, [
    cause.organizationId,
    cause.teamId,
    cause.template,
    cause.causeId,
    cause.subjectKind,
    cause.subjectId,
    JSON.stringify(cause.data),
    cause.now,
    targets.map(() => newId()),
    targets.map(({ medium }) => medium),
    targets.map(({ recipient }) => recipient),
    targets.map(({ reason }) => reason),
  ]);
}

const link = {
  name: 'notifications-link-work',
  text: `update notifications n set work_id = w.id from work w
    where n.organization_id = $1 and n.id = any($2) and w.organization_id = $1 and w.kind = 'mail'
      and w.state = 'QUEUED' and w.key = n.id::text
    returning 1`,
};

/**
 * Records the work that sends the notifications; it was requested in the same transaction with their ids as
 * keys.
 */
export async function linkNotificationWork(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<void> {
  await runStatement(tx, link, [organizationId, ids]);
}

/** A notification without its data. */
export type NotificationHead = {
  id: string;
  medium: Medium;
  recipient: string;
  teamId: string;
  template: string;
  causeId: string;
  subjectKind: string;
  subjectId: string;
  status: NotificationStatus;
  reason: string | null;
  /** What the mail server or the chat answered to the last attempt. */
  answer: string | null;
  messageId: string | null;
  attempts: number;
  repeats: number;
  workId: string | null;
  createdAt: Date;
  sendingAt: Date | null;
  sentAt: Date | null;
  failedAt: Date | null;
};

/** A notification with `data` as JSON text. */
export type Notification = NotificationHead & { data: string };

const headColumns = `id, medium, recipient, team_id as "teamId", template, cause_id as "causeId", subject_kind as "subjectKind",
  subject_id as "subjectId", status, reason, answer, message_id as "messageId", attempts, repeats, work_id as "workId",
  created_at as "createdAt", sending_at as "sendingAt", sent_at as "sentAt", failed_at as "failedAt"`;

const find = {
  name: 'notifications-find',
  text: `select ${headColumns}, data::text as data from notifications where organization_id = $1 and id = $2`,
};

/** One notification. */
export async function findNotification(
  db: Db,
  key: NotificationKey,
): Promise<Notification | undefined> {
  const [row] = await runStatement<Notification>(db, find, [key.organizationId, key.id]);
  return row;
}

export type NotificationFilter = {
  status?: NotificationStatus | undefined;
  medium?: Medium | undefined;
  teamId?: string | undefined;
  subjectId?: string | undefined;
  template?: string | undefined;
  /** Part of the recipient, in any case. */
  recipient?: string | undefined;
  /** Requested at or after this time. */
  from?: Date | undefined;
  /** Requested before this time. */
  to?: Date | undefined;
};

const list = {
  name: 'notifications-list',
  text: `select ${headColumns} from notifications
    where organization_id = $1 and ($2::text is null or status = $2) and ($3::text is null or medium = $3)
      and ($4::text is null or team_id = $4) and ($5::text is null or subject_id = $5)
      and ($6::uuid is null or id < $6) and ($7::text is null or template = $7)
      and ($8::text is null or position(lower($8) in lower(recipient)) > 0)
      and ($9::timestamptz is null or created_at >= $9) and ($10::timestamptz is null or created_at < $10)
    order by id desc limit $11 offset $12`,
};

/** Notifications, newest first; `after` is the last id of the previous page. */
export function listNotifications(
  db: Db,
  organizationId: OrganizationId,
  filter: NotificationFilter,
  page: { limit: number; offset: number; after: string | undefined },
): Promise<NotificationHead[]> {
  const { status, medium, teamId, subjectId, template, recipient, from, to } = filter;
  return runStatement<NotificationHead>(db, list, [
    organizationId,
    status,
    medium,
    teamId,
    subjectId,
    page.after,
    template,
    recipient,
    from,
    to,
    page.limit,
    page.offset,
  ]);
}

// Joins by physical row address: with a join by key, a generic plan would read the whole table for each batch.
const remove = {
  name: 'notifications-delete',
  text: `delete from notifications where ctid = any(array(
      select ctid from notifications where created_at < $1 order by created_at limit $2))
    returning 1`,
};

/** Deletes up to `limit` notifications older than the given time; returns their number. */
export async function deleteNotifications(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, remove, [before, limit])).length;
}
