import { Tabs } from '../../components/controls/tabs.tsx';
import { eventTexts } from '../../texts/operate/events.ts';

const hrefs = {
  events: '/operate/events',
  readers: '/operate/events/readers',
  webhooks: '/operate/webhooks',
} as const;

/** Events, their readers, and webhooks are tabs of each other. */
export function FeedTabs({ current }: { current: keyof typeof hrefs }) {
  const names = Object.keys(hrefs) as (keyof typeof hrefs)[];
  return (
    <Tabs
      label={eventTexts.tabsLabel}
      tabs={names.map((name) => ({
        name: eventTexts.tabs[name],
        href: hrefs[name],
        isCurrent: name === current,
      }))}
    />
  );
}
