import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Page } from '../../components/page.tsx';
import { EventsList } from '../../features/events/events-list.tsx';
import { FeedTabs } from '../../features/events/feed-tabs.tsx';
import { readersQuery } from '../../features/events/queries.ts';
import { useMe } from '../../features/session/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { eventTexts } from '../../texts/operate/events.ts';
import { pageNames } from '../../texts/shell.ts';

const route = getRouteApi('/framed/operate/events');

/** The feed, newest first, as it grows. */
export function EventsPage() {
  const search = route.useSearch();
  const [isLive, setIsLive] = useState(true);
  useCopySource('/api/events?order=newest');
  return (
    <Page
      title={pageNames.events}
      lead={<Position />}
      actions={
        <>
          <span className="live-note" role="status">
            <span className={isLive ? 'dot on' : 'dot'} />
            {isLive ? eventTexts.live : eventTexts.notLive}
          </span>
          <Button compact aria-pressed={!isLive} onClick={() => setIsLive(!isLive)}>
            {isLive ? eventTexts.pause : eventTexts.follow}
          </Button>
        </>
      }
    >
      <FeedTabs current="events" />
      <EventsList search={search} isLive={isLive} />
    </Page>
  );
}

/** How far the feed is, for those who operate. */
function Position() {
  const operates = useMe()?.may.operate === true;
  const feed = useQuery({ ...readersQuery, enabled: operates }).data;
  if (feed === undefined) return <span>&nbsp;</span>;
  return (
    <span className="small">
      {eventTexts.position(feed.headPosition)}{' '}
      {feed.headAt !== null && (
        <>
          <RelativeTime at={feed.headAt} />.
        </>
      )}
    </span>
  );
}
