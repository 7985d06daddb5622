import type { Db } from '../../db/connect.ts';
import { ensureSchedule } from '../../db/tables/work/schedules.ts';
import { nextDue } from '../../domain/work/schedule.ts';

/** The installation's own schedules (UTC). */
const schedules = [
  { job: 'apply-retention', cron: '17 3 * * *' },
  { job: 'keep-partitions', cron: '37 2 * * *' },
  { job: 'forget-idempotency-keys', cron: '*/10 * * * *' },
  { job: 'forget-ui-sessions', cron: '47 * * * *' },
  { job: 'forget-generations', cron: '27 * * * *' },
  { job: 'remove-deleted-messages', cron: '* * * * *' },
  { job: 'embed-documents', cron: '* * * * *' },
  { job: 'watch-access', cron: '*/5 * * * *' },
  { job: 'remind-of-access', cron: '0 6 * * *' },
  { job: 'notice-ending-access', cron: '5 6 * * *' },
] as const;

/** Ensures that the installation's own schedules exist; safe to call from several clocks. */
export async function ensureSchedules(db: Db, now: Date): Promise<void> {
  for (const { job, cron } of schedules) {
    const nextDueAt = nextDue(cron, 'UTC', now);
    if (nextDueAt) await ensureSchedule(db, { kind: 'housekeeping', job, cron, nextDueAt });
  }
}
