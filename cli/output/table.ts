import { cellOf } from './columns.ts';
import type { Column } from './columns.ts';
import { cutToWidth, padToWidth, widthOf } from './text-width.ts';
import { paint } from './paint.ts';

const gap = '  ';
const minColumnWidth = 8;

/** How a table is drawn; without `width` no cell is cut. */
export type TableStyle = { width?: number | undefined; colors: boolean };

/**
 * A table of items. When it is wider than the terminal, its widest columns are cut, then the last ones left out. Ids, which people
 * copy, stay whole: a long one takes its width from the other cells of its row.
 */
export function formatTable(
  items: readonly unknown[],
  columns: readonly Column[],
  { width, colors }: TableStyle,
): string {
  const all = columns.map((column) => {
    const cells = items.map((item) => cellOf(item, column));
    return { column, cells, width: Math.max(...[column.head, ...cells].map(widthOf)) };
  });
  const shown = width === undefined ? all : fit(all, width);
  const lineOf = (textOf: (drawn: Drawn) => string, isHead: boolean): string => {
    let excess = 0;
    return shown
      .map((drawn, index) => {
        const cell = textOf(drawn);
        const { column } = drawn;
        const taken = Math.min(excess, Math.max(drawn.width - minColumnWidth, 0));
        const own = isWhole(drawn, index)
          ? Math.max(drawn.width, widthOf(cell))
          : drawn.width - taken;
        excess += own - drawn.width;
        const padded = padToWidth(cutToWidth(cell, own), own, column.right);
        return paint(padded, isHead ? 'bold' : column.color?.(cell), colors);
      })
      .join(gap)
      .trimEnd();
  };
  const rows = items.map((_, row) => lineOf(({ cells }) => cells[row] ?? '', false));
  return [lineOf(({ column }) => column.head, true), ...rows].join('\n');
}

type Drawn = { column: Column; cells: readonly string[]; width: number };

/** The first column names the item, if no other one does. */
const isWhole = ({ column }: Drawn, index: number): boolean =>
  index === 0 || /(?:^| )ID$/.test(column.head);

/** An id column as wide as its ids, without a few that would take more than two fifths of the line. */
function usualWidth(drawn: Drawn, available: number): Drawn {
  const widths = drawn.cells.map(widthOf);
  const usual = widths.filter((each) => each <= available * 0.4);
  if (widths.length - usual.length > widths.length / 4) return { ...drawn };
  return { ...drawn, width: Math.max(...usual, widthOf(drawn.column.head)) };
}

/** Takes width from the widest columns until all fit; if they cannot, leaves out the last one that is no id. */
function fit(columns: readonly Drawn[], available: number): Drawn[] {
  const total = columns.reduce((all, { width }) => all + width, gap.length * (columns.length - 1));
  const cut = columns.map((drawn, index) =>
    total > available && isWhole(drawn, index) ? usualWidth(drawn, available) : { ...drawn },
  );
  const places = cut
    .map((_, index) => index)
    .filter((index) => !isWhole(cut[index] as Drawn, index));
  const sum = (): number =>
    cut.reduce((all, { width }) => all + width, 0) + gap.length * (cut.length - 1);
  for (let excess = sum() - available; excess > 0; excess -= 1) {
    const widest = places.reduce<Drawn | undefined>((best, index) => {
      const drawn = cut[index] as Drawn;
      return drawn.width > (best?.width ?? minColumnWidth) ? drawn : best;
    }, undefined);
    if (widest === undefined) {
      const last = places.at(-1);
      return last === undefined ? cut : fit(columns.toSpliced(last, 1), available);
    }
    widest.width -= 1;
  }
  return cut;
}
