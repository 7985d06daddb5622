import { readServerFacts } from '../../../db/server-facts.ts';
import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

const mostMs = 2_000;

/** This machine and Postgres agree what time it is. */
export const clockSkew: Check = {
  name: 'clock-skew',
  needs: ['database'],
  run: async ({ databaseUrl = '', clock }) => {
    const before = clock.now().getTime();
    const { now } = await readServerFacts(databaseUrl);
    const after = clock.now().getTime();
    // Postgres looked at its clock somewhere between: only what lies outside is a difference.
    const theirs = now.getTime();
    const skewMs = theirs < before ? theirs - before : Math.max(0, theirs - after);
    const seconds = (Math.abs(skewMs) / 1000).toFixed(1);
    if (Math.abs(skewMs) <= mostMs) return ok(`${seconds} s apart from Postgres`);
    return failed(
      `this machine is ${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} Postgres`,
      'Set the clocks of both machines by NTP (for example with chrony): timers and expiry dates go by them.',
    );
  },
};
