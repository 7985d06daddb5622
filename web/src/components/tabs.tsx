import { Link } from '@tanstack/react-router';

export type Tab = {
  name: string;
  href: string;
  count?: number | undefined;
  /** The count is bad news: failing checks. */
  isBad?: boolean;
  isCurrent: boolean;
};

/** Tabs are pages of their own: each has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, href, count, isBad, isCurrent }) => (
        <Link
          key={href}
          to={href}
          aria-current={isCurrent ? 'page' : undefined}
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
