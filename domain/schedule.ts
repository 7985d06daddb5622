import { Cron } from 'croner';
import { refuse } from './errors.ts';

/**
 * The first time after `after` at which a CRON expression of five fields is due in an IANA time zone; times
 * that daylight saving skips are due right behind the gap. Undefined when it is never due again. Refuses
 * expressions and zones that do not exist.
 */
export function nextDue(expression: string, timezone: string, after: Date): Date | undefined {
  if (expression.trim().split(/\s+/).length !== 5) {
    refuse(
      'invalid_body',
      `'${expression}' is no CRON expression: five fields are needed, e.g. '0 6 * * 1-5'.`,
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
    return refuse('invalid_body', `'${expression}' is no CRON expression: ${reason}.`);
  }
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
