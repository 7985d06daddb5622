import { readWorkTrouble } from '../../../db/views/work-trouble.ts';
import type { WorkTrouble } from '../../../db/views/work-trouble.ts';
import { failed, ok, warning } from '../check.ts';
import type { Check, Finding } from '../check.ts';
import { onDatabase } from '../on-database.ts';

const limits = { failedWithinSeconds: 86_400, overdueAfterSeconds: 60 };

/** Background work is done: nothing waits for long, and nothing failed for good lately. */
export const work: Check = {
  name: 'work',
  needs: ['schema'],
  run: async ({ databaseUrl = '' }) =>
    judge(await onDatabase(databaseUrl, (knex) => readWorkTrouble(knex, limits))),
};

function judge(trouble: WorkTrouble): Finding {
  const { overdue, overdueKinds, undispatched } = trouble;
  if (overdue > 0) {
    return failed(
      `${pieces(overdue)} due for more than 60 s (${overdueKinds.join(', ')}): no worker or clock runs?`,
      undispatched > 0
        ? 'Start a clock process, and look into its log: no queue was told of this work. bin/start runs one.'
        : 'Start a worker for these kinds (WORKER_QUEUES), and look into its log. bin/start runs one for all.',
    );
  }
  if (trouble.failed > 0) {
    return warning(
      `${pieces(trouble.failed)} failed in the last day (${trouble.failedKinds.join(', ')})`,
      'Look into the log of the worker for the reasons, and ask for the work again.',
    );
  }
  return ok('nothing waits for long, nothing failed in the last day');
}

function pieces(count: number): string {
  return count === 1 ? '1 piece of work' : `${count} pieces of work`;
}
