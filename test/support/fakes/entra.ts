import type { PlatformAnswer, PlatformRequest } from './platform.ts';

export const entraSecret = 'Q8~0123456789-abcdef';
export const entraToken = 'eyJ0.0123456789.abcdef';

export const entraSettings = (
  url: string,
): { config: Record<string, unknown>; credentials: { clientSecret: string } } => ({
  config: { tenantId: 'contoso.example', clientId: 'app-1', authorityUrl: url },
  credentials: { clientSecret: entraSecret },
});

export const isEntraSignIn = ({ path }: PlatformRequest): boolean => path.endsWith('/token');

/** The answer of Entra ID to client credentials, or undefined for a request with its token; other requests get 401. */
export function answerAsEntra(
  request: PlatformRequest,
  scope: string,
  token = entraToken,
): PlatformAnswer | undefined {
  const { path, body, headers } = request;
  if (isEntraSignIn(request)) {
    const form = Object.fromEntries(new URLSearchParams(body));
    const isRight =
      path === '/contoso.example/oauth2/v2.0/token' &&
      form['grant_type'] === 'client_credentials' &&
      form['client_id'] === 'app-1' &&
      form['client_secret'] === entraSecret;
    if (!isRight) return { status: 401, json: { error: 'invalid_client' } };
    if (form['scope'] !== scope) return undefined;
    return { json: { token_type: 'Bearer', expires_in: 3599, access_token: token } };
  }
  return headers.authorization === `Bearer ${token}` ? undefined : { status: 401, json: {} };
}
