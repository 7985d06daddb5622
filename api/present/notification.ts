import type { Db } from '../../db/connect.ts';
import { findNotification } from '../../db/tables/notifications/notifications.ts';
import type {
  Notification,
  NotificationHead,
} from '../../db/tables/notifications/notifications.ts';
import { listNames } from '../../db/views/documents/names.ts';
import { refuse } from '../../domain/errors.ts';
import { renderText } from '../../domain/notifications/render-text.ts';
import { composeNotice } from '../../domain/notifications/templates/index.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';

/** Names of the team and the subject of a notification. */
type Names = { teamName: string | null; subjectName: string | null };

/** Adds the names to notifications; those of all are read at once. */
export async function withNotificationNames<Row extends NotificationHead>(
  db: Db,
  organizationId: OrganizationId,
  rows: readonly Row[],
): Promise<(Row & Names)[]> {
  const references = rows.flatMap(({ teamId, subjectKind, subjectId }) => [
    { kind: 'team', id: teamId },
    { kind: subjectKind, id: subjectId },
  ]);
  const found = await listNames(db, organizationId, references);
  const names = new Map(found.map(({ kind, id, name }) => [`${kind}:${id}`, name]));
  return rows.map((row) => ({
    ...row,
    teamName: names.get(`team:${row.teamId}`) ?? null,
    subjectName: names.get(`${row.subjectKind}:${row.subjectId}`) ?? null,
  }));
}

/** A notification as an entry of a list. */
export function presentNotification(head: (NotificationHead | Notification) & Names): object {
  const { data: _, ...shown } = { data: undefined, ...head };
  return { ...shown, recipient: head.recipient === '' ? null : head.recipient };
}

/** A notification with its subject and text. */
export function presentWithText(notification: Notification & Names): object {
  const notice = composeNotice(notification);
  const message = notice ? { subject: notice.subject, text: renderText(notice) } : null;
  return { ...presentNotification(notification), message };
}

/** The notification with this id. Refuses with `not_found`. */
export async function readNotification(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<Notification & Names> {
  const found = isUuid(id) ? await findNotification(db, { organizationId, id }) : undefined;
  const [named] = await withNotificationNames(db, organizationId, found ? [found] : []);
  return named ?? refuse('not_found', `There is no notification with the id '${id}'.`);
}
