import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { apiKeyColumns, apiKeyJoin } from './api-keys.ts';
import type { ApiKey } from './api-keys.ts';

/** A session of the web UI in any state, with the current state of its API key. */
export type UiSession = { expiresAt: Date; key: ApiKey };

const find = {
  name: 'ui-sessions-find',
  text: `select s.expires_at as "expiresAt", ${apiKeyColumns}
    from ui_sessions s
    join api_keys k on k.organization_id = s.organization_id and k.id = s.api_key_id ${apiKeyJoin}
    where s.token_hash = $1`,
};

/** The session whose token has this digest. */
export async function findUiSession(db: Db, tokenHash: Buffer): Promise<UiSession | undefined> {
  const [row] = await runStatement<ApiKey & { expiresAt: Date }>(db, find, [tokenHash]);
  if (!row) return undefined;
  const { expiresAt, ...key } = row;
  return { expiresAt, key: { ...key, organizationId: asOrganizationId(key.organizationId) } };
}

const insert = {
  name: 'ui-sessions-insert',
  text: `insert into ui_sessions (organization_id, token_hash, api_key_id, expires_at, created_at) values ($1, $2, $3, $4, $5)`,
};

/** Stores a session under the digest of its token. */
export async function insertUiSession(
  tx: Tx,
  key: Pick<ApiKey, 'organizationId' | 'id'>,
  session: { tokenHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  const { tokenHash, expiresAt, now } = session;
  await runStatement(tx, insert, [key.organizationId, tokenHash, key.id, expiresAt, now]);
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
      join api_keys k on k.organization_id = s.organization_id and k.id = s.api_key_id
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
