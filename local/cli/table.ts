/** A table for a terminal: columns as wide as their widest cell, missing cells as a dash. */
export function formatTable(
  heads: readonly string[],
  rows: readonly (readonly (string | null | undefined)[])[],
): string {
  const lines = [heads, ...rows.map((row) => row.map((cell) => cell ?? '–'))];
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A time for a terminal: to the minute, in UTC. */
export function formatInstant(instant: Date | null): string | null {
  return instant && `${instant.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
