import type { Database, Tx } from '../../db/connect.ts';
import { insertSignInCode } from '../../db/tables/organizations/sign-in-codes.ts';
import { countAttempt } from '../../db/tables/organizations/attempt-limits.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import {
  digestOfDigits,
  digestOfSubject,
  mailedLinkMinutes,
  makeDigits,
  makeSignInCode,
  readSignInCode,
  signInLimits,
} from '../../domain/organizations/sign-in-code.ts';
import { newId } from '../../lib/ids.ts';

/** What the browser that asked for a mail keeps and shows. */
export type RequestedSignInMail = { browser: string; digits: string; expiresAt: Date };

/**
 * Requests a mail with a sign-in link. The job that sends it looks whether an organization knows the address, so that the answer
 * to a known and to an unknown address takes the same time. Refuses with `too_many_requests` beyond the limits of the address or
 * of the host.
 */
export async function requestSignInMail(
  database: Database,
  request: {
    /** In lower case. */
    email: string;
    host: string;
    /** Cookie of an earlier request of the same browser, whose links stay usable there. */
    browser: string | undefined;
    returnTo: string | undefined;
    now: Date;
  },
): Promise<RequestedSignInMail> {
  const { email, host, returnTo, now } = request;
  const known = readSignInCode(request.browser);
  const made = makeSignInCode();
  const [browser, browserHash] =
    known && request.browser !== undefined ? [request.browser, known] : [made.code, made.hash];
  const [id, digits] = [newId(), makeDigits()];
  const expiresAt = await transact(database, async (tx) => {
    await assertWithinLimits(tx, { address: email, host });
    await requestWork(tx, {
      organizationId: undefined,
      kind: 'mail',
      job: 'send-sign-in-link',
      key: `sign-in ${id}`,
      payload: { codeId: id },
      dueAt: now,
      now,
    });
    return insertSignInCode(tx, {
      id,
      email,
      minutes: mailedLinkMinutes,
      browserHash,
      digitsHash: digestOfDigits(id, digits),
      returnTo,
    });
  });
  return { browser, digits, expiresAt };
}

const whose = { address: 'this address', host: 'your network' } as const;

/** A refusal takes back what it has counted. */
async function assertWithinLimits(
  tx: Tx,
  subjects: Readonly<Record<keyof typeof signInLimits, string>>,
): Promise<void> {
  for (const kind of ['address', 'host'] as const) {
    const max = signInLimits[kind];
    const hash = digestOfSubject(kind, subjects[kind]);
    const retryAfterSeconds = await countAttempt(tx, hash, max);
    if (retryAfterSeconds === undefined) continue;
    const minutes = Math.ceil(retryAfterSeconds / 60);
    refuse(
      'too_many_requests',
      `${max} sign-in mails in an hour are the limit of ${whose[kind]}: try again in ${minutes} min.`,
      { extra: { retryAfterSeconds } },
    );
  }
}
