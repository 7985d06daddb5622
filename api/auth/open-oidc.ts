import { createOidcProvider } from '../../lib/oidc/provider.ts';
import type { OidcProvider } from '../../lib/oidc/provider.ts';
import type { ApiSettings } from '../services.ts';

/** Path to which the sign-in provider returns. */
export const oidcCallbackPath = '/ui/sign-in/oidc/callback';

/** The sign-in provider of the settings; undefined if there is none. */
export function openOidc({
  oidc,
  publicUrl,
}: Pick<ApiSettings, 'oidc' | 'publicUrl'>): OidcProvider | undefined {
  return oidc && createOidcProvider({ ...oidc, redirectUri: `${publicUrl}${oidcCallbackPath}` });
}
