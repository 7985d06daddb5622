import { createHash, randomBytes } from 'node:crypto';

const pattern = /^[\w-]{43}$/;

/** How long somebody stays signed in to the web UI. */
export const sessionSeconds = 12 * 3_600;

/** Makes the token of a session, 256 random bits that only its holder knows, and the digest that is stored. */
export function makeSessionToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: digestOf(token) };
}

/** The digest by which the session of a token is found; undefined for what cannot be a token. */
export function readSessionToken(text: string): Buffer | undefined {
  return pattern.test(text) ? digestOf(text) : undefined;
}

/** So many random bits need no slow hash. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
