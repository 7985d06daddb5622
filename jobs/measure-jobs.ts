import { media } from '../domain/notifications/notification.ts';
import type { Medium } from '../domain/notifications/notification.ts';
import type { Metrics } from '../lib/metrics.ts';

/** What jobs count. */
export type JobMetrics = {
  /** A notification is sent again, and an attempt before may have arrived. */
  possibleDuplicate: (medium: Medium) => void;
};

/** Counters of the jobs of one worker. */
export function measureJobs(metrics: Metrics): JobMetrics {
  const possibleDuplicates = metrics.counter({
    name: 'concordat_mail_possible_duplicates_total',
    help: 'Notifications sent again although an attempt before may have arrived',
    labels: ['medium'],
  });
  // So that each has a line before the first is counted.
  for (const medium of media) possibleDuplicates.inc({ medium }, 0);
  return { possibleDuplicate: (medium) => possibleDuplicates.inc({ medium }) };
}
