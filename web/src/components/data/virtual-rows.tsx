import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

type VirtualRowsProps<Row> = {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Height before a row is measured. */
  rowHeight: number;
  label: string;
  children: (row: Row, index: number) => ReactNode;
};

/** A long list of which only the visible rows exist: 10,000 rows scroll like 50. */
export function VirtualRows<Row>({
  rows,
  keyOf,
  rowHeight,
  label,
  children,
}: VirtualRowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
  });
  return (
    <ul
      ref={list}
      className="virtual-rows"
      aria-label={label}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
          >
            {children(row, index)}
          </li>
        );
      })}
    </ul>
  );
}
