import { Link, useLocation } from '@tanstack/react-router';
import { shellTexts } from '../../texts/shell.ts';
import type { Me } from '../session/queries.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { isCurrent, navFor } from './nav-items.ts';
import type { NavItem } from './nav-items.ts';

/** The navigation at the left; small screens show it as a sheet, which has the brand in its title. */
export function Nav({ me, onLeave }: { me: Me; onLeave?: () => void }) {
  const { pathname } = useLocation();
  return (
    <nav className="nav" aria-label={shellTexts.navigation}>
      {onLeave === undefined && <Brand organization={me.organization.name} />}
      {navFor(me).map(({ name, items }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul>
            {items.map((item) => (
              <li key={item.href}>
                <Entry item={item} me={me} current={isCurrent(item, pathname)} onLeave={onLeave} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <AccountMenu me={me} />
    </nav>
  );
}

type EntryProps = {
  item: NavItem;
  me: Me;
  current: boolean;
  onLeave: (() => void) | undefined;
};

function Entry({ item, me, current, onLeave }: EntryProps) {
  const { name, href, icon: Icon, count, isElsewhere } = item;
  const shown = count?.(me);
  const inside = (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      {name}
      {shown !== undefined && shown.value > 0 && (
        <span className={`nav-count ${shown.tone}`}>{shownCount(shown.value)}</span>
      )}
    </>
  );
  if (isElsewhere === true) return <a href={href}>{inside}</a>;
  return (
    <Link
      to={href}
      // By itself the router would also mark the pages above this one.
      activeOptions={{ exact: true }}
      aria-current={current ? 'page' : undefined}
      onClick={onLeave}
    >
      {inside}
    </Link>
  );
}

const maxShown = 99;

/** The count in the little space beside a name. */
const shownCount = (value: number): string => (value > maxShown ? `${maxShown}+` : String(value));
