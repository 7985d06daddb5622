import { Type } from '@sinclair/typebox';
import { media, notificationStatuses } from '../../../domain/notifications/notification.ts';
import type { Medium, NotificationStatus } from '../../../domain/notifications/notification.ts';
import { orNull } from '../nullable.ts';

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
    Type.String({
      description: 'E-mail address, or <team>/<channel>; null if no recipient was found',
    }),
  ),
  teamId: Type.String({ description: 'Team that is notified' }),
  teamName: orNull(
    Type.String({ description: 'Its name, also if it was deleted', examples: ['Web shop'] }),
  ),
  template: Type.String({ description: 'Which message, e.g. provisioning-failed' }),
  causeId: Type.String({ description: 'Cause of the notification, e.g. the id of a report' }),
  subjectKind: Type.String({ description: 'Kind of the subject, e.g. access' }),
  subjectId: Type.String(),
  subjectName: orNull(
    Type.String({ description: 'Name of the subject, if it has one', examples: ['Orders'] }),
  ),
  status: notificationStatusSchema,
  reason: orNull(
    Type.String({ description: 'Why the notification failed, or has not been sent yet' }),
  ),
  answer: orNull(
    Type.String({
      description: 'What the mail server or the chat answered to the last attempt; null if nothing',
      examples: ['250 2.0.0 Ok: queued as 4XyZ1'],
    }),
  ),
  messageId: orNull(Type.String({ description: 'Message-ID of a mail' })),
  attempts: Type.Integer({ description: 'Number of attempts' }),
  repeats: Type.Integer({
    description: 'Number of attempts after an attempt that may have been received',
  }),
  workId: orNull(
    Type.String({ description: 'Id of the work that sends the notification, or sent it last' }),
  ),
  createdAt: instant,
  sendingAt: orNull(instant),
  sentAt: orNull(instant),
  failedAt: orNull(instant),
};

export const notificationSchema = Type.Object(notification, { $id: 'Notification' });

/** A notification with its text. */
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
