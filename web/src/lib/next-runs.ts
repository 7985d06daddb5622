import { Cron } from 'croner';

/** The next times of a CRON expression of five fields in a time zone, as the server computes them; empty if it is wrong or never due. */
export function nextRuns(cron: string, timezone: string, count: number, after: Date): Date[] {
  if (cron.trim().split(/\s+/u).length !== 5) return [];
  try {
    return new Cron(cron.trim(), { timezone, paused: true }).nextRuns(count, after);
  } catch {
    return [];
  }
}
