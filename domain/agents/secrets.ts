import { createHash, randomBytes } from 'node:crypto';

/** Lifetime of an authorization code. */
export const codeSeconds = 60;
/** Lifetime of an access token. */
export const accessSeconds = 3_600;
/** Lifetime of a refresh token; each use replaces it. */
export const refreshSeconds = 30 * 24 * 3_600;

const pattern = /^mcp_[\w-]{43}$/;

/** Creates a code or a token of an agent, 256 random bits, and the digest to store. */
export function makeAgentSecret(): { text: string; hash: Buffer } {
  const text = `mcp_${randomBytes(32).toString('base64url')}`;
  return { text, hash: digestOf(text) };
}

/** The digest that identifies a code or a token; undefined for other texts, such as API keys. */
export function readAgentSecret(text: string): Buffer | undefined {
  return pattern.test(text) ? digestOf(text) : undefined;
}

/** True if the verifier is that of the challenge (PKCE, S256). */
export function fitsChallenge(verifier: string, challenge: string): boolean {
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}

/** A fast hash suffices for 256 random bits. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
