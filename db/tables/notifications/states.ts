import type { NotificationStatus } from '../../../domain/notifications/notification.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { NotificationKey } from './notifications.ts';

const begin = {
  name: 'notifications-begin',
  text: `with before as (
      select status from notifications
      where organization_id = $1 and id = $2 and status in ('queued', 'sending') for update)
    update notifications n set status = 'sending', sending_at = $4, work_id = $3, reason = null, answer = null,
      message_id = coalesce(n.message_id, $5), attempts = n.attempts + 1,
      repeats = n.repeats + (before.status = 'sending')::int
    from before where n.organization_id = $1 and n.id = $2
    returning before.status as "statusBefore", n.message_id as "messageId"`,
};

export type BegunNotification = {
  /** `sending` means that an earlier attempt may have been accepted without confirmation. */
  statusBefore: Extract<NotificationStatus, 'queued' | 'sending'>;
  messageId: string | null;
};

/**
 * Records, in a fenced transaction and before connecting, that sending begins. Undefined when there is nothing
 * to send: the notification was sent, has failed or is deleted.
 */
export async function beginNotification(
  tx: Tx,
  key: NotificationKey,
  attempt: { workId: string; messageId: string | undefined; now: Date },
): Promise<BegunNotification | undefined> {
  const values = [key.organizationId, key.id, attempt.workId, attempt.now, attempt.messageId];
  const [row] = await runStatement<BegunNotification>(tx, begin, values);
  return row;
}

const markSent = {
  name: 'notifications-sent',
  text: `update notifications set status = 'sent', sent_at = $3, reason = null, failed_at = null, answer = $4
    where organization_id = $1 and id = $2`,
};

/** Records that the notification was accepted, in the closing write of the work that sent it. */
export async function updateNotificationSent(
  tx: Tx,
  key: NotificationKey,
  { answer, now }: { answer: string; now: Date },
): Promise<void> {
  await runStatement(tx, markSent, [key.organizationId, key.id, now, answer]);
}

const markFailed = {
  name: 'notifications-failed',
  text: `update notifications set status = 'failed', failed_at = $3, reason = $4, answer = coalesce($6, answer)
    where organization_id = $1 and id = $2 and status in ('queued', 'sending') and (work_id is null or work_id = $5)`,
};

/** Records a permanent failure, unless newer work has taken over. */
export async function updateNotificationFailed(
  tx: Tx,
  key: NotificationKey,
  failure: { reason: string; answer?: string | undefined; workId: string; now: Date },
): Promise<void> {
  const { reason, answer, workId, now } = failure;
  await runStatement(tx, markFailed, [key.organizationId, key.id, now, reason, workId, answer]);
}

const markQueued = {
  name: 'notifications-queued',
  text: `update notifications set status = 'queued', reason = $3, failed_at = null, answer = coalesce($4, answer)
    where organization_id = $1 and id = $2`,
};

/**
 * Records that the notification waits to be sent again after an attempt that certainly did not arrive, and the
 * reason.
 */
export async function updateNotificationQueued(
  tx: Tx,
  key: NotificationKey,
  reason: string | undefined,
  answer?: string,
): Promise<void> {
  await runStatement(tx, markQueued, [key.organizationId, key.id, reason, answer]);
}

const explain = {
  name: 'notifications-explain',
  text: `update notifications set reason = $3, answer = coalesce($4, answer)
    where organization_id = $1 and id = $2 and status = 'sending'`,
};

/**
 * Records why the result of an attempt is unknown; the notification stays `sending`, as it may have arrived.
 */
export async function explainNotification(
  tx: Tx,
  key: NotificationKey,
  reason: string,
  answer?: string,
): Promise<void> {
  await runStatement(tx, explain, [key.organizationId, key.id, reason, answer]);
}

const lock = {
  name: 'notifications-lock',
  text: `select status, work_id as "workId" from notifications where organization_id = $1 and id = $2 for update`,
};

/** Locks a notification for the caller's transaction, which already holds the lock of its work. */
export async function lockNotification(
  tx: Tx,
  key: NotificationKey,
): Promise<{ status: NotificationStatus; workId: string | null } | undefined> {
  const values = [key.organizationId, key.id];
  const [row] = await runStatement<{ status: NotificationStatus; workId: string | null }>(
    tx,
    lock,
    values,
  );
  return row;
}

/** Failed notifications, with the newest. */
export type FailedNotifications = {
  count: number;
  id: string;
  /** Null for a team that has no address. */
  recipient: string | null;
  reason: string | null;
  at: Date;
};

const summarise = {
  name: 'notifications-failed-since',
  text: `select count(*) over ()::int as count, id, recipient, reason, failed_at as at from notifications
    where organization_id = $1 and status = 'failed' and failed_at >= $2
    order by failed_at desc limit 1`,
};

/** Number of notifications that failed since then, with the newest; undefined when there are none. */
export async function findFailedNotifications(
  db: Db,
  organizationId: NotificationKey['organizationId'],
  since: Date,
): Promise<FailedNotifications | undefined> {
  const [row] = await runStatement<FailedNotifications>(db, summarise, [organizationId, since]);
  return row;
}
