import type { Tx } from '../../db/connect.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { deleteSchedule, upsertSchedule } from '../../db/tables/work/schedules.ts';
import { nextDue } from '../../domain/work/schedule.ts';

/** Schedules the runs of an integration; an unchanged schedule keeps its next due time. */
export async function scheduleRuns(
  tx: Tx,
  { organizationId, id }: IntegrationKey,
  { cron, timezone, enabled }: { cron: string | undefined; timezone: string; enabled: boolean },
  now: Date,
): Promise<void> {
  const key = { organizationId, kind: 'ingestion', key: id } as const;
  const nextDueAt = cron === undefined ? undefined : nextDue(cron, timezone, now);
  if (cron === undefined || !nextDueAt) await deleteSchedule(tx, key);
  else {
    await upsertSchedule(tx, key, { job: 'run-integration', cron, timezone, enabled, nextDueAt });
  }
}
