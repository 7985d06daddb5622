import { Type } from '@sinclair/typebox';
import { media, notificationStatuses } from '../../domain/notifications/notification.ts';
import type { Medium, NotificationStatus } from '../../domain/notifications/notification.ts';
import { orNull } from './nullable.ts';

const instant = Type.String({ format: 'date-time' });

export const mediumSchema = Type.Unsafe<Medium>({ type: 'string', enum: [...media] });
export const notificationStatusSchema = Type.Unsafe<NotificationStatus>({
  type: 'string',
  enum: [...notificationStatuses],
});

const notification = {
  id: Type.String(),
  medium: mediumSchema,
  recipient: orNull(
    Type.String({ description: 'E-mail address, or <team>/<channel>; null when nobody was found' }),
  ),
  teamId: Type.String({ description: 'Team that is told' }),
  template: Type.String({ description: 'Which message, e.g. provisioning-failed' }),
  causeId: Type.String({ description: 'What made it necessary, e.g. the id of a report' }),
  subjectKind: Type.String({ description: 'Kind of what it is about, e.g. access' }),
  subjectId: Type.String(),
  status: notificationStatusSchema,
  reason: orNull(Type.String({ description: 'Why it failed, or has not been sent yet' })),
  messageId: orNull(Type.String({ description: 'Message-ID of a mail' })),
  attempts: Type.Integer({ description: 'How often sending was begun' }),
  repeats: Type.Integer({ description: 'Attempts behind one that may have arrived' }),
  workId: orNull(Type.String({ description: 'Work that sends it, or sent it last' })),
  createdAt: instant,
  sendingAt: orNull(instant),
  sentAt: orNull(instant),
  failedAt: orNull(instant),
};

export const notificationSchema = Type.Object(notification, { $id: 'Notification' });

/** The same with what people read. */
export const notificationTextSchema = Type.Object(
  {
    ...notification,
    message: Type.Union([
      Type.Object({ subject: Type.String(), text: Type.String() }),
      Type.Null(),
    ]),
  },
  { $id: 'NotificationWithText' },
);
