import type { Database } from '../../db/connect.ts';
import { deleteOwnUiSessions } from '../../db/tables/organizations/own-ui-sessions.ts';
import type { SessionsOf } from '../../db/tables/organizations/own-ui-sessions.ts';
import type { SessionOwner } from '../../db/tables/organizations/ui-sessions.ts';
import { transact } from '../../db/transact.ts';
import { auditSession } from './audit-session.ts';
import { principalOfSession } from './session-principal.ts';

/** The sessions that a session may list and end: those of its key, or of its person in all organizations. */
export function sessionsOf(owner: SessionOwner): SessionsOf {
  return 'key' in owner ? { apiKeyId: owner.key.id } : { email: owner.person.email };
}

/** Ends one own session, or all of them without an id; returns how many have ended. */
export async function endOwnSessions(
  database: Database,
  request: { owner: SessionOwner; id?: string; requestId: string; now: Date },
): Promise<number> {
  const { owner, id, requestId, now } = request;
  return transact(database, async (tx) => {
    const sessions = await deleteOwnUiSessions(tx, sessionsOf(owner), id);
    if (sessions === 0) return 0;
    const principal = principalOfSession(owner);
    await auditSession(tx, 'UiSessionEnded', { principal, requestId, now, data: { sessions } });
    return sessions;
  });
}
