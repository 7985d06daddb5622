import type { Db } from '../../db/connect.ts';
import { findNotification } from '../../db/tables/notifications/notifications.ts';
import type {
  Notification,
  NotificationHead,
} from '../../db/tables/notifications/notifications.ts';
import { listNames } from '../../db/views/documents/names.ts';
import { refuse } from '../../domain/errors.ts';
import { writtenMail } from '../../domain/notifications/mail-texts/email-templates.ts';
import type { OwnTemplates } from '../../domain/notifications/mail-texts/email-templates.ts';
import { renderText } from '../../domain/notifications/render-text.ts';
import { composeNotice } from '../../domain/notifications/templates/index.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { readOwnTemplates } from './own-templates.ts';

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

/** A notification with its subject and text; mails in the words that the organization has for them now. */
export async function presentWithText(
  db: Db,
  organizationId: OrganizationId,
  notification: Notification & Names,
): Promise<object> {
  const own =
    notification.medium === 'mail' ? await readOwnTemplates(db, organizationId) : undefined;
  return { ...presentNotification(notification), message: messageOf(notification, own) };
}

function messageOf(notification: Notification, own: OwnTemplates = {}): object | null {
  const notice = composeNotice(notification);
  if (!notice) return null;
  const { template } = notification;
  const data = JSON.parse(notification.data) as object;
  const written = writtenMail(own[template]?.text, notice, { template, data });
  return { subject: written?.subject ?? notice.subject, text: renderText(notice, written?.parts) };
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
