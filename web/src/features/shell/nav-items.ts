import {
  IconBinaryTree,
  IconBook2,
  IconCode,
  IconHome,
  IconInbox,
  IconPencilBolt,
  IconPuzzle,
  IconShieldCheck,
  IconTable,
  IconUsers,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { groupNames, pageNames } from '../../texts/shell.ts';
import type { Me } from '../session/queries.ts';

/** An entry of the navigation. `href` is an address of this service; `/docs` is no page of the application. */
export type NavItem = {
  name: string;
  href: string;
  icon: Icon;
  /** The second key after `g`. */
  key?: string;
  count?: (me: Me) => { value: number; tone: 'accent' | 'bad' | 'plain' } | undefined;
  /** Further pages that are tabs of this one. */
  covers?: readonly string[];
  /** Opened by the browser, not by the router. */
  isElsewhere?: boolean;
};

export type NavGroup = { name: string; items: readonly NavItem[]; isFor: (me: Me) => boolean };

/** Pages of governance besides definitions. */
const governance = [
  '/tags',
  '/policies',
  '/certifications',
  '/classification-schemes',
  '/sourcesystems',
];

/** All groups; each is shown to those who may do something there. A page that does not exist yet has no entry. */
const navGroups: readonly NavGroup[] = [
  {
    name: groupNames.discover,
    isFor: () => true,
    items: [
      { name: pageNames.home, href: '/', icon: IconHome, key: 'h' },
      { name: pageNames.myAccess, href: '/me/access', icon: IconShieldCheck, key: 'a' },
      { name: pageNames.concepts, href: '/concepts', icon: IconBinaryTree, key: 'c' },
      { name: pageNames.teams, href: '/teams', icon: IconUsers },
      { name: pageNames.assets, href: '/assets', icon: IconTable },
      { name: pageNames.governance, href: '/definitions', icon: IconBook2, covers: governance },
    ],
  },
  {
    name: groupNames.publish,
    isFor: ({ may, counters }) => may.publish || counters.inbox + counters.proposed > 0,
    items: [
      { name: pageNames.studio, href: '/studio', icon: IconPencilBolt, key: 's' },
      {
        name: pageNames.inbox,
        href: '/inbox',
        icon: IconInbox,
        key: 'i',
        count: ({ counters }) => ({ value: counters.inbox, tone: 'accent' }),
      },
    ],
  },
  {
    name: groupNames.develop,
    isFor: ({ may }) => may.develop,
    items: [
      { name: pageNames.explorer, href: '/docs', icon: IconCode, isElsewhere: true },
      ...(import.meta.env.DEV
        ? [{ name: pageNames.stories, href: '/develop/ui', icon: IconPuzzle }]
        : []),
    ],
  },
];

/** The groups for this person. */
export function navFor(me: Me): readonly NavGroup[] {
  return navGroups.filter((group) => group.isFor(me));
}

/** The part of the navigation that has the address, by its longest match. */
export function isCurrent({ href, covers = [] }: NavItem, pathname: string): boolean {
  if (href === '/') return pathname === '/';
  return [href, ...covers].some((each) => pathname === each || pathname.startsWith(`${each}/`));
}
