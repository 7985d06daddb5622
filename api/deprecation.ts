import { endOfDay } from '../domain/standards/deprecated-format.ts';

/** Headers that tell since when something is deprecated (RFC 9745) and until which day it works (RFC 8594). */
export function deprecationHeaders(
  since: Date,
  until: string,
): { deprecation: string; sunset: string } {
  return {
    deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    sunset: endOfDay(until).toUTCString(),
  };
}
