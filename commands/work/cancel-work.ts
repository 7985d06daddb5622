import type { Tx } from '../../db/connect.ts';
import { cancelWork as cancelRow } from '../../db/tables/work/work.ts';
import { refuse } from '../../domain/errors.ts';
import { lockWorkFor, recordIntervention } from './intervene.ts';
import type { Intervention } from './intervene.ts';
import { workSubjects } from './work-subjects.ts';

/**
 * Cancels work: waiting work ends CANCELLED at once, running work as soon as its worker receives the signal; repeating it changes
 * nothing. Refuses with `invalid_transition` if the work is done or has failed.
 */
export async function cancelWork(tx: Tx, intervention: Intervention): Promise<void> {
  const work = await lockWorkFor(tx, intervention);
  const { state } = work;
  if (state === 'CANCELLED') return;
  if (state === 'DONE' || state === 'FAILED') {
    const word = state === 'DONE' ? 'was done' : 'has failed';
    refuse('invalid_transition', `The work ${word} already; there is nothing to cancel.`, {
      extra: { state },
    });
  }
  await recordIntervention(tx, 'WorkCancelRequested', work, intervention);
  await cancelRow(tx, work.organizationId, work.id);
  if (state === 'QUEUED') {
    await workSubjects[work.kind]?.endCancelled(tx, work, intervention.now);
  }
}
