import type { Verdict } from '../domain/webhooks/judge-attempt.ts';
import type { Metrics } from '../lib/metrics.ts';

/** How an attempt ended: `lost` when another worker had taken over, or nobody could be told. */
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

/** Measures how long after its due time work is told to a queue. */
export function measureDispatch(metrics: Metrics): (kind: string, seconds: number) => void {
  const delays = metrics.histogram({
    name: 'concordat_dispatch_delay_seconds',
    help: 'Time from the due time of work until its queue was told',
    labels: ['kind'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  return (kind, seconds) => delays.observe({ kind }, seconds);
}

/** What an attempt to send to a webhook is called in the metrics. */
const deliveryOutcomes = {
  delivered: 'delivered',
  retry: 'failed',
  stop: 'paused',
  drop: 'dropped',
} as const satisfies Record<Verdict['next'], string>;

/** Measures what a worker sends to webhooks. */
export function measureDeliveries(
  metrics: Metrics,
): (outcome: Verdict['next'], seconds: number) => void {
  const durations = metrics.histogram({
    name: 'concordat_webhook_delivery_duration_seconds',
    help: 'Time of an attempt to send an event to a webhook',
    labels: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  });
  return (next, seconds) => durations.observe({ outcome: deliveryOutcomes[next] }, seconds);
}
