import { checkSession } from '../../commands/sessions/check-session.ts';
import { principalOfSession } from '../../commands/sessions/session-principal.ts';
import type { Database } from '../../db/connect.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { createKeyTouch } from './authenticate.ts';
import type { Authenticate } from './authenticate.ts';
import { readSessionCookie } from './session-cookie.ts';

/**
 * Creates the check of sessions. The caller acts as the key or the person of the session; a request without a session is refused
 * with `login_required`, even with an API key. The session is read each time, so that revoking a key ends its sessions at once, and
 * a changed role holds at once.
 */
export function createAuthenticateSession(
  database: Database,
  clock: Clock,
  log: Logger,
): Authenticate {
  const touch = createKeyTouch(database, clock, log);
  return async (header) => {
    const session = await checkSession(database.knex, readSessionCookie(header), clock.now());
    if ('key' in session) touch(session.key);
    const principal = principalOfSession(session);
    const { expiresAt } = session;
    const isFirst = principal.expiresAt === undefined || expiresAt < principal.expiresAt;
    return isFirst ? { ...principal, expiresAt } : principal;
  };
}
