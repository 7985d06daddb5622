/**
 * One line of the table: the figure, the product's value, the limit measured in the same run, their ratio, and
 * the demand.
 */
export type Figure = {
  what: string;
  ours: string;
  limit: string;
  /** Undefined when the demand concerns the value itself, not a ratio. */
  ratio: number | undefined;
  demand: string;
  met: boolean;
};

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Writes figures as a Markdown table. */
export function toTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, ours, limit, ratio, demand, met }) => [
    what,
    ours,
    limit,
    ratio?.toFixed(2) ?? '–',
    demand,
    met ? 'yes' : 'NO',
  ]);
  const all = [
    ['What', 'Ours', 'Limit', 'Ratio', 'Demand', 'Met'],
    ['---', '---', '---', '---', '---', '---'],
    ...rows,
  ];
  const widths =
    all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' ')).join(' | ')} |`;
  return all.map(line).join('\n');
}
