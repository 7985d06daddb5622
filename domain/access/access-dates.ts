/**
 * The end of an access: its last active day, for people, and the exact instant at which it becomes inactive.
 */
export type AccessEnd = { endOn: string; deactivateAt: Date };
/** The start of an access: its first day and its exact instant. */
export type AccessStart = { startOn: string; activateAt: Date };

const dayMs = 24 * 3_600_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const instantPattern =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|z|[+-]\d{2}:?\d{2})?$/;

/** The day (UTC) of an instant. */
export function toDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** 00:00 UTC of a day. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** Parses an ISO 8601 day or instant, in UTC unless it has a zone; undefined for other texts. */
export function parseDayOrInstant(text: string): { day: string } | { instant: Date } | undefined {
  if (isDay(text)) return { day: text };
  const [, day = '', time = '', zone = 'Z'] = instantPattern.exec(text) ?? [];
  if (!isDay(day)) return undefined;
  const instant = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return isStorable(instant) ? { instant } : undefined;
}

/** JavaScript would accept February 30 as March 2. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const day = startOfDay(text);
  return isStorable(day) && toDay(day) === text;
}

/** True for years that ISO 8601 writes with four digits, without year 0, which systems count differently. */
function isStorable(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** The end at an instant; an access that ends at midnight was last active on the day before. */
export function endOf(deactivateAt: Date): AccessEnd {
  return { endOn: toDay(new Date(deactivateAt.getTime() - 1)), deactivateAt };
}

/**
 * Parses an end (docs/access.md): a day is the last active day, so the access ends at 00:00 UTC of the next
 * day; an instant is exact. Undefined for other texts.
 */
export function readEnd(text: string): AccessEnd | undefined {
  const parsed = parseDayOrInstant(text);
  if (parsed === undefined) return undefined;
  return 'day' in parsed
    ? { endOn: parsed.day, deactivateAt: endOfDay(parsed.day) }
    : endOf(parsed.instant);
}

/** The last representable day has no next day, so it ends a millisecond early. */
function endOfDay(day: string): Date {
  const end = startOfDay(day).getTime() + dayMs;
  return new Date(day === '9999-12-31' ? end - 1 : end);
}

/** The end, but not in the past: an earlier end becomes `now`. */
export function notBefore(end: AccessEnd, now: Date): AccessEnd {
  return end.deactivateAt > now ? end : endOf(now);
}

/** Parses a start: 00:00 UTC of a day, or an exact instant. Undefined for other texts. */
export function readStart(text: string): AccessStart | undefined {
  const parsed = parseDayOrInstant(text);
  if (parsed === undefined) return undefined;
  return 'day' in parsed
    ? { startOn: parsed.day, activateAt: startOfDay(parsed.day) }
    : { startOn: toDay(parsed.instant), activateAt: parsed.instant };
}
