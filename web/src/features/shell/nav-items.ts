import {
  IconActivityHeartbeat,
  IconBinaryTree,
  IconBook2,
  IconCode,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconMail,
  IconMessages,
  IconPencilBolt,
  IconPlug,
  IconPuzzle,
  IconServer,
  IconServer2,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconTable,
  IconTerminal2,
  IconTestPipe,
  IconUserCog,
  IconUsers,
  IconWebhook,
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
  /** The pages below its address belong to other entries. */
  isExact?: boolean;
  /** Opened by the browser, not by the router. */
  isElsewhere?: boolean;
  /** Those who do not see the entry may read its pages, too, when a link leads them there. */
  isReadable?: true;
  /** Whether it is shown to somebody who sees its group. Default: yes. */
  isFor?: (me: Me) => boolean;
};

export type NavGroup = { name: string; items: readonly NavItem[]; isFor: (me: Me) => boolean };

/** Pages of governance besides definitions. */
const governance = [
  '/tags',
  '/policies',
  '/certifications',
  '/classification-schemes',
  '/sourcesystems',
  '/dataproductbuilders',
];

/** All groups; each is shown to those who may do something there. */
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
      {
        name: pageNames.messages,
        href: '/messages',
        icon: IconMessages,
        key: 'm',
        count: ({ counters }) => ({ value: counters.messages ?? 0, tone: 'accent' }),
      },
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
      {
        name: pageNames.integrations,
        href: '/operate/integrations',
        icon: IconPlug,
        // Operators have it among the pages for operating.
        isFor: ({ may }) => may.publish && !may.operate,
      },
    ],
  },
  {
    name: groupNames.operate,
    isFor: ({ may }) => may.operate,
    items: [
      {
        name: pageNames.operate,
        href: '/operate',
        icon: IconActivityHeartbeat,
        key: 'o',
        isExact: true,
        count: ({ counters }) => ({ value: counters.operate, tone: 'bad' }),
      },
      { name: pageNames.integrations, href: '/operate/integrations', icon: IconPlug },
      {
        name: pageNames.work,
        href: '/operate/work',
        icon: IconStack2,
        covers: ['/operate/schedules'],
      },
      {
        name: pageNames.events,
        href: '/operate/events',
        icon: IconWebhook,
        covers: ['/operate/webhooks'],
      },
      { name: pageNames.mail, href: '/operate/mail', icon: IconMail },
      { name: pageNames.audit, href: '/operate/audit', icon: IconHistory },
      {
        name: pageNames.system,
        href: '/operate/system',
        icon: IconServer2,
        isFor: ({ may }) => may.operateInstallation,
      },
    ],
  },
  {
    name: groupNames.develop,
    isFor: ({ may }) => may.develop,
    items: [
      { name: pageNames.develop, href: '/develop', icon: IconTerminal2, isExact: true },
      {
        name: pageNames.events,
        href: '/operate/events',
        icon: IconWebhook,
        // Operators have it among the pages for operating.
        isFor: ({ may }) => !may.operate,
      },
      {
        name: pageNames.connectors,
        href: '/develop/connectors',
        icon: IconServer,
        isFor: ({ may }) => may.operate,
      },
      { name: pageNames.sandbox, href: '/develop/sandbox', icon: IconTestPipe },
      { name: pageNames.explorer, href: '/docs', icon: IconCode, isElsewhere: true },
      ...(import.meta.env.DEV
        ? [{ name: pageNames.stories, href: '/develop/ui', icon: IconPuzzle }]
        : []),
    ],
  },
  {
    name: groupNames.organization,
    isFor: ({ may }) => may.organization,
    items: [
      {
        name: pageNames.people,
        href: '/organization/people',
        icon: IconUserCog,
        covers: ['/organization/roles', '/organization/permissions'],
        isReadable: true,
      },
      { name: pageNames.keys, href: '/organization/keys', icon: IconKey },
      { name: pageNames.settings, href: '/organization/settings', icon: IconSettings },
    ],
  },
];

/** The groups for this person. */
export function navFor(me: Me): readonly NavGroup[] {
  return navGroups
    .filter((group) => group.isFor(me))
    .map((group) => ({ ...group, items: group.items.filter(({ isFor }) => isFor?.(me) ?? true) }));
}

/** The entry with this address, or with one above it, that the person does not see; undefined when the page is for them. */
export function hiddenItem(me: Me, pathname: string): NavItem | undefined {
  // A key of the organization that only reads may read more than it has entries for.
  if (me.scope === 'organization_read') return undefined;
  const reaches = ({ href, covers = [] }: NavItem) =>
    [href, ...covers].some((each) => pathname === each || pathname.startsWith(`${each}/`));
  const all = navGroups.flatMap(({ isFor, items }) =>
    items.map((item) => ({ item, isShown: isFor(me) && (item.isFor?.(me) ?? true) })),
  );
  const found = all.filter(({ item }) => item.href !== '/' && reaches(item));
  const longest = Math.max(...found.map(({ item }) => item.href.length));
  const nearest = found.filter(({ item }) => item.href.length === longest);
  const isOpen = nearest.some(({ item, isShown }) => isShown || item.isReadable);
  return isOpen ? undefined : nearest[0]?.item;
}

/** The part of the navigation that has the address, by its longest match. */
export function isCurrent({ href, covers = [], isExact }: NavItem, pathname: string): boolean {
  if (href === '/' || isExact === true) return pathname === href;
  return [href, ...covers].some((each) => pathname === each || pathname.startsWith(`${each}/`));
}
