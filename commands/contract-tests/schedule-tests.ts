import type { Db, Tx } from '../../db/connect.ts';
import { deleteSchedule, writeSchedule } from '../../db/tables/schedules.ts';
import type { ScheduleKey } from '../../db/tables/schedules.ts';
import { deleteScheduledTestStates } from '../../db/tables/scheduled-test-states.ts';
import type { OrganizationFeatures } from '../../domain/organization-features.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { nextDue } from '../../domain/schedule.ts';
import {
  contractScheduleKey,
  organizationScheduleKey,
  testScheduleOf,
} from '../../domain/test-schedule.ts';
import type { JsonObject } from '../../lib/json.ts';

const job = 'start-scheduled-tests';

type Timing = { cron: string; timezone: string } | undefined;

function timingOf(contract: JsonObject | undefined): Timing {
  const schedule = contract && testScheduleOf(contract);
  return schedule?.kind === 'cron' ? schedule : undefined;
}

function keyOf(organizationId: OrganizationId, key: string): ScheduleKey {
  return { organizationId, kind: 'scheduled-tests', key };
}

/** Whether the schedule of a contract is another one than that of the text before. */
export function changesTestSchedule(before: JsonObject | undefined, after: JsonObject): boolean {
  const [former, wanted] = [timingOf(before), timingOf(after)];
  return former?.cron !== wanted?.cron || former?.timezone !== wanted?.timezone;
}

/**
 * Lets the clock start the tests of a contract as its text says now. In the transaction that wrote it, which holds its head; in an
 * import many share a statement.
 */
export function scheduleContractTests(
  tx: Db,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
  contract: JsonObject,
  now: Date,
): Promise<void> {
  return setSchedule(tx, keyOf(organizationId, contractScheduleKey(id)), timingOf(contract), now);
}

/** The same for all contracts of an organization that have no schedule of their own. */
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

/** Forgets the schedule of a contract that was deleted, and what its scheduled tests said. */
export async function endTestSchedule(
  tx: Tx,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
): Promise<void> {
  await deleteSchedule(tx, keyOf(organizationId, contractScheduleKey(id)));
  await deleteScheduledTestStates(tx, organizationId, id);
}
