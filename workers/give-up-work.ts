import { Value } from '@sinclair/typebox/value';
import type { Tx } from '../db/connect.ts';
import { finishWork } from '../db/tables/work/claims.ts';
import type { ClaimedWork } from '../db/tables/work/claims.ts';
import type { GiveUpReason, Job } from '../jobs/define-job.ts';

/** The job of a piece of work; undefined if this build does not have it. */
export function findJob(jobs: readonly Job[], work: ClaimedWork): Job | undefined {
  return jobs.find((known) => known.kind === work.kind && known.name === work.job);
}

/** The reason to give up a failed attempt when newer work with the same key was requested. */
export function supersededBy(error: string): GiveUpReason {
  return {
    outcome: 'CANCELLED',
    error: `superseded by newer work of the same key; before: ${error}`,
  };
}

/**
 * Ends claimed work for good in the caller's transaction, together with the job's `giveUp`. A payload that does not match the
 * job's schema is not passed to the job.
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
