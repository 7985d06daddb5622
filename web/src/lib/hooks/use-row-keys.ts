import { useMemo } from 'react';
import { useKeys } from '../keys.ts';

/** J and K move the focus over these links, one in each row; Enter opens one. */
export function useRowKeys(selector: string, names: { next: string; previous: string }): void {
  const { next, previous } = names;
  useKeys(
    useMemo(
      () => [
        { keys: 'j', does: next, run: () => focusRow(selector, 1) },
        { keys: 'k', does: previous, run: () => focusRow(selector, -1) },
      ],
      [selector, next, previous],
    ),
  );
}

function focusRow(selector: string, by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>(selector)];
  const at = links.findIndex((link) => link === document.activeElement);
  links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}
