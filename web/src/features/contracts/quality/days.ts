import type { CheckDay, CheckHistory } from './queries.ts';

const dayMs = 86_400_000;

/** Dates up to today (UTC), oldest first. */
export function lastDates(days: number, today: Date): string[] {
  return Array.from({ length: days }, (_, index) =>
    new Date(today.getTime() - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

export const isFailing = (day: { result: string } | undefined): boolean =>
  day?.result === 'failed' || day?.result === 'error';

/** The newest day on which the check failed. */
export const lastFailure = (days: readonly CheckDay[]): CheckDay | undefined =>
  days.findLast(isFailing);

const patterns = ['broken', 'flaky', 'passing'] as const;

/** The checks by what they are now, worst first; the order within a group stays. */
export function byPattern(checks: readonly CheckHistory[]): Map<string, CheckHistory[]> {
  const groups = patterns.map(
    (pattern) => [pattern, checks.filter((check) => check.pattern === pattern)] as const,
  );
  return new Map(
    groups.flatMap(([pattern, group]) => (group.length > 0 ? [[pattern, group]] : [])),
  );
}
