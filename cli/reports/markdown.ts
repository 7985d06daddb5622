const maxRows = 100;

/** Foreign text inside of a line or a cell of Markdown. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>|~#@]/g, (character) => `\\${character}`)
    .trim();
}

/** A table; rows beyond a hundred are counted, because comments of pull requests are limited. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const others = rows.length - maxRows;
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.slice(0, maxRows).map((cells) => line(cells.map(escapeMarkdown))),
    ...(others > 0 ? ['', `… and ${others} more`] : []),
  ].join('\n');
}
