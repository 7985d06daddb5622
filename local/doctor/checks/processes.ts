import { listProcesses } from '../../../db/tables/work/processes.ts';
import { isAlive } from '../../../domain/operations/facts.ts';
import { describeSkew, maxSkewMs } from '../../../domain/operations/clock-skew.ts';
import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';
import { onDatabase } from '../on-database.ts';

/** Checks that a worker and a clock are alive, on machines with correct clocks: without them only requests are answered. */
export const processes: Check = {
  name: 'processes',
  needs: ['schema'],
  run: async ({ databaseUrl = '', dataDir }) => {
    const living = (await onDatabase(databaseUrl, listProcesses)).filter(isAlive);
    const count = (role: string): number => living.filter((each) => each.role === role).length;
    const missing = ['worker', 'clock'].filter((role) => count(role) === 0);
    if (missing.length > 0) {
      return failed(
        `no ${missing.join(' and no ')} has reported in the last 30 s`,
        `Start one, or see in ${dataDir}/logs why it is not running. bin/start runs one of each.`,
      );
    }
    const skewed = living.filter(({ skewMs }) => Math.abs(skewMs ?? 0) > maxSkewMs);
    if (skewed.length > 0) {
      const found = skewed.map(
        ({ role, host, pid, skewMs }) =>
          `the clock of the machine of the ${role} ${host}:${pid} is ${describeSkew(skewMs ?? 0)}`,
      );
      return failed(
        found.join('; '),
        'Synchronize it by NTP, for example with chrony. Until then the process uses the clock of Postgres.',
      );
    }
    return ok(['api', 'worker', 'clock'].map((role) => `${count(role)} ${role}`).join(', '));
  },
};
