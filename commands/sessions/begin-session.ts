import type { Tx } from '../../db/connect.ts';
import { insertUiSession } from '../../db/tables/organizations/ui-sessions.ts';
import type { SessionOwner, SignInMethod } from '../../db/tables/organizations/ui-sessions.ts';
import { makeSessionToken, sessionSeconds } from '../../domain/organizations/session-token.ts';
import type { Principal } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import { sealSecret } from '../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import { auditSession } from './audit-session.ts';
import { principalOfSession } from './session-principal.ts';

/** The circumstances of a sign-in. */
export type SignInRequest = {
  /** Browser, as it calls itself. */
  userAgent: string | undefined;
  requestId: string;
  now: Date;
};

export type SignedIn = {
  /** The token, which is not stored. */
  token: string;
  principal: Principal;
  expiresAt: Date;
  method: SignInMethod;
};

/** The ID token of a sign-in provider, and the key that seals it. */
export type ProviderToken = { idToken: string; secretKey: SecretKeys };

const maxUserAgentLength = 300;

/** The place for which the ID token of a session is sealed. */
export function providerTokenLocation(organizationId: string, sessionId: string): string[] {
  return ['ui_sessions', organizationId, sessionId, 'provider_token'];
}

/** Begins a session of a key or a person, and returns its token, which cannot be shown again. */
export async function beginSession(
  tx: Tx,
  owner: SessionOwner,
  request: SignInRequest & {
    method: SignInMethod;
    provider?: ProviderToken | undefined;
    /** End of the session that this one continues. */
    expiresAt?: Date;
  },
): Promise<SignedIn> {
  const { method, userAgent, provider, requestId, now } = request;
  const { token, tokenHash } = makeSessionToken();
  const expiresAt = request.expiresAt ?? new Date(now.getTime() + sessionSeconds * 1_000);
  const principal = principalOfSession(owner);
  const { organizationId } = principal;
  const id = newId();
  const location = providerTokenLocation(organizationId, id);
  const providerToken = provider && sealSecret(provider.idToken, provider.secretKey, location);
  const subject = 'key' in owner ? { apiKeyId: owner.key.id } : { personId: owner.person.id };
  await insertUiSession(
    tx,
    { organizationId, ...subject },
    {
      id,
      tokenHash,
      method,
      userAgent: userAgent?.slice(0, maxUserAgentLength),
      providerToken,
      expiresAt,
      now,
    },
  );
  await auditSession(tx, 'UiSessionStarted', { principal, requestId, now, data: { method } });
  return { token, principal, expiresAt, method };
}
