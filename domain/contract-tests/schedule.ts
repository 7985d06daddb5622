import { Refusal } from '../errors.ts';
import { nextDue } from '../work/schedule.ts';
import { objectsOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';

/**
 * The schedule of a contract's tests. With a `problem`, which describes an invalid request, the contract is not
 * tested at all.
 */
export type TestSchedule =
  | { kind: 'none' }
  | { kind: 'off' }
  | { kind: 'invalid'; problem: string }
  | { kind: 'cron'; cron: string; timezone: string };

/** Values that disable the tests of a contract despite the organization's schedule. */
const off: ReadonlySet<unknown> = new Set([false, 'off', 'false', 'no', 'none', 'never']);

/** An arbitrary start, for questions whose answer does not depend on it. */
const someTime = new Date('2024-01-01T00:00:00Z');

/** The schedule from the custom properties `testSchedule` and `testScheduleTimezone` of a contract. */
export function testScheduleOf(contract: JsonObject): TestSchedule {
  const value = customProperty(contract, 'testSchedule');
  if (value === undefined || value === null) return { kind: 'none' };
  if (off.has(typeof value === 'string' ? value.trim().toLowerCase() : value)) {
    return { kind: 'off' };
  }
  const cron = textOf(value)?.trim();
  const timezone = customProperty(contract, 'testScheduleTimezone') ?? 'UTC';
  if (cron === undefined || typeof timezone !== 'string') {
    return { kind: 'invalid', problem: 'testSchedule and testScheduleTimezone must be texts.' };
  }
  const problem = scheduleProblem(cron, timezone);
  return problem === undefined ? { kind: 'cron', cron, timezone } : { kind: 'invalid', problem };
}

/** Describes what is wrong with a CRON expression and its time zone; undefined when nothing is. */
export function scheduleProblem(cron: string, timezone: string): string | undefined {
  try {
    return nextDue(cron, timezone, someTime) ? undefined : `'${cron}' is never due.`;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** When a schedule starts tests; undefined for never. */
export type Timing = { cron: string; timezone: string } | undefined;

/** When a contract's own schedule starts its tests. */
export function timingOf(schedule: TestSchedule | undefined): Timing {
  return schedule?.kind === 'cron' ? schedule : undefined;
}

/** True if the cron expression or the time zone differs. */
export function changesTestSchedule(
  before: TestSchedule | undefined,
  after: TestSchedule | undefined,
): boolean {
  const [former, wanted] = [timingOf(before), timingOf(after)];
  return former?.cron !== wanted?.cron || former?.timezone !== wanted?.timezone;
}

/** Keys of the scheduled servers, from the custom property `testScheduleServers`; undefined means all. */
export function scheduledServersOf(contract: JsonObject): readonly string[] | undefined {
  const value =
    customProperty(contract, 'testScheduleServers') ??
    customProperty(contract, 'testScheduleServer');
  const texts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const names = texts
    .map((name: unknown) => (typeof name === 'string' ? name.trim() : ''))
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : [...new Set(names)];
}

/** The first custom property with the name. */
function customProperty(contract: JsonObject, name: string): unknown {
  return objectsOf(contract['customProperties']).find(({ property }) => property === name)?.[
    'value'
  ];
}

/** Prefix of the key of a contract's own schedule. */
const contractPrefix = 'contract:';

/** Key of the schedule of a contract. */
export function contractScheduleKey(dataContractId: string): string {
  return `${contractPrefix}${dataContractId}`;
}

/** Key of the schedule for all contracts without their own schedule. */
export const organizationScheduleKey = 'organization';

/** The contract whose schedule has this key; undefined for the organization's schedule. */
export function contractOfScheduleKey(key: string): string | undefined {
  return key.startsWith(contractPrefix) ? key.slice(contractPrefix.length) : undefined;
}
