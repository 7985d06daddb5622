import type { Tx } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { requeueWork } from '../../db/tables/work-interventions.ts';
import { refuse } from '../../domain/errors.ts';
import { lockWorkFor, recordIntervention } from './intervene.ts';
import type { Intervention } from './intervene.ts';
import { workSubjects } from './work-subjects.ts';

/**
 * Afterwards the work is due now: what waits for its time is hastened, what failed or was cancelled gets one
 * more attempt and its subject is open again. Refuses with `invalid_transition` when it runs, was done, or
 * other work of the same key waits already.
 */
export async function retryWork(tx: Tx, intervention: Intervention): Promise<void> {
  const work = await lockWorkFor(tx, intervention);
  const { state } = work;
  if (state === 'RUNNING') {
    refuse('invalid_transition', 'The work is running; cancel it first, or wait for its end.', {
      extra: { state },
    });
  }
  if (state === 'DONE') {
    refuse('invalid_transition', 'The work was done; there is nothing to try again.', {
      extra: { state },
    });
  }
  await recordIntervention(tx, 'WorkRetryRequested', work, intervention);
  if (state !== 'QUEUED') await workSubjects[work.kind]?.reopen(tx, work);
  try {
    await requeueWork(tx, work.id, intervention.now);
  } catch (error) {
    if (violatedConstraint(error) !== 'work_queued_once') throw error;
    refuse('invalid_transition', `Newer work of the key '${work.key}' waits already; retry that.`, {
      extra: { state },
    });
  }
}
