import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

export type WindowRows<Row> = {
  /** Ref of the part whose top is the top of the first row. */
  body: React.RefObject<HTMLTableSectionElement | null>;
  /** The rows to render, with their indexes. */
  shown: readonly { row: Row; index: number }[];
  /** Heights of what is not rendered. */
  before: number;
  after: number;
  scrollTo: (index: number) => void;
};

/** The rows of a real table that are near the window; rows have fixed heights, and empty space stands for the others. */
export function useWindowRows<Row>(rows: readonly Row[], rowHeight: number): WindowRows<Row> {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, [rows]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    body,
    shown: items.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, index }];
    }),
    before: first === undefined ? 0 : first.start - scrollMargin,
    after: last === undefined ? 0 : virtual.getTotalSize() - (last.end - scrollMargin),
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
  };
}
