import { refuse } from '../domain/errors.ts';

const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+ -]\d{2}:?\d{2})?)?$/i;

/**
 * The instant that `asOf` names: a date-time (UTC when it has no zone), or the end of a day (UTC), so that today is what
 * holds now. Refuses with `bad_request`.
 */
export function readAsOf(text: string): Date {
  const [, day = '', time, zone = 'Z'] = pattern.exec(text) ?? [];
  // In a query, a plus that was not encoded arrives as a space.
  const instant = new Date(`${day}T${time ?? '23:59:59.999'}${zone.replace(' ', '+')}`);
  if (isDay(day) && !Number.isNaN(instant.getTime())) return instant;
  return refuse(
    'bad_request',
    `asOf=${text} is no date or date-time, e.g. 2026-01-31 or 2026-01-31T12:00:00Z.`,
  );
}

/** JavaScript takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
