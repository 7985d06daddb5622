import type { Tx } from '../../db/connect.ts';
import {
  insertNotifications,
  linkNotificationWork,
} from '../../db/tables/notifications/notifications.ts';
import type {
  InsertedNotification,
  NotificationCause,
  NotificationKey,
  NotificationTarget,
} from '../../db/tables/notifications/notifications.ts';
import { requestAllWork } from '../../db/tables/work/work.ts';
import type { WorkRequest } from '../../db/tables/work/work.ts';
import type { Medium } from '../../domain/notifications/notification.ts';

/** Writes notifications into the ledger and requests the work that sends them; returns the new ones. */
export async function queueNotifications(
  tx: Tx,
  cause: NotificationCause,
  targets: readonly NotificationTarget[],
): Promise<InsertedNotification[]> {
  const { organizationId, subjectId, now } = cause;
  const inserted = await insertNotifications(tx, cause, targets);
  const queued = inserted.filter(({ status }) => status === 'queued');
  if (queued.length > 0) {
    const requests = queued.map(({ id, medium }) =>
      sendingWork({ organizationId, id, medium, subjectId, now }),
    );
    await requestAllWork(tx, requests);
    const ids = queued.map(({ id }) => id);
    await linkNotificationWork(tx, organizationId, ids);
  }
  return inserted;
}

/** The work that sends a notification; its key is the id of the notification. */
export function sendingWork({
  organizationId,
  id,
  medium,
  subjectId,
  now,
}: NotificationKey & { medium: Medium; subjectId: string; now: Date }): WorkRequest {
  return {
    organizationId,
    kind: 'mail',
    job: medium === 'mail' ? 'send-mail' : 'send-chat-message',
    key: id,
    subjectId,
    payload: { notificationId: id },
    dueAt: now,
    now,
  };
}
