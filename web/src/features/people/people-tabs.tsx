import { Tabs } from '../../components/controls/tabs.tsx';
import { peopleTexts } from '../../texts/organization/people.ts';

const pages = ['people', 'roles', 'permissions'] as const;

/** The three pages about people and what they may do. */
export function PeopleTabs({ current }: { current: (typeof pages)[number] }) {
  return (
    <Tabs
      label={peopleTexts.tabsLabel}
      tabs={pages.map((each) => ({
        name: peopleTexts.tabs[each],
        href: `/organization/${each}`,
        isCurrent: each === current,
      }))}
    />
  );
}
