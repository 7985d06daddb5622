import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { SignInMethod } from './ui-sessions.ts';

/** A session as its person sees it. */
export type OwnUiSession = {
  id: string;
  organizationId: OrganizationId;
  method: SignInMethod;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
};

/** Whose sessions are meant: those of a key, or those of a person in all organizations. */
export type SessionsOf = { apiKeyId: string } | { email: string };

/** A person has one row of `people` in each organization, all with the verified address. */
const own = `(s.api_key_id = $1::uuid or exists (
      select 1 from people p where p.organization_id = s.organization_id and p.id = s.person_id and p.email = $2))`;

const list = {
  name: 'ui-sessions-list-own',
  text: `select s.id, s.organization_id as "organizationId", s.method, s.user_agent as "userAgent",
      s.created_at as "createdAt", s.expires_at as "expiresAt"
    from ui_sessions s where ${own} and s.expires_at > $3 order by s.created_at desc, s.id limit 100`,
};

function valuesOf(of: SessionsOf): unknown[] {
  return 'apiKeyId' in of ? [of.apiKeyId, null] : [null, of.email];
}

/** The open sessions of a key or a person, the newest first, at most 100. */
export function listOwnUiSessions(db: Db, of: SessionsOf, now: Date): Promise<OwnUiSession[]> {
  return runStatement<OwnUiSession>(db, list, [...valuesOf(of), now]);
}

const remove = {
  name: 'ui-sessions-delete-own',
  text: `delete from ui_sessions s where ${own} and ($3::uuid is null or s.id = $3) returning s.id`,
};

/** Ends one session of a key or a person, or all of them; returns how many have ended. */
export async function deleteOwnUiSessions(
  tx: Tx,
  of: SessionsOf,
  id: string | undefined,
): Promise<number> {
  return (await runStatement(tx, remove, [...valuesOf(of), id])).length;
}
