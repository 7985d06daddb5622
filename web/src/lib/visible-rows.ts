import { useEffect } from 'react';
import type { Key } from 'react';

/** A row that exists, as the virtualizer knows it. */
type Item = { index: number; key: Key; start: number; end: number };

/** What is needed of a virtualizer, of whatever scrolls. */
type Virtual = {
  options: { scrollMargin: number };
  getTotalSize: () => number;
  getVirtualItems: () => readonly Item[];
};

/** The rows that exist, and the space of those above and below them. */
export type VisibleRows = { items: readonly Item[]; above: number; below: number };

/** Reads them in the component that has the virtualizer: the virtualizer is the same object when they have changed. */
export function visibleRows(virtual: Virtual): VisibleRows {
  const items = virtual.getVirtualItems();
  const { scrollMargin } = virtual.options;
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) {
    return { items, above: 0, below: virtual.getTotalSize() };
  }
  return {
    items,
    above: first.start - scrollMargin,
    below: virtual.getTotalSize() - (last.end - scrollMargin),
  };
}

const ahead = 30;

/** Where a long list goes on. */
export type More = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

/** Loads the next page before the end of the loaded rows comes into sight. */
export function useNextRows(lastShown: number, count: number, more: More): void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = more;
  useEffect(() => {
    if (lastShown >= count - ahead && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [lastShown, count, hasNextPage, isFetchingNextPage, fetchNextPage]);
}
