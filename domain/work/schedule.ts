import { Cron } from 'croner';
import { refuse } from '../errors.ts';

/**
 * The first time after `after` at which a CRON expression of five fields is due in an IANA time zone; times
 * skipped by daylight saving are due directly after the gap. Undefined when it is never due again. Refuses
 * invalid expressions and zones.
 */
export function nextDue(expression: string, timezone: string, after: Date): Date | undefined {
  if (expression.trim().split(/\s+/).length !== 5) {
    refuse(
      'invalid_body',
      `'${expression}' is not a CRON expression: use five fields, e.g. '0 6 * * 1-5'.`,
    );
  }
  if (!isTimezone(timezone)) {
    refuse(
      'invalid_body',
      `'${timezone}' is no time zone of the IANA list, such as Europe/Berlin.`,
    );
  }
  try {
    return new Cron(expression, { timezone, paused: true }).nextRun(after) ?? undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^CronPattern: /, '').replace(/\.$/, '');
    return refuse('invalid_body', `'${expression}' is not a CRON expression: ${reason}.`);
  }
}

/** The next times at which the expression is due, at most `count`; fewer only if it is never due again. Refuses like `nextDue`. */
export function nextFirings(
  expression: string,
  timezone: string,
  { after, count }: { after: Date; count: number },
): Date[] {
  const times: Date[] = [];
  for (let last: Date | undefined = after; times.length < count;) {
    last = nextDue(expression, timezone, last);
    if (last === undefined) break;
    times.push(last);
  }
  return times;
}

/** True for a name of the IANA list. */
export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
