import type { Db } from '../../db/connect.ts';
import { findNotification } from '../../db/tables/notifications/notifications.ts';
import type {
  Notification,
  NotificationHead,
} from '../../db/tables/notifications/notifications.ts';
import { refuse } from '../../domain/errors.ts';
import { renderText } from '../../domain/notifications/render-text.ts';
import { composeNotice } from '../../domain/notifications/templates/index.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';

/** A notification as an entry of a list. */
export function presentNotification(head: NotificationHead | Notification): object {
  const { data: _, ...shown } = { data: undefined, ...head };
  return { ...shown, recipient: head.recipient === '' ? null : head.recipient };
}

/** A notification with its subject and text. */
export function presentWithText(notification: Notification): object {
  const notice = composeNotice(notification);
  const message = notice ? { subject: notice.subject, text: renderText(notice) } : null;
  return { ...presentNotification(notification), message };
}

/** The notification with this id. Refuses with `not_found`. */
export async function readNotification(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<Notification> {
  const found = isUuid(id) ? await findNotification(db, { organizationId, id }) : undefined;
  return found ?? refuse('not_found', `There is no notification with the id '${id}'.`);
}
