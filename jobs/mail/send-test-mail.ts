import { Type } from '@sinclair/typebox';
import { updateWorkProgress } from '../../db/tables/work/claims.ts';
import { mailTestNotice } from '../../domain/notifications/mail-test-notice.ts';
import type { MailTestResult } from '../../domain/notifications/mail-test-notice.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import { DeliveryBroken } from './deliver.ts';
import { messageIdOf } from './message-id.ts';

/** A person waits for the answer. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends one mail that an operator asked for, once, and stores what the mail server answered. */
export const sendTestMail = defineJob({
  kind: 'mail',
  name: 'send-test-mail',
  payload: Type.Object({ to: Type.String() }),
  run: async (context, { to }) => {
    const begun = performance.now();
    const result = await send(context, to);
    const seconds = Math.round(performance.now() - begun) / 1000;
    return (tx) => updateWorkProgress(tx, context.work.id, { ...result, seconds });
  },
  giveUp: () => Promise.resolve(),
});

type Result = Omit<MailTestResult, 'seconds'>;

async function send({ settings, work, signal }: JobContext, to: string): Promise<Result> {
  const { smtpUrl, mailFrom, publicUrl } = settings;
  if (smtpUrl === undefined) {
    return { outcome: 'not-configured', answer: 'SMTP_URL is not set for the worker.' };
  }
  const [{ renderMail }, { sendOverSmtp }] = await Promise.all([
    import('./render-mail.ts'),
    import('./send-over-smtp.ts'),
  ]);
  const head = { from: mailFrom, to, messageId: messageIdOf(work.id, settings) };
  const mail = { ...head, ...renderMail(mailTestNotice(publicUrl)) };
  try {
    const delivery = await sendOverSmtp(smtpUrl, mail, { signal, ...timeouts });
    if ('sent' in delivery) return { outcome: 'sent', answer: delivery.sent };
    return { outcome: 'refused', answer: delivery.failed };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DeliveryBroken)) throw error;
    return { outcome: 'failed', answer: error.message };
  }
}
