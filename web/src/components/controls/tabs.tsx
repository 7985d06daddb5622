import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export type Tab = {
  name: string;
  href: string;
  /** Filters of the address, if the tab is one of them. */
  search?: Record<string, string>;
  count?: number | undefined;
  /** The count is bad news: failing checks. */
  isBad?: boolean;
  isCurrent: boolean;
};

/** Tabs are pages of their own: each has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  const current = tabs.findIndex(({ isCurrent }) => isCurrent);
  const shown = useRef('');
  useEffect(() => {
    // Counts that arrive later make the tabs wider and push the current one out of view.
    const place = `${current} ${nav.current?.scrollWidth}`;
    if (place !== shown.current) showTab(nav.current, current);
    shown.current = place;
  });
  return (
    <nav ref={nav} className="tabs" aria-label={label}>
      {tabs.map(({ name, href, search, count, isBad, isCurrent }) => (
        <Link
          key={`${href} ${name}`}
          to={href}
          {...(search !== undefined && { search })}
          aria-current={isCurrent ? 'page' : undefined}
          // The first tab is the start of the addresses of the others.
          activeOptions={{ exact: true, includeSearch: search !== undefined }}
          resetScroll={false}
        >
          {name}
          {count !== undefined && (
            <span className={`count${isBad === true ? ' bad' : ''}`}>{count}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** On a small screen the tabs scroll sideways; the current one begins in view. */
function showTab(nav: HTMLElement | null, index: number): void {
  const tab = nav?.children[index]?.getBoundingClientRect();
  if (nav === null || tab === undefined) return;
  const { left, right, width } = nav.getBoundingClientRect();
  if (tab.left < left || tab.right > right) {
    nav.scrollLeft += tab.left - left - (width - tab.width) / 2;
  }
}
