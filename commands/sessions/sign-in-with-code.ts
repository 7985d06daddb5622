import type { Database, Tx } from '../../db/connect.ts';
import {
  countWrongDigits,
  deleteSignInCode,
  lockSignInCode,
} from '../../db/tables/organizations/sign-in-codes.ts';
import type { SignInCode } from '../../db/tables/organizations/sign-in-codes.ts';
import { transact } from '../../db/transact.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { sameDigest } from '../../domain/organizations/api-key-rules.ts';
import {
  digestOfDigits,
  maxWrongDigits,
  readSignInCode,
} from '../../domain/organizations/sign-in-code.ts';
import type { SignedIn, SignInRequest } from './begin-session.ts';
import { findHomeOrganization } from './find-home-organization.ts';
import { signInPerson } from './sign-in-person.ts';

type CodeRequest = SignInRequest & {
  code: string;
  /** The digits that the browser that asked for the mail shows. */
  digits?: string | undefined;
  /** Cookie of the browser that asked for the mail. */
  browser: string | undefined;
};

/**
 * Begins a session with the code of a link, which works once. A mailed link needs the browser that asked for it, or the digits
 * that it shows. Refuses with `sign_in_code_invalid` used and expired links, and with `sign_in_digits_required` missing and wrong
 * digits.
 */
export async function signInWithCode(database: Database, request: CodeRequest): Promise<SignedIn> {
  const result = await transact(database, (tx) => tryCode(tx, request));
  // Wrong digits are counted, so that their transaction must commit.
  if (result instanceof Refusal) throw result;
  return result;
}

async function tryCode(tx: Tx, request: CodeRequest): Promise<SignedIn | Refusal> {
  const codeHash = readSignInCode(request.code);
  const link = codeHash && (await lockSignInCode(tx, codeHash));
  if (!link) {
    return new Refusal(
      'sign_in_code_invalid',
      'This sign-in link was used before, or has expired: ask for another one.',
    );
  }
  const problem = await problemOfBrowser(tx, link, request);
  if (problem) return problem;
  await deleteSignInCode(tx, link.id);
  const { organizationId, email } = link;
  const method = link.digitsHash === null ? 'link' : 'mail';
  const home = organizationId ?? (await findHomeOrganization(tx, email, { admitsUnknown: false }));
  if (!home)
    return refuse('sign_in_code_invalid', `No team knows the address ${email} any longer.`);
  return signInPerson(tx, { organizationId: home, email }, { ...request, method });
}

async function problemOfBrowser(
  tx: Tx,
  { id, browserHash, digitsHash }: SignInCode,
  { browser, digits }: CodeRequest,
): Promise<Refusal | undefined> {
  if (browserHash === null || digitsHash === null) return undefined;
  const shown = readSignInCode(browser);
  if (shown && sameDigest(shown, browserHash)) return undefined;
  if (digits === undefined) {
    return new Refusal(
      'sign_in_digits_required',
      'Another browser asked for this link: type the six digits that it shows.',
    );
  }
  if (sameDigest(digestOfDigits(id, digits), digitsHash)) return undefined;
  const triesLeft = maxWrongDigits - (await countWrongDigits(tx, id));
  if (triesLeft > 0) {
    const tries = triesLeft === 1 ? 'one more try' : `${triesLeft} more tries`;
    return new Refusal('sign_in_digits_required', `These are other digits: you have ${tries}.`, {
      extra: { triesLeft },
    });
  }
  await deleteSignInCode(tx, id);
  return new Refusal(
    'sign_in_code_invalid',
    `The digits were wrong ${maxWrongDigits} times: ask for another link.`,
  );
}
