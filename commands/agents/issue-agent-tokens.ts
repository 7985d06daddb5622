import type { Database, Tx } from '../../db/connect.ts';
import { lockGrantByCode, updateCodeUse, deleteGrant } from '../../db/tables/agents/grants.ts';
import type { GrantKey } from '../../db/tables/agents/grants.ts';
import {
  deleteAccessTokens,
  insertAgentToken,
  lockAgentToken,
  updateAgentTokenUse,
} from '../../db/tables/agents/tokens.ts';
import { transact } from '../../db/transact.ts';
import {
  accessSeconds,
  fitsChallenge,
  makeAgentSecret,
  readAgentSecret,
  refreshSeconds,
} from '../../domain/agents/secrets.ts';
import { refuse } from '../../domain/errors.ts';

/** Tokens in clear text, which are not stored. */
export type AgentTokens = { access: string; refresh: string };

/** What the transaction found: tokens, or that the grant has ended or does not exist. */
type Outcome = { tokens: AgentTokens } | { problem: string };

/**
 * Exchanges an authorization code for tokens. Refuses with `invalid_grant`; a code that is used twice ends its grant, because
 * somebody else has it.
 */
export async function exchangeCode(
  database: Database,
  request: {
    code: string;
    verifier: string;
    redirectUri: string | undefined;
    clientId: string;
    now: Date;
  },
): Promise<AgentTokens> {
  const { code, verifier, redirectUri, clientId, now } = request;
  const hash = readAgentSecret(code);
  return settle(database, async (tx) => {
    const grant = hash && (await lockGrantByCode(tx, hash));
    if (!grant || grant.clientId !== clientId) return unknown('code');
    if (grant.codeUsedAt !== null) return endGrant(tx, grant, 'The code was used before');
    if (grant.codeExpiresAt <= now) return unknown('code');
    if (redirectUri !== undefined && redirectUri !== grant.redirectUri)
      return { problem: 'redirect_uri differs from that of the authorization.' };
    if (!fitsChallenge(verifier, grant.codeChallenge))
      return { problem: 'code_verifier does not fit the code_challenge of the authorization.' };
    await updateCodeUse(tx, grant, now);
    return { tokens: await issue(tx, grant, now) };
  });
}

/**
 * Exchanges a refresh token for new tokens; the old ones end. Refuses with `invalid_grant`; a refresh token that is used twice ends
 * its grant, because somebody else has it.
 */
export async function refreshTokens(
  database: Database,
  { token, clientId, now }: { token: string; clientId: string; now: Date },
): Promise<AgentTokens> {
  const hash = readAgentSecret(token);
  return settle(database, async (tx) => {
    const known = hash && (await lockAgentToken(tx, hash));
    if (!hash || known?.kind !== 'refresh' || known.clientId !== clientId)
      return unknown('refresh token');
    if (known.usedAt !== null) return endGrant(tx, known, 'The refresh token was used before');
    if (known.expiresAt <= now) return unknown('refresh token');
    await updateAgentTokenUse(tx, hash, now);
    await deleteAccessTokens(tx, known);
    return { tokens: await issue(tx, known, now) };
  });
}

/** The refusal comes after the commit, so that the end of a grant holds. */
async function settle(
  database: Database,
  exchange: (tx: Tx) => Promise<Outcome>,
): Promise<AgentTokens> {
  const outcome = await transact(database, exchange);
  return 'tokens' in outcome ? outcome.tokens : refuse('invalid_grant', outcome.problem);
}

function unknown(what: string): Outcome {
  return { problem: `The ${what} is unknown, has expired, or belongs to another client.` };
}

async function endGrant(tx: Tx, grant: GrantKey, why: string): Promise<Outcome> {
  await deleteGrant(tx, grant);
  return { problem: `${why}, so that all tokens of this authorization have ended: sign in again.` };
}

async function issue(tx: Tx, grant: GrantKey, now: Date): Promise<AgentTokens> {
  const [access, refresh] = [makeAgentSecret(), makeAgentSecret()];
  const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
  const tokens = [
    { hash: access.hash, kind: 'access', expiresAt: after(accessSeconds) },
    { hash: refresh.hash, kind: 'refresh', expiresAt: after(refreshSeconds) },
  ] as const;
  for (const token of tokens) await insertAgentToken(tx, grant, token);
  return { access: access.text, refresh: refresh.text };
}
