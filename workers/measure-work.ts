import type { Metrics } from '../lib/metrics.ts';

/** The outcome of an attempt: `lost` if another worker has taken over, or the outcome could not be stored. */
export type AttemptOutcome = 'done' | 'retried' | 'failed' | 'cancelled' | 'lost';

export type AttemptMeasure = (
  work: { kind: string; job: string },
  outcome: AttemptOutcome,
  seconds: number,
) => void;

/** Measures the attempts of a worker. */
export function measureAttempts(metrics: Metrics): AttemptMeasure {
  const durations = metrics.histogram({
    name: 'concordat_job_duration_seconds',
    help: 'Time from the claim of an attempt to its end',
    labels: ['kind', 'name', 'outcome'],
    buckets: [
      0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 1800, 3600, 21_600,
    ],
  });
  return ({ kind, job }, outcome, seconds) =>
    durations.observe({ kind, name: job, outcome }, seconds);
}

/** Measures the delay between the due time of work and the notification of its queue. */
export function measureDispatch(metrics: Metrics): (kind: string, seconds: number) => void {
  const delays = metrics.histogram({
    name: 'concordat_dispatch_delay_seconds',
    help: 'Time from the due time of work until its queue was notified',
    labels: ['kind'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  return (kind, seconds) => delays.observe({ kind }, seconds);
}
