import type { Db } from '../../db/connect.ts';
import { findUiSession } from '../../db/tables/ui-sessions.ts';
import type { UiSession } from '../../db/tables/ui-sessions.ts';
import { isWorkingKey } from '../../domain/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import { readSessionToken } from '../../domain/session-token.ts';

/**
 * The session of a token, which ends with its key. Missing, unknown and ended ones, and those of keys that no longer work, all refuse
 * alike with `login_required`.
 */
export async function checkSession(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<UiSession & { tokenHash: Buffer }> {
  const tokenHash = token === undefined ? undefined : readSessionToken(token);
  const session = tokenHash && (await findUiSession(db, tokenHash));
  const isOpen = session && session.expiresAt > now && isWorkingKey(session.key, now);
  if (tokenHash && isOpen) return { ...session, tokenHash };
  return refuse('login_required', 'Nobody is signed in, or not any more: sign in with an API key.');
}
