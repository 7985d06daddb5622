import { Value } from '@sinclair/typebox/value';
import type { Database } from '../db/connect.ts';
import { fenced, LeaseLost, WorkCancelled } from '../db/fenced.ts';
import type { Claim } from '../db/fenced.ts';
import { isUnavailable, violatedConstraint } from '../db/postgres-errors.ts';
import { retryWork } from '../db/tables/work/claims.ts';
import type { ClaimedWork } from '../db/tables/work/claims.ts';
import { Refusal } from '../domain/errors.ts';
import { BrokenAttempt } from '../jobs/broken-attempt.ts';
import { kindPolicies } from '../jobs/retry-policies.ts';
import type { GiveUpReason, Job, JobContext, JobSettings } from '../jobs/define-job.ts';
import type { JobMetrics } from '../jobs/measure-jobs.ts';
import { SubjectDeleted } from '../jobs/subject-deleted.ts';
import type { Clock } from '../lib/clock.ts';
import { inSpan } from '../lib/tracing/tracing.ts';
import { notBefore, pause } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { findJob, giveUpWork, supersededBy } from './give-up-work.ts';
import type { Close } from './batch-closing-writes.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { AttemptMeasure, AttemptOutcome } from './measure-work.ts';

/** The process was stopped; the work is put back for another worker. */
export class ProcessStopping extends Error {
  constructor() {
    super('the worker process was stopped');
    this.name = 'ProcessStopping';
  }
}

/** An attempt did not end after its signal was aborted. */
class Deaf extends Error {}

/** The attempt exceeded the time limit of its kind. */
export class TimedOut extends Error {
  constructor(timeoutMs: number) {
    super(`took longer than ${timeoutMs / 1000} s`);
    this.name = 'TimedOut';
  }
}

export type RunOptions = {
  database: Database;
  /** Closes attempts of this kind. */
  close: Close;
  heartbeat: Heartbeat;
  jobs: readonly Job[];
  settings: JobSettings;
  leaseMs: number;
  clock: Clock;
  measure: AttemptMeasure;
  jobMetrics: JobMetrics;
  /**
   * Called when an attempt continues one lease after its signal was aborted: its resources (memory, threads, connections) are
   * only freed with this process.
   */
  onDeaf: () => void;
  log: Logger;
};

/**
 * Runs one claimed attempt to its end: the closing write and the end of the work row are one fenced transaction, a failure is put
 * back or given up, and a lost lease leaves everything to the new holder. Never throws.
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
  let isDeaf = false;
  try {
    await Promise.race([
      attempt({ database, work, job, claim, signal: controller.signal, log }, options),
      untilDeaf(controller.signal, leaseMs),
    ]);
  } catch (error) {
    const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
    isDeaf = error instanceof Deaf;
    if (isDeaf)
      log.fatal({ err: reason }, 'work continues although it was aborted; this process restarts');
    outcome = await endAttempt(
      { database, work, job, claim, signal: controller.signal, log },
      reason,
      options.clock,
    ).catch((failure: unknown) => {
      log.error({ err: failure }, 'attempt could not be closed; its lease will expire');
      return 'lost';
    });
  } finally {
    options.measure(work, outcome, (performance.now() - begun) / 1000);
    clearTimeout(timer);
    held.release();
    if (isDeaf) options.onDeaf();
  }
}

/**
 * Rejects `graceMs` after the signal was aborted: a job that ignores the signal would keep its slot forever. Its later writes
 * have lost their claim.
 */
function untilDeaf(signal: AbortSignal, graceMs: number): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => {
      setTimeout(() => reject(new Deaf()), graceMs).unref();
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
  // An error rather than a refusal: during an upgrade, the next attempt may run in the build that requested the work.
  if (!job) throw new Error(`This build has no job '${work.job}' of kind '${work.kind}'.`);
  const payload: unknown = JSON.parse(work.payload);
  if (!Value.Check(job.payload, payload)) {
    throw new Error(`The payload does not fit the job '${work.job}' of this build.`);
  }
  const { jobMetrics, settings } = options;
  const context: JobContext = {
    database,
    work,
    signal,
    fenced: (write) => fenced(database, claim, write),
    // The work is due by the clock of Postgres, so it must also be due by the clock of the job.
    clock: notBefore(options.clock, work.startedAt),
    log,
    metrics: jobMetrics,
    settings,
  };
  const span = {
    name: `${work.kind} ${work.job}`,
    kind: 'consumer',
    parent: work.traceparent ?? undefined,
    attributes: { 'concordat.work_id': work.id, 'concordat.attempt': work.attempt },
  } as const;
  await inSpan(span, async () => {
    const close = await job.run(context, payload);
    await options.close({ claim, write: close });
  });
  log.info('work done');
}

/** Ends an attempt that did not reach its closing write: put back, given up or left to another worker. */
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
    if (reason instanceof SubjectDeleted)
      return giveUp(attempt, { outcome: 'CANCELLED', error }, clock);
    if (reason instanceof Refusal) return giveUp(attempt, { outcome: 'FAILED', error }, clock);
    log.warn({ err: reason }, 'attempt failed');
    // A stop of the process is not the fault of the work, so it never counts as the last attempt.
    const stopped = reason instanceof ProcessStopping;
    if (work.attempt >= work.maxAttempts && !stopped)
      return giveUp(attempt, { outcome: 'FAILED', error }, clock);
    const waitMs = stopped ? 0 : waitBehind(work, reason);
    return putBack(attempt, { waitMs: waitMs + (clock.aheadMs ?? 0), error }, clock);
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

/** A cancellation during a failing attempt takes precedence over the next attempt. */
async function putBack(
  attempt: Attempt,
  next: { waitMs: number; error: string },
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
 * Retries for the length of a usual lease; a lost lease ends the retries silently. If the same work is requested at the same
 * moment, the next try sees that request.
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
