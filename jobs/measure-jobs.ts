import { media } from '../domain/notifications/notification.ts';
import type { Medium } from '../domain/notifications/notification.ts';
import type { Verdict } from '../domain/webhooks/judge-attempt.ts';
import type { Metrics } from '../lib/metrics.ts';

/** Outcomes of webhook attempts in the metrics. */
const deliveryOutcomes = {
  delivered: 'delivered',
  retry: 'failed',
  stop: 'paused',
  drop: 'dropped',
} as const satisfies Record<Verdict['next'], string>;

/** Counters of jobs. */
export type JobMetrics = {
  /** Counts a notification that is sent again although an earlier attempt may have arrived. */
  possibleDuplicate: (medium: Medium) => void;
  /** Counts a webhook attempt and its duration. */
  delivery: (outcome: Verdict['next'], seconds: number) => void;
};

/** Counters of the jobs of one worker. */
export function measureJobs(metrics: Metrics): JobMetrics {
  const possibleDuplicates = metrics.counter({
    name: 'concordat_mail_possible_duplicates_total',
    help: 'Notifications sent again although an earlier attempt may have arrived',
    labels: ['medium'],
  });
  // Creates a line for each medium before its first event.
  for (const medium of media) possibleDuplicates.inc({ medium }, 0);
  const deliveries = metrics.histogram({
    name: 'concordat_webhook_delivery_duration_seconds',
    help: 'Time of an attempt to send an event to a webhook',
    labels: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  });
  return {
    possibleDuplicate: (medium) => possibleDuplicates.inc({ medium }),
    delivery: (next, seconds) => deliveries.observe({ outcome: deliveryOutcomes[next] }, seconds),
  };
}
