import { refuse } from '../../domain/errors.ts';

const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+ -]\d{2}:?\d{2})?)?$/i;

/**
 * Reads a query parameter with a date-time (UTC if it has no zone) or a day (UTC), which means its start; undefined if it is
 * missing. Refuses with `bad_request`.
 */
export function readInstant(name: string, text: string | undefined): Date | undefined {
  return text === undefined ? undefined : parseInstant(name, text, '00:00:00');
}

/** The same for `asOf`, where a day means its end, so that today includes the current state. */
export function readAsOf(text: string): Date {
  return parseInstant('asOf', text, '23:59:59.999');
}

function parseInstant(name: string, text: string, timeOfDays: string): Date {
  const [, day = '', time = timeOfDays, zone = 'Z'] = pattern.exec(text) ?? [];
  // In a query, a plus that was not encoded arrives as a space.
  const instant = new Date(`${day}T${time}${zone.replace(' ', '+')}`);
  if (isDay(day) && !Number.isNaN(instant.getTime())) return instant;
  return refuse(
    'bad_request',
    `${name}=${text} is not a date or date-time such as 2026-01-31 or 2026-01-31T12:00:00Z.`,
  );
}

/** JavaScript accepts February 30 as March 2. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
