import { endOfDay } from '../../domain/standards/deprecated-format.ts';

/** Headers with the date of a deprecation (RFC 9745) and the day of the removal (RFC 8594). */
export function deprecationHeaders(
  since: Date,
  until: string,
): { deprecation: string; sunset: string } {
  return {
    deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    sunset: endOfDay(until).toUTCString(),
  };
}
