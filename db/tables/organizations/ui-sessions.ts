import type { Person } from '../../../domain/organizations/people.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { apiKeyColumns, apiKeyJoin } from './api-keys.ts';
import type { ApiKey } from './api-keys.ts';

/** Kinds of sign-ins. */
export type SignInMethod = 'api-key' | 'link' | 'mail' | 'oidc';

/** The key or the person of a session, in its current state. */
export type SessionOwner = { key: ApiKey } | { person: Person };

/** A session of the web UI in any state. */
export type UiSession = {
  id: string;
  expiresAt: Date;
  method: SignInMethod;
  /** Sealed ID token of the sign-in provider. */
  providerToken: string | null;
} & SessionOwner;

const find = {
  name: 'ui-sessions-find',
  text: `select s.id as "sessionId", s.expires_at as "expiresAt", s.method, s.provider_token as "providerToken",
      s.organization_id as "organizationOfSession", ${apiKeyColumns},
      p.id as "personId", p.email as "personEmail", p.name as "personName",
      p.is_local_administrator or coalesce(pm.role = 'Owner', false) as "personIsOwner"
    from ui_sessions s
    left join api_keys k on k.organization_id = s.organization_id and k.id = s.api_key_id ${apiKeyJoin}
    left join people p on p.organization_id = s.organization_id and p.id = s.person_id
    left join organization_members pm on pm.organization_id = p.organization_id and pm.email = p.email
    where s.token_hash = $1`,
};

type SessionRow = ApiKey & {
  sessionId: string;
  expiresAt: Date;
  method: SignInMethod;
  providerToken: string | null;
  organizationOfSession: string;
  personId: string | null;
  personEmail: string | null;
  personName: string | null;
  personIsOwner: boolean;
};

/** The session whose token has this digest. */
export async function findUiSession(db: Db, tokenHash: Buffer): Promise<UiSession | undefined> {
  const [row] = await runStatement<SessionRow>(db, find, [tokenHash]);
  if (!row) return undefined;
  const { sessionId, expiresAt, method, providerToken, organizationOfSession } = row;
  const { personId, personEmail, personName: name, personIsOwner, ...key } = row;
  const organizationId = asOrganizationId(organizationOfSession);
  const session = { id: sessionId, expiresAt, method, providerToken };
  if (personId === null || personEmail === null)
    return { ...session, key: { ...key, organizationId } };
  const person = { id: personId, organizationId, email: personEmail, name, isOwner: personIsOwner };
  return { ...session, person };
}

const insert = {
  name: 'ui-sessions-insert',
  text: `insert into ui_sessions (organization_id, id, token_hash, api_key_id, person_id, method, user_agent,
      provider_token, expires_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

/** A session to store under the digest of its token. */
export type NewUiSession = {
  id: string;
  tokenHash: Buffer;
  method: SignInMethod;
  userAgent: string | undefined;
  providerToken: string | undefined;
  expiresAt: Date;
  now: Date;
};

/** Stores a session of a key or a person. */
export async function insertUiSession(
  tx: Tx,
  owner: { organizationId: OrganizationId; apiKeyId?: string; personId?: string },
  session: NewUiSession,
): Promise<void> {
  const { id, tokenHash, method, userAgent, providerToken, expiresAt, now } = session;
  await runStatement(tx, insert, [
    owner.organizationId,
    id,
    tokenHash,
    owner.apiKeyId,
    owner.personId,
    method,
    userAgent,
    providerToken,
    expiresAt,
    now,
  ]);
}

const remove = {
  name: 'ui-sessions-delete',
  text: `delete from ui_sessions where organization_id = $1 and token_hash = $2 returning 1`,
};

/** Ends a session; false when it has already ended. */
export async function deleteUiSession(
  tx: Tx,
  organizationId: OrganizationId,
  tokenHash: Buffer,
): Promise<boolean> {
  return (await runStatement(tx, remove, [organizationId, tokenHash])).length === 1;
}

const removeEnded = {
  name: 'ui-sessions-delete-ended',
  text: `delete from ui_sessions where (organization_id, token_hash) in (
      select s.organization_id, s.token_hash from ui_sessions s
      left join api_keys k on k.organization_id = s.organization_id and k.id = s.api_key_id
      where s.expires_at <= $1 or k.revoked_at is not null or k.expires_on < $2::date
      limit $3)
    returning 1`,
};

/**
 * Deletes up to `limit` sessions of all organizations that have expired or whose keys no longer work; returns
 * their number.
 */
export async function deleteEndedUiSessions(
  tx: Tx,
  { now, today }: { now: Date; today: string },
  limit: number,
): Promise<number> {
  return (await runStatement(tx, removeEnded, [now, today, limit])).length;
}
