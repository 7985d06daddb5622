import { Refusal } from './errors.ts';
import { nextDue } from './schedule.ts';
import { objectsOf, textOf } from './standards/json-value.ts';
import type { JsonObject } from './standards/json-value.ts';

/** When a contract is tested by itself. `problem` says why what it asks for cannot be; then it is not tested at all. */
export type TestSchedule =
  | { kind: 'none' }
  | { kind: 'off' }
  | { kind: 'invalid'; problem: string }
  | { kind: 'cron'; cron: string; timezone: string };

/** Words that switch the tests of a contract off although the organization has a schedule for all. */
const off: ReadonlySet<unknown> = new Set([false, 'off', 'false', 'no', 'none', 'never']);

/** Where it does not matter from when on the next time is looked for. */
const someTime = new Date('2024-01-01T00:00:00Z');

/** What the custom properties `testSchedule` and `testScheduleTimezone` of a contract ask for. */
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

/** What is wrong with a CRON expression and its time zone; undefined when nothing is. */
export function scheduleProblem(cron: string, timezone: string): string | undefined {
  try {
    return nextDue(cron, timezone, someTime) ? undefined : `'${cron}' is never due.`;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Keys of the servers that the schedule is for, of the custom property `testScheduleServers`; undefined means all. */
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

/** Of several with one name the first counts. */
function customProperty(contract: JsonObject, name: string): unknown {
  return objectsOf(contract['customProperties']).find(({ property }) => property === name)?.[
    'value'
  ];
}

/** Before the id of the contract in the key of its own schedule. */
const contractPrefix = 'contract:';

/** Key of the schedule of a contract. */
export function contractScheduleKey(dataContractId: string): string {
  return `${contractPrefix}${dataContractId}`;
}

/** Key of the schedule for all contracts that have none of their own. */
export const organizationScheduleKey = 'organization';

/** The contract whose schedule has this key; undefined for that of the organization. */
export function contractOfScheduleKey(key: string): string | undefined {
  return key.startsWith(contractPrefix) ? key.slice(contractPrefix.length) : undefined;
}
