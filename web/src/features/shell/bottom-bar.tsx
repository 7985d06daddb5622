import { Drawer } from '@mantine/core';
import { IconHome, IconInbox, IconMenu2, IconShieldCheck } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useStore } from '../../lib/store.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { Me } from '../session/queries.ts';
import { Brand } from './brand.tsx';
import { Nav } from './nav.tsx';
import { navIsOpen } from '../../lib/overlays.ts';

const entries = [
  { name: 'Home', href: '/', icon: IconHome },
  { name: 'Access', href: '/me/access', icon: IconShieldCheck },
  { name: 'Inbox', href: '/inbox', icon: IconInbox },
] as const;

/** The navigation of small screens, and the sheet with all of it. */
export function BottomBar({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const isOpen = useStore(navIsOpen);
  const close = () => navIsOpen.set(false);
  return (
    <>
      <nav className="bottom-bar" aria-label={shellTexts.smallNavigation}>
        {entries.map(({ name, href, icon: Icon }) => (
          <Link key={href} to={href} aria-current={pathname === href ? 'page' : undefined}>
            <Icon size={20} stroke={1.75} aria-hidden />
            {name}
            {href === '/inbox' && me.counters.inbox > 0 && (
              <span className="bottom-count">{me.counters.inbox}</span>
            )}
          </Link>
        ))}
        <button type="button" onClick={() => navIsOpen.set(true)}>
          <IconMenu2 size={20} stroke={1.75} aria-hidden />
          {shellTexts.more}
        </button>
      </nav>
      <Drawer
        opened={isOpen}
        onClose={close}
        size={264}
        title={<Brand organization={me.organization.name} />}
        closeButtonProps={{ 'aria-label': shellTexts.close }}
      >
        <Nav me={me} onLeave={close} />
      </Drawer>
    </>
  );
}
