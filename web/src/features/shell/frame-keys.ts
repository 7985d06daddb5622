import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { isTyping, useKeys } from '../../lib/keys.ts';
import type { KeyBinding } from '../../lib/keys.ts';
import { keyTexts } from '../../texts/keys.ts';
import type { Me } from '../session/queries.ts';
import { navFor } from './nav-items.ts';
import { keyHelpIsOpen, searchIsOpen, searchWords } from '../../lib/overlays.ts';

/** The keys that work on every page. */
export function useFrameKeys(me: Me): void {
  const navigate = useNavigate();
  const { toggleColorScheme } = useMantineColorScheme();
  const own = useMemo((): readonly KeyBinding[] => {
    const pages = navFor(me)
      .flatMap(({ items }) => items)
      .filter(({ key }) => key !== undefined);
    return [
      { keys: '/', does: keyTexts.search, run: focusSearch },
      ...pages.map(({ key, name, href }) => ({
        keys: `g ${key}`,
        does: keyTexts.goTo(name),
        run: () => void navigate({ to: href }),
      })),
      { keys: 't', does: keyTexts.theme, run: toggleColorScheme },
      { keys: '?', does: keyTexts.help, run: () => keyHelpIsOpen.set(true) },
    ];
  }, [me, navigate, toggleColorScheme]);
  useKeys(own);
  useEffect(() => {
    addEventListener('keydown', openSearch);
    addEventListener('keydown', keepTyped);
    return () => {
      removeEventListener('keydown', openSearch);
      removeEventListener('keydown', keepTyped);
    };
  }, []);
}

/** ⌘K or Ctrl+K, also in text fields. */
function openSearch(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  searchIsOpen.set(true);
}

/** What is typed before the field of the search has loaded goes into it. */
function keepTyped(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !(event.ctrlKey || event.metaKey || event.altKey);
  if (!isText || event.defaultPrevented || !searchIsOpen.get() || isTyping(event.target)) return;
  event.preventDefault();
  searchWords.set(searchWords.get() + event.key);
}

/** The search or filter field of the page, or else the search over everything. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (field === null) searchIsOpen.set(true);
  else field.focus();
}
