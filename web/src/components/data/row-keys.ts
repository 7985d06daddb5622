import { useMemo } from 'react';
import { listKeyTexts } from '../../texts/operate/lists.ts';
import { useKeys } from '../../lib/keys.ts';

/** Lets `j` and `k` move the focus over the links that open the rows of a list; Enter opens one. */
export function useRowKeys(selector: string): void {
  useKeys(
    useMemo(
      () => [
        { keys: 'j', does: listKeyTexts.next, run: () => moveFocus(selector, 1) },
        { keys: 'k', does: listKeyTexts.previous, run: () => moveFocus(selector, -1) },
      ],
      [selector],
    ),
  );
}

function moveFocus(selector: string, by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>(selector)];
  const at = links.findIndex((link) => link === document.activeElement);
  links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}
