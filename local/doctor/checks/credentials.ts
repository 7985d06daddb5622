import { ok, warning } from '../check.ts';
import type { Check } from '../check.ts';

/** Checks that credentials for contract tests are usable: there is a host that they may be sent to. */
export const credentials: Check = {
  name: 'credentials',
  settings: ['ALLOWED_HOSTS'],
  run: async ({ config: { sourceCredentials, allowedHosts } }) => {
    const names = Object.keys(sourceCredentials).toSorted();
    if (names.length === 0) return ok('there are none');
    if (allowedHosts.length === 0) {
      return warning(
        `${names.join(', ')} set, but no host is allowed`,
        'Put the hosts that contract tests may connect to into ALLOWED_HOSTS, or remove the credentials.',
      );
    }
    return ok(`${names.length} for ${allowedHosts.join(', ')}`);
  },
};
