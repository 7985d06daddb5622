import { checkToken, principalOfToken } from '../commands/tokens/check-token.ts';
import type { Database } from '../db/connect.ts';
import { findContactToken, touchContactToken } from '../db/tables/contact-tokens.ts';
import type { ContactToken } from '../db/tables/contact-tokens.ts';
import { refuse } from '../domain/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';
import type { Authenticate } from './authenticate.ts';
import { createCredentialCache } from './credential-cache.ts';

/**
 * Makes the check of tokens of contacts: `Authorization: Bearer <token>` and nothing else. Missing ones refuse with
 * `token_missing`, all that do not work, keys of the catalog among them, with `token_invalid`.
 */
export function createAuthenticateToken(
  database: Database,
  clock: Clock,
  log: Logger,
): Authenticate {
  const find = createCredentialCache(database, findContactToken);
  const touch = createTokenTouch(database, clock, log);
  return async (header) => {
    const token = await checkToken(bearerText(header), clock.now(), find);
    return principalOfToken(withActivity(token, await touch(token)));
  };
}

/** Tokens come and go: without a note the contact is answered as it was read, a few seconds ago. */
const mostNoted = 10_000;

/**
 * Makes the note of the use of a token, which costs a statement a minute at most, and answers what the last one says of
 * when the contact was active. Requests that come meanwhile wait for it, too: they answer with the contact.
 */
function createTokenTouch(
  database: Database,
  clock: Clock,
  log: Logger,
): (token: ContactToken) => Promise<Date | undefined> {
  const mayTouch = createThrottle(60_000);
  const noted = new Map<string, Promise<Date | undefined>>();
  const note = async (token: ContactToken): Promise<Date | undefined> => {
    try {
      return await touchContactToken(database.knex, token, clock.now());
    } catch (error) {
      log.warn({ err: error }, 'use of a token not noted');
      return undefined;
    }
  };
  return async (token) => {
    if (mayTouch(token.tokenId)) {
      if (noted.size >= mostNoted) noted.clear();
      noted.set(token.tokenId, note(token));
    }
    return noted.get(token.tokenId);
  };
}

/** The token may have been read before its use was noted. */
function withActivity(token: ContactToken, lastActiveAt: Date | undefined): ContactToken {
  const { contact } = token;
  if (!lastActiveAt || lastActiveAt <= contact.lastActiveAt) return token;
  return { ...token, contact: { ...contact, lastActiveAt } };
}

function bearerText(header: (name: string) => string | undefined): string {
  const [scheme, token] = (header('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) return token;
  return refuse('token_missing', 'Send the header Authorization: Bearer <token>.');
}
