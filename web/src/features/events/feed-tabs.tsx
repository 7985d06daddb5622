import { Tabs } from '../../components/controls/tabs.tsx';
import { useMe } from '../session/queries.ts';
import { eventTexts } from '../../texts/operate/events.ts';

const hrefs = {
  events: '/operate/events',
  readers: '/operate/events/readers',
  webhooks: '/operate/webhooks',
} as const;

/** Events, their readers, and webhooks are tabs of each other; those who do not operate see only events. */
export function FeedTabs({ current }: { current: keyof typeof hrefs }) {
  const operates = useMe()?.may.operate === true;
  if (!operates) return null;
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
