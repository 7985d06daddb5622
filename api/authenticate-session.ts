import { principalOf } from '../commands/keys/find-principal.ts';
import { checkSession } from '../commands/sessions/check-session.ts';
import type { Database } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { createKeyTouch } from './authenticate.ts';
import type { Authenticate } from './authenticate.ts';
import { readSessionCookie } from './session-cookie.ts';

/**
 * Makes the check of sessions. Whoever is signed in is the principal of the key of the session; all others refuse with
 * `login_required`, whatever key they send. It looks every time, so that a revoked key ends its sessions at once.
 */
export function createAuthenticateSession(
  database: Database,
  clock: Clock,
  log: Logger,
): Authenticate {
  const touch = createKeyTouch(database, clock, log);
  return async (header) => {
    const { key, expiresAt } = await checkSession(
      database.knex,
      readSessionCookie(header),
      clock.now(),
    );
    touch(key);
    const principal = principalOf(key);
    const isFirst = principal.expiresAt === undefined || expiresAt < principal.expiresAt;
    return isFirst ? { ...principal, expiresAt } : principal;
  };
}
