import type { Db } from '../../db/connect.ts';
import { findAgentToken } from '../../db/tables/agents/tokens.ts';
import { isWorkingKey } from '../../domain/organizations/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { principalOfSession } from '../sessions/session-principal.ts';

/**
 * The person or the key that an access token acts for, with their current rights. Unknown, expired and revoked tokens, and those of
 * revoked keys, are all refused with the same `token_invalid`.
 */
export async function checkAgentToken(db: Db, hash: Buffer, now: Date): Promise<Principal> {
  const token = await findAgentToken(db, hash);
  const works =
    token !== undefined &&
    token.expiresAt > now &&
    ('person' in token || isWorkingKey(token.key, now));
  if (!works) refuse('token_invalid', 'The access token is unknown, expired or revoked.');
  return { ...principalOfSession(token), agent: token.agent, expiresAt: token.expiresAt };
}
