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
  const mayTouch = createThrottle(60_000);
  const touch = (token: ContactToken): void => {
    if (!mayTouch(token.tokenId)) return;
    touchContactToken(database.knex, token, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'use of a token not noted'),
    );
  };
  return async (header) => {
    const token = await checkToken(bearerText(header), clock.now(), find);
    touch(token);
    return principalOfToken(token);
  };
}

function bearerText(header: (name: string) => string | undefined): string {
  const [scheme, token] = (header('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) return token;
  return refuse('token_missing', 'Send the header Authorization: Bearer <token>.');
}
