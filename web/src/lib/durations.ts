const steps: readonly [unit: string, seconds: number, from: number][] = [
  ['d', 86_400, 172_800],
  ['h', 3_600, 7_200],
  ['min', 60, 120],
  ['s', 1, 1],
];

/** A length of time as number and unit, rounded: 3 ms, 0 s, 40 s, 14 min. */
export function durationParts(seconds: number): [value: string, unit: string] {
  if (seconds <= 0) return ['0', 's'];
  const found = steps.find(([, , from]) => seconds >= from);
  if (found === undefined) return [String(Math.max(1, Math.round(seconds * 1_000))), 'ms'];
  return [String(Math.round(seconds / found[1])), found[0]];
}

/** The same as a text: "14 min". */
export const roughDuration = (seconds: number): string => durationParts(seconds).join(' ');

/** "0.4 s", "48 s", "2 min 5 s", "3 h 12 min". */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "07:01:02" by the clock of the reader. */
export const clockText = (instant: string): string =>
  new Date(instant).toLocaleTimeString('en-GB', { timeStyle: 'medium' });

/** "21 Nov, 06:40" by the clock of the reader; with the year unless it is this one. */
export function momentText(instant: string, now: Date): string {
  const date = new Date(instant);
  const isThisYear = date.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(date);
}
