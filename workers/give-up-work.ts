import { Value } from '@sinclair/typebox/value';
import type { Tx } from '../db/connect.ts';
import { finishWork } from '../db/tables/work-claims.ts';
import type { ClaimedWork } from '../db/tables/work-claims.ts';
import type { GiveUpReason, Job } from '../jobs/define-job.ts';

/** The job that a piece of work names; undefined when this build does not have it. */
export function findJob(jobs: readonly Job[], work: ClaimedWork): Job | undefined {
  return jobs.find((known) => known.kind === work.kind && known.name === work.job);
}

/** How an attempt ends that failed after the same was requested anew. */
export function supersededBy(error: string): GiveUpReason {
  return {
    outcome: 'CANCELLED',
    error: `superseded by newer work of the same key; before: ${error}`,
  };
}

/**
 * Ends claimed work for good in the caller's transaction, together with what its job does about that. A
 * payload that does not satisfy the job's schema is not shown to it.
 */
export async function giveUpWork(
  tx: Tx,
  subject: { work: ClaimedWork; job: Job | undefined; now: Date },
  reason: GiveUpReason,
): Promise<void> {
  const { work, job, now } = subject;
  const payload: unknown = JSON.parse(work.payload);
  if (job && Value.Check(job.payload, payload)) {
    await job.giveUp(tx, { work, payload, now }, reason);
  }
  await finishWork(tx, work, { state: reason.outcome, error: reason.error });
}
