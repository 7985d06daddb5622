const dayMs = 24 * 3_600_000;

/** The last UTC days, today included. */
export function lastDays(days: number, now: Date): { from: Date; to: Date } {
  const tomorrow = (Math.floor(now.getTime() / dayMs) + 1) * dayMs;
  return { from: new Date(tomorrow - days * dayMs), to: new Date(tomorrow) };
}
