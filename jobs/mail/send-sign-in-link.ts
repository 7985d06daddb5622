import { Type } from '@sinclair/typebox';
import {
  findSignInCode,
  updateSignInCodeHash,
} from '../../db/tables/organizations/sign-in-codes.ts';
import { listOrganizationsOfPerson } from '../../db/views/organizations/organizations-of-person.ts';
import { addressProblem } from '../../domain/notifications/mail-address.ts';
import { signInNotice } from '../../domain/notifications/sign-in-notice.ts';
import { isReachable } from '../../domain/organizations/people.ts';
import {
  mailedLinkMinutes,
  makeSignInCode,
  signInLink,
} from '../../domain/organizations/sign-in-code.ts';
import { defineJob } from '../define-job.ts';
import type { ClosingWrite, JobContext } from '../define-job.ts';
import { messageIdOf } from './message-id.ts';

const nothing: ClosingWrite = () => Promise.resolve();

/**
 * Sends the mail with a sign-in link to an address that an organization knows. The code is made here, so that it is stored nowhere
 * but as a digest; another attempt sends another code, and the earlier one no longer works.
 */
export const sendSignInLink = defineJob({
  kind: 'mail',
  name: 'send-sign-in-link',
  payload: Type.Object({ codeId: Type.String() }),
  run: async (context, { codeId }) => {
    const { database, settings, log, signal } = context;
    const wanted = await findSignInCode(database.knex, codeId);
    if (!wanted || !(await mayReceive(context, wanted.email))) return nothing;
    const { smtpUrl, mailFrom, publicUrl } = settings;
    if (smtpUrl === undefined) {
      log.warn('SMTP_URL is not set for the worker, so a sign-in link was not sent');
      return nothing;
    }
    const { code, hash } = makeSignInCode();
    if (!(await context.fenced((tx) => updateSignInCodeHash(tx, codeId, hash)))) return nothing;
    const link = signInLink(publicUrl, code, wanted.returnTo);
    const [{ renderMail }, { sendOverSmtp }] = await Promise.all([
      import('./render-mail.ts'),
      import('./send-over-smtp.ts'),
    ]);
    const mail = renderMail(signInNotice({ link, minutes: mailedLinkMinutes }));
    const head = { from: mailFrom, to: wanted.email, messageId: messageIdOf(codeId, settings) };
    const delivery = await sendOverSmtp(smtpUrl, { ...head, ...mail }, { signal });
    if ('failed' in delivery) log.warn({ reason: delivery.failed }, 'sign-in link not delivered');
    return nothing;
  },
  giveUp: () => Promise.resolve(),
});

async function mayReceive({ database }: JobContext, email: string): Promise<boolean> {
  if (!isReachable(email) || addressProblem(email) !== undefined) return false;
  return (await listOrganizationsOfPerson(database.knex, email)).length > 0;
}
