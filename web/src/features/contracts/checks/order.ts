const badness: Readonly<Record<string, number>> = { error: 0, failed: 1, warning: 2, unknown: 3 };

export const isBroken = ({ result }: { result: string }): boolean =>
  result === 'failed' || result === 'error' || result === 'warning';

/** Worst first; equal ones stay in the order of the contract. */
export function worstFirst<Check extends { result: string }>(checks: readonly Check[]): Check[] {
  const rank = ({ result }: Check): number => badness[result] ?? 4;
  return [...checks].sort((one, other) => rank(one) - rank(other));
}

/** Seconds between two instants, with one digit below ten. */
export function secondsBetween(start: string, end: string): string {
  const seconds = (Date.parse(end) - Date.parse(start)) / 1000;
  return seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds));
}

type WithQuery = { failingRowsSql: string | null; noSqlReason: string | null };

/** The query for all failing rows of a check, or the reason why there is none. */
export type FailingRowsSql = { sql: string } | { reason: string };

export function queryOf({ failingRowsSql, noSqlReason }: WithQuery): FailingRowsSql | undefined {
  if (failingRowsSql !== null) return { sql: failingRowsSql };
  return noSqlReason === null ? undefined : { reason: noSqlReason };
}
