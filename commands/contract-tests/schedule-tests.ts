import type { Db, Tx } from '../../db/connect.ts';
import { deleteSchedule, writeSchedule } from '../../db/tables/work/schedules.ts';
import type { ScheduleKey } from '../../db/tables/work/schedules.ts';
import { deleteScheduledTestStates } from '../../db/tables/contract-tests/scheduled-test-states.ts';
import type { OrganizationFeatures } from '../../domain/organizations/features.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { nextDue } from '../../domain/work/schedule.ts';
import {
  contractScheduleKey,
  organizationScheduleKey,
  timingOf,
} from '../../domain/contract-tests/schedule.ts';
import type { TestSchedule, Timing } from '../../domain/contract-tests/schedule.ts';

const job = 'start-scheduled-tests';

function keyOf(organizationId: OrganizationId, key: string): ScheduleKey {
  return { organizationId, kind: 'scheduled-tests', key };
}

/**
 * Schedules the tests of a contract according to its current text, in the transaction that wrote the text and holds its head; in
 * an import many contracts share a statement.
 */
export function scheduleContractTests(
  tx: Db,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
  timing: TestSchedule | undefined,
  now: Date,
): Promise<void> {
  return setSchedule(tx, keyOf(organizationId, contractScheduleKey(id)), timingOf(timing), now);
}

/** Schedules the tests of all contracts of an organization without their own schedule. */
export function scheduleOrganizationTests(
  tx: Tx,
  organizationId: OrganizationId,
  features: Pick<
    OrganizationFeatures,
    'dataContractTestSchedule' | 'dataContractTestScheduleTimezone'
  >,
  now: Date,
): Promise<void> {
  const { dataContractTestSchedule: cron, dataContractTestScheduleTimezone: timezone } = features;
  const timing = cron ? { cron, timezone: timezone ?? 'UTC' } : undefined;
  return setSchedule(tx, keyOf(organizationId, organizationScheduleKey), timing, now);
}

async function setSchedule(tx: Db, key: ScheduleKey, timing: Timing, now: Date): Promise<void> {
  const nextDueAt = timing && nextDue(timing.cron, timing.timezone, now);
  const schedule = timing && nextDueAt && { ...timing, job, enabled: true, nextDueAt };
  await writeSchedule(tx, { key, schedule });
}

/** Deletes the schedule of a deleted contract, and the state of its scheduled tests. */
export async function endTestSchedule(
  tx: Tx,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
): Promise<void> {
  await deleteSchedule(tx, keyOf(organizationId, contractScheduleKey(id)));
  await deleteScheduledTestStates(tx, organizationId, id);
}
