import { listProcesses } from '../../../db/tables/processes.ts';
import { isAlive } from '../../../domain/operations/facts.ts';
import { failed, ok } from '../check.ts';
import type { Check } from '../check.ts';
import { onDatabase } from '../on-database.ts';

/** A worker and a clock live: without them requests are answered, and nothing else is done. */
export const processes: Check = {
  name: 'processes',
  needs: ['schema'],
  run: async ({ databaseUrl = '', dataDir }) => {
    const living = (await onDatabase(databaseUrl, listProcesses)).filter(isAlive);
    const count = (role: string): number => living.filter((each) => each.role === role).length;
    const missing = ['worker', 'clock'].filter((role) => count(role) === 0);
    if (missing.length > 0) {
      return failed(
        `no ${missing.join(' and no ')} has said in the last 30 s that it lives`,
        `Start one, or look into ${dataDir}/logs why it does not run. bin/start runs one of each.`,
      );
    }
    return ok(['api', 'worker', 'clock'].map((role) => `${count(role)} ${role}`).join(', '));
  },
};
