import { cellOf } from './columns.ts';
import type { Column } from './columns.ts';
import { cutToWidth, padToWidth, widthOf } from './text-width.ts';
import { paint } from './paint.ts';

const gap = '  ';
const minColumnWidth = 8;

/** How a table is drawn; without `width` no cell is cut. */
export type TableStyle = { width?: number | undefined; colors: boolean };

/** A table of items. When it is wider than the terminal, its widest columns are cut. */
export function formatTable(
  items: readonly unknown[],
  columns: readonly Column[],
  { width, colors }: TableStyle,
): string {
  const rows = items.map((item) => columns.map((column) => cellOf(item, column)));
  const natural = columns.map(({ head }, index) =>
    Math.max(widthOf(head), ...rows.map((row) => widthOf(row[index] ?? ''))),
  );
  const widths =
    width === undefined ? natural : fit(natural, width - gap.length * (columns.length - 1));
  const lineOf = (cells: readonly string[], isHead: boolean): string =>
    cells
      .map((cell, index) => {
        const column = columns[index];
        const padded = padToWidth(
          cutToWidth(cell, widths[index] ?? 0),
          widths[index] ?? 0,
          column?.right,
        );
        return paint(padded, isHead ? 'bold' : column?.color?.(cell), colors);
      })
      .join(gap)
      .trimEnd();
  const heads = columns.map(({ head }) => head);
  return [lineOf(heads, true), ...rows.map((row) => lineOf(row, false))].join('\n');
}

/** Takes width from the widest columns until all fit. The first column is the id, which people copy, so that it stays whole. */
function fit(natural: readonly number[], available: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, 0) - available;
  while (excess > 0) {
    const widest = Math.max(...widths.slice(1));
    if (widest <= minColumnWidth) break;
    widths[widths.indexOf(widest, 1)] = widest - 1;
    excess -= 1;
  }
  return widths;
}
