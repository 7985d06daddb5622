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
