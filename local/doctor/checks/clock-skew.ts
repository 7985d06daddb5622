import { readServerFacts } from '../../../db/server-facts.ts';
import { describeSkew } from '../../../domain/operations/clock-skew.ts';
import { skewBetween } from '../../../lib/clock.ts';
import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';

const maxSkewMs = 2_000;

/** Checks that the clocks of this machine and of Postgres agree. */
export const clockSkew: Check = {
  name: 'clock-skew',
  needs: ['database'],
  run: async ({ databaseUrl = '', clock }) => {
    const before = clock.now().getTime();
    const { now } = await readServerFacts(databaseUrl);
    const after = clock.now().getTime();
    const skewMs = skewBetween(before, now.getTime(), after);
    if (Math.abs(skewMs) <= maxSkewMs) {
      return ok(`${(Math.abs(skewMs) / 1000).toFixed(1)} s apart from Postgres`);
    }
    return failed(
      `this machine is ${describeSkew(skewMs)}`,
      'Synchronize the clocks of both machines by NTP (for example with chrony): timers and expiry dates depend on them.',
    );
  },
};
