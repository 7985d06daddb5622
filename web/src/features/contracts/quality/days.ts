import type { CheckDay } from './queries.ts';

const dayMs = 86_400_000;

/** Dates up to today (UTC), oldest first. */
export function lastDates(days: number, today: Date): string[] {
  return Array.from({ length: days }, (_, index) =>
    new Date(today.getTime() - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

export const isFailing = ({ result }: { result: string }): boolean =>
  result === 'failed' || result === 'error';

/** The newest day on which the check failed. */
export const lastFailure = (days: readonly CheckDay[]): CheckDay | undefined =>
  days.findLast(isFailing);
