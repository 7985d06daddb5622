import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { IconChevronRight, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { searchKeys } from '../../lib/address/search-keys.ts';
import { useStore } from '../../lib/store.ts';
import { trail } from '../../lib/trail.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Notices } from '../notices/notices.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { navIsOpen, searchIsOpen } from '../../lib/overlays.ts';

/** Where one is, the search, the theme and the notices. */
export function TopBar({ unread }: { unread: number }) {
  const { pathname } = useLocation();
  return (
    <header className="topbar">
      <button
        type="button"
        className="icon-button narrow-only"
        aria-label={shellTexts.navigation}
        onClick={() => navIsOpen.set(true)}
      >
        <IconMenu2 size={18} aria-hidden />
      </button>
      <Breadcrumb />
      {pathname === '/' ? (
        <span className="push" />
      ) : (
        <button type="button" className="find" onClick={() => searchIsOpen.set(true)}>
          <IconSearch size={16} aria-hidden />
          <span className="wide-only">{shellTexts.search}</span>
          <span className="hidden narrow-only">{shellTexts.search}</span>
          <kbd className="wide-only">{searchKeys}</kbd>
        </button>
      )}
      <span className="row" style={{ gap: 4 }}>
        <CopyMenu />
        <ThemeMenu />
        <Notices unread={unread} />
      </span>
    </header>
  );
}

function Breadcrumb() {
  const { above, current } = useStore(trail);
  return (
    <nav aria-label={shellTexts.breadcrumb} style={{ minWidth: 0 }}>
      <ol className="breadcrumb">
        {above.map(({ name, href }) => (
          <li key={href} className="wide-only">
            <Link to={href} activeOptions={{ exact: true }}>
              {name}
            </Link>
            <IconChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li>
          <span className="ellipsis" aria-current="page">
            {current}
          </span>
        </li>
      </ol>
    </nav>
  );
}

const themes: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <button type="button" className="icon-button" aria-label={shellTexts.theme}>
          {shown === 'dark' ? (
            <IconMoon size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconSun size={16} stroke={1.75} aria-hidden />
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(theme) => setColorScheme(theme as MantineColorScheme)}
        >
          {themes.map((theme) => (
            <Menu.RadioItem key={theme} value={theme}>
              {shellTexts.themes[theme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
