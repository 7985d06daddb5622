import { refuse } from '../../domain/errors.ts';
import { createAccessTokens, fixedToken, requestToken } from '../http/access-token.ts';
import type { AccessTokens } from '../http/access-token.ts';
import type { ScanContext } from '../asset-source.ts';

/** A workspace identity: a personal access token, or a service principal with its OAuth secret. */
export type DatabricksIdentity = {
  token?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
};

/** Tokens for a workspace. Refuses with `source_refused` an incomplete identity. */
export function databricksTokens(
  baseUrl: string,
  { token, clientId, clientSecret }: DatabricksIdentity,
  { advice, context }: { advice: string; context: Pick<ScanContext, 'access' | 'signal'> },
): AccessTokens {
  if (token !== undefined && token !== '') return fixedToken(token);
  if (!clientId || !clientSecret) {
    return refuse('source_refused', 'Databricks needs a token, or clientId and clientSecret');
  }
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return createAccessTokens(() =>
    requestToken(
      {
        title: 'Databricks',
        url: `${baseUrl}/oidc/v1/token`,
        form: { grant_type: 'client_credentials', scope: 'all-apis' },
        headers: { authorization: `Basic ${basic}` },
        secrets: [clientSecret, basic],
        advice,
      },
      context,
    ),
  );
}
