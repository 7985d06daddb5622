import { checkToken, principalOfToken } from '../../commands/tokens/check-token.ts';
import type { Database } from '../../db/connect.ts';
import { findContactToken, touchContactToken } from '../../db/tables/messaging/contact-tokens.ts';
import type { ContactToken } from '../../db/tables/messaging/contact-tokens.ts';
import { refuse } from '../../domain/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { createThrottle } from '../../lib/log.ts';
import type { Authenticate } from './authenticate.ts';
import { createCredentialCache } from './authenticate.ts';

/**
 * Creates the check of contact tokens in `Authorization: Bearer <token>`. Refuses with `token_missing` if there is none, and with
 * `token_invalid` if the token does not work; API keys of the catalog are invalid here.
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

/** Bounds the memory; a contact without an entry is shown with the activity read a few seconds ago. */
const maxNoted = 10_000;

/**
 * Creates the function that records the use of a token, at most once a minute, and returns when the contact was last active.
 * Requests during the write wait for it too, because they answer with the contact.
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
      log.warn({ err: error }, 'use of a token not recorded');
      return undefined;
    }
  };
  return async (token) => {
    if (mayTouch(token.tokenId)) {
      if (noted.size >= maxNoted) noted.clear();
      noted.set(token.tokenId, note(token));
    }
    return noted.get(token.tokenId);
  };
}

/** The token may have been read before its use was recorded. */
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
