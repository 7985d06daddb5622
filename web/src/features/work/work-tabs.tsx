import { Tabs } from '../../components/controls/tabs.tsx';
import { workTexts } from '../../texts/operations/work.ts';

type Tab = keyof typeof workTexts.tabs;

const addresses: Readonly<Record<Tab, string>> = {
  work: '/operate/work',
  batches: '/operate/work/batches',
  schedules: '/operate/schedules',
};

/** Work, bulk actions and schedules are tabs of one another. */
export function WorkTabs({ current }: { current: Tab }) {
  return (
    <Tabs
      label={workTexts.tabsLabel}
      tabs={(Object.keys(addresses) as Tab[]).map((tab) => ({
        name: workTexts.tabs[tab],
        href: addresses[tab],
        isCurrent: tab === current,
      }))}
    />
  );
}
