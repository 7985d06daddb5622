import { IconGitBranch, IconKeyboard, IconUserCircle } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { pageNames, shellTexts } from '../../texts/shell.ts';
import type { Me } from '../session/queries.ts';
import { navFor } from './nav-items.ts';
import { keyHelpIsOpen } from '../../lib/overlays.ts';

/** A line of the search that does something. */
export type Command = { name: string; icon: Icon; run: () => void; keys?: string };

/** Pages and commands for this person. */
export function commandsFor(me: Me, go: (href: string) => void): readonly Command[] {
  const pages = navFor(me).flatMap(({ items }) =>
    items.map(({ name, icon, href, key, isElsewhere }) => ({
      name,
      icon,
      run: () => (isElsewhere === true ? location.assign(href) : go(href)),
      ...(key !== undefined && { keys: `g ${key}` }),
    })),
  );
  const toImport = {
    name: pageNames.gitImport,
    icon: IconGitBranch,
    run: () => go('/studio/import'),
  };
  return [
    ...pages,
    ...(me.may.publish ? [toImport] : []),
    { name: shellTexts.ownSessions, icon: IconUserCircle, run: () => go('/me/sessions') },
    {
      name: shellTexts.keysTitle,
      icon: IconKeyboard,
      keys: '?',
      run: () => keyHelpIsOpen.set(true),
    },
  ];
}
