/** An end: the last active day as people read it, and the exact instant from which an access is active no more. */
export type AccessEnd = { endOn: string; deactivateAt: Date };
/** A beginning: the first day, and its exact instant. */
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

/** The day or instant that a text names, ISO 8601, UTC when it has no zone; undefined when it names none. */
export function parseDayOrInstant(text: string): { day: string } | { instant: Date } | undefined {
  if (isDay(text)) return { day: text };
  const [, day = '', time = '', zone = 'Z'] = instantPattern.exec(text) ?? [];
  if (!isDay(day)) return undefined;
  const instant = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return isStorable(instant) ? { instant } : undefined;
}

/** JavaScript takes the 30th of February for the 2nd of March. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const day = startOfDay(text);
  return isStorable(day) && toDay(day) === text;
}

/** Years that ISO 8601 writes with four digits; in year 0 others count otherwise. */
function isStorable(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** The end that an instant means; what ends at midnight was active on the day before. */
export function endOf(deactivateAt: Date): AccessEnd {
  return { endOn: toDay(new Date(deactivateAt.getTime() - 1)), deactivateAt };
}

/**
 * The end that a text means (decisions §5): a day is the last active one, so it ends at 00:00 UTC of the day after; an
 * instant is exact. Undefined for other texts.
 */
export function readEnd(text: string): AccessEnd | undefined {
  const parsed = parseDayOrInstant(text);
  if (parsed === undefined) return undefined;
  return 'day' in parsed
    ? { endOn: parsed.day, deactivateAt: endOfDay(parsed.day) }
    : endOf(parsed.instant);
}

/** Behind the last day that can be written there is none: it ends a millisecond early. */
function endOfDay(day: string): Date {
  const end = startOfDay(day).getTime() + dayMs;
  return new Date(day === '9999-12-31' ? end - 1 : end);
}

/** The end as it can still come about: what lies behind `now` is now. */
export function notBefore(end: AccessEnd, now: Date): AccessEnd {
  return end.deactivateAt > now ? end : endOf(now);
}

/** The beginning that a text means: 00:00 UTC of a day, or an exact instant. Undefined for other texts. */
export function readStart(text: string): AccessStart | undefined {
  const parsed = parseDayOrInstant(text);
  if (parsed === undefined) return undefined;
  return 'day' in parsed
    ? { startOn: parsed.day, activateAt: startOfDay(parsed.day) }
    : { startOn: toDay(parsed.instant), activateAt: parsed.instant };
}
