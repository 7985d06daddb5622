import { messageOf } from '../../problem.ts';
import { failed, ok, skipped } from '../check.ts';
import type { Check } from '../check.ts';

/** Checks that the provider of OIDC_ISSUER describes itself. The check does not sign in. */
export const signIn: Check = {
  name: 'sign-in',
  settings: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  run: async ({ config: { oidc, publicUrl } }) => {
    if (oidc === undefined)
      return skipped('OIDC_ISSUER is not set: people sign in with links and keys');
    const { openClient } = await import('../../../lib/oidc/client.ts');
    const redirectUri = `${publicUrl}/ui/sign-in/oidc/callback`;
    try {
      await openClient({ ...oidc, redirectUri });
      return ok(`${oidc.issuer} describes itself; it must allow ${redirectUri}`);
    } catch (error) {
      return failed(
        `${oidc.issuer} cannot be read: ${messageOf(error)}`,
        'Correct OIDC_ISSUER, below which /.well-known/openid-configuration must answer, start the provider, or open the firewall.',
      );
    }
  },
};
