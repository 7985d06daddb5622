import { checkEmailAddress } from './members.ts';
import { isReachable } from './people.ts';
import type { OidcSettings } from './sign-in-settings.ts';

/** Reasons for which a sign-in with the provider fails, and what the sign-in page says about them. */
export const providerProblems = {
  provider_unreachable: 'The sign-in provider does not answer. Try again in a few minutes.',
  sign_in_expired:
    'The sign-in took longer than 10 minutes, or began in another browser. Sign in again.',
  sign_in_cancelled: 'The sign-in provider ended the sign-in. Sign in again.',
  sign_in_failed:
    'The answer of the sign-in provider cannot be trusted. Sign in again, and tell an administrator if that does not help.',
  email_missing:
    'Your account at the sign-in provider has no e-mail address. Ask its administrator to add one.',
  email_not_verified:
    'Your account has no verified e-mail address. Verify it at the sign-in provider, then sign in again.',
  domain_not_allowed:
    'E-mail addresses of this domain may not sign in here. Sign in with your address at work.',
  person_unknown:
    'No team knows your e-mail address. Ask the owner of a team to add you, then sign in again.',
} as const;

export type ProviderProblem = keyof typeof providerProblems;

/** A verified address and a name, or the problem with an account. */
export type ProviderAccount =
  | { email: string; name: string | undefined }
  | { problem: ProviderProblem };

/** Reads the person from the claims of the provider; only a verified address names a person. */
export function readAccount(
  claims: Readonly<Record<string, unknown>>,
  { allowedDomains, verifiedClaim }: Pick<OidcSettings, 'allowedDomains' | 'verifiedClaim'>,
): ProviderAccount {
  const email = addressOf(claims['email']);
  if (email === undefined) return { problem: 'email_missing' };
  // Providers write true, "true", 1 or "1".
  const isVerified = ['true', '1'].includes(String(claims[verifiedClaim]));
  if (!isVerified) return { problem: 'email_not_verified' };
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const isAllowed =
    allowedDomains.length === 0 || allowedDomains.includes('*') || allowedDomains.includes(domain);
  if (!isAllowed) return { problem: 'domain_not_allowed' };
  const name = claims['name'];
  return { email, name: typeof name === 'string' && name.trim() ? name.trim() : undefined };
}

function addressOf(claim: unknown): string | undefined {
  try {
    const email = typeof claim === 'string' ? checkEmailAddress(claim) : undefined;
    return email !== undefined && isReachable(email) ? email : undefined;
  } catch {
    return undefined;
  }
}
