import type { Tx } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { requeueWork } from '../../db/tables/work/interventions.ts';
import { refuse } from '../../domain/errors.ts';
import { lockWorkFor, recordIntervention } from './intervene.ts';
import type { Intervention } from './intervene.ts';
import { workSubjects } from './work-subjects.ts';

/**
 * Makes the work due now: waiting work runs earlier, failed or cancelled work gets one more attempt and its subject is reopened.
 * Refuses with `invalid_transition` if the work is running or done, or other work with the same key is waiting.
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
    refuse('invalid_transition', 'The work is done; there is nothing to retry.', {
      extra: { state },
    });
  }
  await recordIntervention(tx, 'WorkRetryRequested', work, intervention);
  if (state !== 'QUEUED') await workSubjects[work.kind]?.reopen(tx, work);
  try {
    await requeueWork(tx, work.id, intervention.now);
  } catch (error) {
    if (violatedConstraint(error) !== 'work_queued_once') throw error;
    refuse(
      'invalid_transition',
      `Newer work with the key '${work.key}' is already waiting; retry that work.`,
      {
        extra: { state },
      },
    );
  }
}
