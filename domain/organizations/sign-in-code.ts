import { createHash, randomBytes, randomInt } from 'node:crypto';

const codePattern = /^[\w-]{22}$/;

/** Lifetime of a printed sign-in link. */
export const printedLinkMinutes = 15;

/** Lifetime of a sign-in link in a mail, and of the cookie of the browser that asked for it. */
export const mailedLinkMinutes = 10;

/** A link is deleted when its digits were wrong this often. */
export const maxWrongDigits = 5;

/** Sign-ins of one hour: mails to one address, and mails and wrong codes of one host. */
export const signInLimits = { address: 5, host: 20 } as const;

/** Creates the code of a sign-in link or of its browser, 128 random bits, and the digest to store. */
export function makeSignInCode(): { code: string; hash: Buffer } {
  const code = randomBytes(16).toString('base64url');
  return { code, hash: digestOf(code) };
}

/** The digest that identifies a code; undefined for texts that are no code. */
export function readSignInCode(text: string | undefined): Buffer | undefined {
  return text !== undefined && codePattern.test(text) ? digestOf(text) : undefined;
}

/** Six digits that a page shows, for people who open the link in another browser. */
export function makeDigits(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** The digest of the digits of one link. */
export function digestOfDigits(id: string, digits: string): Buffer {
  return digestOf(`${id} ${digits}`);
}

/** The digest under which the attempts of an address or a host are counted. */
export function digestOfSubject(
  kind: keyof typeof signInLimits | 'client',
  subject: string,
): Buffer {
  return digestOf(`${kind} ${subject}`);
}

/** The link that signs a person in: browsers send no fragment to a server, so that no log contains the code. */
export function signInLink(publicUrl: string, code: string, returnTo?: string | null): string {
  const query = returnTo ? `?return=${encodeURIComponent(returnTo)}` : '';
  return `${publicUrl}/sign-in${query}#code=${code}`;
}

/** The path within this service to return to; `/` in place of an address elsewhere. */
export function ownPath(text: string | undefined): string {
  // Browsers read `//host` and `/\host` as the address of another host.
  return text !== undefined && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text) ? text : '/';
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
