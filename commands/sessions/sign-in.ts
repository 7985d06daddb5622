import type { Database } from '../../db/connect.ts';
import { findApiKey, touchApiKey } from '../../db/tables/organizations/api-keys.ts';
import { insertUiSession } from '../../db/tables/organizations/ui-sessions.ts';
import { transact } from '../../db/transact.ts';
import type { Principal } from '../../domain/principal.ts';
import { makeSessionToken, sessionSeconds } from '../../domain/organizations/session-token.ts';
import { checkApiKey } from '../keys/check-api-key.ts';
import { principalOf } from '../keys/find-principal.ts';
import { auditSession } from './audit-session.ts';

export type SignedIn = {
  /** The token, which is not stored. */
  token: string;
  principal: Principal;
  expiresAt: Date;
};

/**
 * Begins a session that acts as the key with this text, and returns its token, which cannot be shown again. Refuses with
 * `api_key_invalid` invalid keys.
 */
export async function signIn(
  database: Database,
  { apiKey, requestId, now }: { apiKey: string; requestId: string; now: Date },
): Promise<SignedIn> {
  const key = await checkApiKey(apiKey, now, (publicId) => findApiKey(database.knex, publicId));
  const { token, tokenHash } = makeSessionToken();
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1_000);
  const principal = principalOf(key);
  await transact(database, async (tx) => {
    await insertUiSession(tx, key, { tokenHash, expiresAt, now });
    await touchApiKey(tx, key, now);
    await auditSession(tx, 'UiSessionStarted', { principal, requestId, now });
  });
  return { token, principal, expiresAt };
}
