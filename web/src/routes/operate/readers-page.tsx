import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import '../../components/controls/list-filters.css';
import { FeedTabs } from '../../features/events/feed-tabs.tsx';
import { readersQuery } from '../../features/events/queries.ts';
import { ReadersTable } from '../../features/events/readers-table.tsx';
import { useCopySource } from '../../lib/copy-source.ts';
import { readerTexts } from '../../texts/operate/events.ts';
import { pageNames } from '../../texts/shell.ts';

/** Who reads the feed. */
export function ReadersPage() {
  const readers = useQuery(readersQuery);
  useCopySource('/api/ops/readers');
  return (
    <Page title={pageNames.events} lead={<span className="small">{readerTexts.lead}</span>}>
      <FeedTabs current="readers" />
      <Loaded query={readers} skeleton={<Skeleton height={240} />}>
        {({ readers: all }) =>
          all.length === 0 ? (
            <div className="card">
              <EmptyState
                sort="nothing-yet"
                title={readerTexts.none}
                action={
                  <Link className="button" to="/operate/webhooks" search={{ new: true }}>
                    {readerTexts.newWebhook}
                  </Link>
                }
              >
                {readerTexts.noneHint}
              </EmptyState>
            </div>
          ) : (
            <ReadersTable readers={all} />
          )
        }
      </Loaded>
    </Page>
  );
}
