import type { Db } from '../../db/connect.ts';
import { findUiSession } from '../../db/tables/organizations/ui-sessions.ts';
import type { UiSession } from '../../db/tables/organizations/ui-sessions.ts';
import { isWorkingKey } from '../../domain/organizations/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import { readSessionToken } from '../../domain/organizations/session-token.ts';

/**
 * Finds the session of a token; the session of a key ends with its key. Missing, unknown and ended sessions, and those of invalid
 * keys, are all refused with the same `login_required`.
 */
export async function checkSession(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<UiSession & { tokenHash: Buffer }> {
  const tokenHash = token === undefined ? undefined : readSessionToken(token);
  const session = tokenHash && (await findUiSession(db, tokenHash));
  if (tokenHash && session && isOpen(session, now)) return { ...session, tokenHash };
  return refuse(
    'login_required',
    'You are not signed in, or the session has ended: sign in again at /sign-in.',
  );
}

function isOpen(session: UiSession, now: Date): boolean {
  return session.expiresAt > now && ('person' in session || isWorkingKey(session.key, now));
}
