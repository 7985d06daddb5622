import { Value } from '@sinclair/typebox/value';
import type { Database } from '../db/connect.ts';
import { fenced, LeaseLost, WorkCancelled } from '../db/fenced.ts';
import type { Claim } from '../db/fenced.ts';
import { isUnavailable, violatedConstraint } from '../db/postgres-errors.ts';
import { retryWork } from '../db/tables/work-claims.ts';
import type { ClaimedWork } from '../db/tables/work-claims.ts';
import { Refusal } from '../domain/errors.ts';
import { BrokenAttempt } from '../jobs/broken-attempt.ts';
import { kindPolicies } from '../jobs/define-job.ts';
import type { GiveUpReason, Job, JobContext, JobSettings } from '../jobs/define-job.ts';
import type { JobMetrics } from '../jobs/measure-jobs.ts';
import type { Clock } from '../lib/clock.ts';
import { pause } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { findJob, giveUpWork, supersededBy } from './give-up-work.ts';
import type { Close } from './close-together.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { AttemptMeasure, AttemptOutcome } from './measure-work.ts';

/** The process was told to stop; the work is put back for another. */
export class ProcessStopping extends Error {
  constructor() {
    super('the worker process was stopped');
    this.name = 'ProcessStopping';
  }
}

/** The attempt took longer than its kind of work may take. */
export class TimedOut extends Error {
  constructor(timeoutMs: number) {
    super(`took longer than ${timeoutMs / 1000} s`);
    this.name = 'TimedOut';
  }
}

export type RunOptions = {
  database: Database;
  /** How attempts of this kind are closed. */
  close: Close;
  heartbeat: Heartbeat;
  jobs: readonly Job[];
  settings: JobSettings;
  leaseMs: number;
  clock: Clock;
  measure: AttemptMeasure;
  jobMetrics: JobMetrics;
  log: Logger;
};

/**
 * Does one claimed attempt to its end: the closing write and the end of the work row are one fenced
 * transaction, a failure is put back or given up, a lost lease leaves everything to its new holder. Never
 * throws.
 */
export async function runClaimed(
  work: ClaimedWork,
  controller: AbortController,
  options: RunOptions,
): Promise<void> {
  const { database, leaseMs } = options;
  const log = options.log.child({
    work: work.id,
    kind: work.kind,
    job: work.job,
    attempt: work.attempt,
  });
  const claim: Claim = { id: work.id, fence: work.fence, leaseMs };
  const { timeoutMs } = kindPolicies[work.kind];
  const held = options.heartbeat.hold(claim, (reason) => controller.abort(reason));
  const timer = setTimeout(() => controller.abort(new TimedOut(timeoutMs)), timeoutMs);
  const job = findJob(options.jobs, work);
  const begun = performance.now();
  let outcome: AttemptOutcome = 'done';
  try {
    await Promise.race([
      attempt({ database, work, job, claim, signal: controller.signal, log }, options),
      untilDeaf(controller.signal, leaseMs),
    ]);
  } catch (error) {
    const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
    outcome = await endAttempt(
      { database, work, job, claim, signal: controller.signal, log },
      reason,
      options.clock,
    ).catch((failure: unknown) => {
      log.error({ err: failure }, 'attempt not ended; its lease will run out');
      return 'lost';
    });
  } finally {
    options.measure(work, outcome, (performance.now() - begun) / 1000);
    clearTimeout(timer);
    held.release();
  }
}

/**
 * Rejects when the signal was aborted `graceMs` ago: a job that does not hear it would keep its slot for ever.
 * What it may still write has lost its claim.
 */
