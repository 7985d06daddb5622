import fs from 'node:fs';

/** A published bound, and its measurement. */
export type TriedBound = { what: string; bound: string; measured: string; holds: boolean };

/**
 * Measures a bound: `attempt` returns the measurement, or throws because the bound does not hold. Both become a row of the table
 * that `npm run chaos` prints at its end.
 */
export async function tryBound(
  what: string,
  bound: string,
  attempt: () => Promise<string>,
): Promise<void> {
  try {
    tell({ what, bound, measured: await attempt(), holds: true });
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
    tell({ what, bound, measured: line, holds: false });
    throw error;
  }
}

function tell(row: TriedBound): void {
  const file = process.env.CHAOS_TABLE;
  if (file !== undefined) fs.appendFileSync(file, `${JSON.stringify(row)}\n`);
  else process.stderr.write(`chaos: ${row.what}: ${row.bound} → ${row.measured}\n`);
}

/** The maximum of some times, which must be within the limit, formatted for people. */
export function maxWithin(limitMs: number, times: readonly number[]): string {
  const longest = Math.max(...times);
  expect(longest).toBeLessThanOrEqual(limitMs);
  const shown = longest < 1_000 ? `${Math.round(longest)} ms` : `${(longest / 1_000).toFixed(1)} s`;
  return times.length > 1 ? `${shown} (longest of ${times.length})` : shown;
}
