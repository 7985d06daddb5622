import { createAccessTokens, requestToken } from './access-token.ts';
import type { AccessTokens } from './access-token.ts';
import type { ScanContext } from '../asset-source.ts';
import { baseUrlOf } from './rest-client.ts';

export type EntraIdentity = {
  tenantId: string;
  clientId: string;
  clientSecret: string;
  authorityUrl?: string;
};

/** Tokens of an app registration for one API (OAuth 2.0 client credentials); `scope` ends in `/.default`. */
export function entraTokens(
  { tenantId, clientId, clientSecret, authorityUrl }: EntraIdentity,
  { scope, title, advice }: { scope: string; title: string; advice: string },
  context: Pick<ScanContext, 'access' | 'signal'>,
): AccessTokens {
  const authority = baseUrlOf(authorityUrl ?? 'https://login.microsoftonline.com');
  const url = `${authority}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope,
  };
  const secrets = [clientSecret];
  return createAccessTokens(() => requestToken({ title, url, form, secrets, advice }, context));
}