function untilDeaf(signal: AbortSignal, graceMs: number): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => {
      setTimeout(() => reject(signal.reason as Error), graceMs).unref();
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

type Attempt = {
  database: Database;
  work: ClaimedWork;
  job: Job | undefined;
  claim: Claim;
  signal: AbortSignal;
  log: Logger;
};

async function attempt(
  { database, work, job, claim, signal, log }: Attempt,
  options: RunOptions,
): Promise<void> {
  // Not a refusal: during an upgrade the next attempt may meet the build that requested it.
  if (!job) throw new Error(`This build knows no job '${work.job}' of kind '${work.kind}'.`);
  const payload: unknown = JSON.parse(work.payload);
  if (!Value.Check(job.payload, payload)) {
    throw new Error(`The payload does not fit the job '${work.job}' of this build.`);
  }
  const { clock, jobMetrics, settings } = options;
  const context: JobContext = {
    database,
    work,
    signal,
    fenced: (write) => fenced(database, claim, write),
    clock,
    log,
    metrics: jobMetrics,
    settings,
  };
  const close = await job.run(context, payload);
  await options.close({ claim, write: close });
  log.info('work done');
}

/** Decides what becomes of an attempt that did not reach its closing write. */
async function endAttempt(
  attempt: Attempt,
  reason: unknown,
  clock: Clock,
): Promise<AttemptOutcome> {
  const { work, log } = attempt;
  if (reason instanceof LeaseLost) {
    log.warn('lease lost; another worker has taken over');
    return 'lost';
  }
  return whilePostgresIsAway(async () => {
    if (reason instanceof WorkCancelled)
      return giveUp(attempt, { outcome: 'CANCELLED', error: 'cancelled' }, clock);
    const error = reason instanceof Error ? reason.message : String(reason);
    if (reason instanceof Refusal) return giveUp(attempt, { outcome: 'FAILED', error }, clock);
    log.warn({ err: reason }, 'attempt failed');
    // The work is not at fault when its process is stopped: that never counts as the last attempt.
    const stopped = reason instanceof ProcessStopping;
    if (work.attempt >= work.maxAttempts && !stopped)
      return giveUp(attempt, { outcome: 'FAILED', error }, clock);
    const waitMs = stopped ? 0 : waitBehind(work, reason);
    return putBack(
      attempt,
      { availableAt: new Date(clock.now().getTime() + waitMs), error },
      clock,
    );
  });
}

function waitBehind({ kind, attempt }: ClaimedWork, reason: unknown): number {
  const askedMs = reason instanceof BrokenAttempt ? reason.waitMs : 0;
  return Math.max(askedMs, kindPolicies[kind].backoffMs(attempt));
}

async function giveUp(
  { database, work, job, claim, log }: Attempt,
  reason: GiveUpReason,
  clock: Clock,
): Promise<AttemptOutcome> {
  await fenced(database, claim, (tx) => giveUpWork(tx, { work, job, now: clock.now() }, reason), {
    evenIfCancelled: true,
  });
  log.warn({ outcome: reason.outcome, reason: reason.error }, 'work given up');
  return reason.outcome === 'FAILED' ? 'failed' : 'cancelled';
}

/** A cancellation that came while the attempt failed wins over the next attempt. */
async function putBack(
  attempt: Attempt,
  next: { availableAt: Date; error: string },
  clock: Clock,
): Promise<AttemptOutcome> {
  const { database, claim, work, job } = attempt;
  try {
    return await fenced(database, claim, async (tx) => {
      if ((await retryWork(tx, claim, next)) !== 'superseded') return 'retried';
      await giveUpWork(tx, { work, job, now: clock.now() }, supersededBy(next.error));
      return 'cancelled';
    });
  } catch (error) {
    if (!(error instanceof WorkCancelled)) throw error;
    return giveUp(attempt, { outcome: 'CANCELLED', error: 'cancelled' }, clock);
  }
}

/**
 * Tries for as long as a lease usually lasts; a lost lease ends the trying quietly. When the same work was requested
 * in the very moment it was put back, the next try sees that request.
 */
async function whilePostgresIsAway(end: () => Promise<AttemptOutcome>): Promise<AttemptOutcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await end();
    } catch (error) {
      if (error instanceof LeaseLost) return 'lost';
      const isOvertaken = violatedConstraint(error) === 'work_queued_once';
      if (!(isOvertaken || isUnavailable(error)) || tries === 20) throw error;
      if (!isOvertaken) await pause(1_000);
    }
  }
}
