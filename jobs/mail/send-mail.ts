import { Type } from '@sinclair/typebox';
import type { Notification } from '../../db/tables/notifications/notifications.ts';
import { findSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { addressProblem } from '../../domain/notifications/mail-address.ts';
import {
  storedTemplates,
  writtenMail,
} from '../../domain/notifications/mail-texts/email-templates.ts';
import type { OwnTemplates } from '../../domain/notifications/mail-texts/email-templates.ts';
import { composeNotice } from '../../domain/notifications/templates/index.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import { deliver, giveUpDelivery } from './deliver.ts';
import type { DeliveryPlan } from './deliver.ts';
import { messageIdOf } from './message-id.ts';

/** Sends one mail of the ledger; without SMTP_URL it stays there. */
export const sendMail = defineJob({
  kind: 'mail',
  name: 'send-mail',
  payload: Type.Object({ notificationId: Type.String() }),
  run: (context, { notificationId }) =>
    deliver(context, notificationId, (notification) => planMail(notification, context)),
  giveUp: giveUpDelivery,
});

async function planMail(
  notification: Notification,
  { settings, database, work }: JobContext,
): Promise<DeliveryPlan> {
  const { recipient, template } = notification;
  const problem = addressProblem(recipient);
  if (problem !== undefined) return { failed: `Nothing was sent to this recipient: ${problem}.` };
  const { smtpUrl, mailFrom } = settings;
  if (smtpUrl === undefined) {
    return { kept: 'SMTP_URL was not set; set it for the workers, then resend this mail.' };
  }
  const notice = composeNotice(notification);
  // Thrown for a retry: during an upgrade the next attempt may run on the build that requested it.
  if (!notice) throw new Error(`This build does not have the template '${notification.template}'.`);
  // Installations without a mail server do not load Nodemailer and the sanitizer.
  const [{ renderMail }, { sendOverSmtp }] = await Promise.all([
    import('./render-mail.ts'),
    import('./send-over-smtp.ts'),
  ]);
  const messageId = notification.messageId ?? messageIdOf(notification.id, settings);
  const own = await readTemplates(database, work);
  const data = JSON.parse(notification.data) as object;
  const written = writtenMail(own[template]?.text, notice, { template, data });
  const mail = { from: mailFrom, to: recipient, messageId, ...renderMail(notice, written) };
  return { messageId, send: (signal) => sendOverSmtp(smtpUrl, mail, { signal }) };
}

/** What the organization has written for its mails, read as late as possible. */
async function readTemplates(
  { knex }: JobContext['database'],
  { organizationId }: JobContext['work'],
): Promise<OwnTemplates> {
  if (organizationId === undefined) return {};
  const stored = await findSettingsDocument(knex, { organizationId, name: 'email-templates' });
  return storedTemplates(stored?.body);
}
