import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import {
  lockNotification,
  updateNotificationQueued,
} from '../../db/tables/notifications/states.ts';
import {
  findNotification,
  linkNotificationWork,
} from '../../db/tables/notifications/notifications.ts';
import type { Notification, NotificationKey } from '../../db/tables/notifications/notifications.ts';
import { lockWork } from '../../db/tables/work/interventions.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { sendingWork } from './queue-notifications.ts';

/**
 * Makes the notification due now: a waiting one is sent earlier, a sent or failed one is sent again, a mail with its previous
 * Message-ID. Refuses with `not_found`, and with `invalid_transition` while it is being sent, or if it has no recipient.
 */
export async function resendNotification(
  tx: Tx,
  request: { id: string; principal: Principal; requestId: string; now: Date },
): Promise<void> {
  const { id, principal, requestId, now } = request;
  const { organizationId } = principal;
  const key = { organizationId, id };
  const found = isUuid(id) ? await findNotification(tx, key) : undefined;
  if (!found) return refuse('not_found', `There is no notification with the id '${id}'.`);
  if (found.recipient === '') {
    refuse('invalid_transition', 'The team had no members, so the notification has no recipient.', {
      extra: { state: found.status },
    });
  }
  const status = await lockUnlessRunning(tx, key, found);
  // A notification that may have been accepted stays `sending`, so that another attempt counts as a repetition.
  if (status !== 'sending') await updateNotificationQueued(tx, key, undefined);
  const { medium, subjectId } = found;
  await requestWork(tx, sendingWork({ ...key, medium, subjectId, now }));
  await linkNotificationWork(tx, organizationId, [id]);
  await recordEvent(tx, {
    organizationId,
    type: 'NotificationResendRequested',
    subjectKind: 'notification',
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    data: { from: status },
    now,
  });
}

/** Locks the work before the notification, in the same order as the worker that sends it. */
async function lockUnlessRunning(
  tx: Tx,
  key: NotificationKey,
  { workId }: Notification,
): Promise<Notification['status']> {
  const work = workId === null ? undefined : await lockWork(tx, workId);
  const locked = await lockNotification(tx, key);
  if (!locked || locked.workId !== workId) {
    return refuse(
      'concurrent_change',
      'The notification was changed by another request; read it again.',
    );
  }
  if (work?.state === 'RUNNING') {
    refuse('invalid_transition', 'The notification is being sent; read it again later.', {
      extra: { state: locked.status },
    });
  }
  return locked.status;
}
