const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** "2 hr. ago", "yesterday", "in 9 days". */
export function relativeTime(instant: Date, now: Date): string {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  const found = units.find(([, size]) => Math.abs(seconds) >= size);
  if (found === undefined) return 'just now';
  return relative.format(Math.round(seconds / found[1]), found[0]);
}

/** "30 Nov" of this year, "30 Nov 2027" of another one; the parts of a day are those of UTC for plain dates. */
export function dayText(date: Date, now: Date, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const yearOf = (each: Date) =>
    new Intl.DateTimeFormat('en', { year: 'numeric', ...zone }).format(each);
  const isThisYear = yearOf(date) === yearOf(now);
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...year,
    ...zone,
  }).format(date);
}

/** "14:05" in UTC, beside days of UTC. */
export const utcTime = (instant: Date): string => instant.toISOString().slice(11, 16);

/** Local time and UTC, for tooltips. */
export function exactTime(instant: Date): string {
  const local = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(instant);
  return `${local} · ${instant.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}
