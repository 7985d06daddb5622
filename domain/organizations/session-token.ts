import { createHash, randomBytes } from 'node:crypto';

const pattern = /^[\w-]{43}$/;

/** Lifetime of a session of the web UI. */
export const sessionSeconds = 12 * 3_600;

/** Creates the token of a session, 256 random bits, and the digest to store. */
export function makeSessionToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: digestOf(token) };
}

/** The digest that identifies the session of a token; undefined for invalid tokens. */
export function readSessionToken(text: string): Buffer | undefined {
  return pattern.test(text) ? digestOf(text) : undefined;
}

/** A fast hash suffices for 256 random bits. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
