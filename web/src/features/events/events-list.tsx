import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ListFooter } from '../../components/data/list-footer.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { eventTexts } from '../../texts/operate/events.ts';
import { EventDetail } from './event-detail.tsx';
import { EventFilters } from './event-filters.tsx';
import { isFilteredFeed } from './event-search.ts';
import type { EventSearch } from './event-search.ts';
import { EventTable } from './event-table.tsx';
import { eventsQuery } from './queries.ts';

/** The feed with its filters. */
export function EventsList({ search, isLive }: { search: EventSearch; isLive: boolean }) {
  const navigate = useNavigate();
  const query = useInfiniteQuery(eventsQuery(search, isLive));
  const show = (wanted: EventSearch) =>
    void navigate({ to: '/operate/events', search: wanted, resetScroll: false });
  const { event: open, ...filters } = search;
  const events = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const author = events.find(({ principal }) => principal === search.principal)?.principalname;
  return (
    <div className="stack">
      <EventFilters search={filters} author={author} onChange={show} />
      <Loaded query={query} skeleton={<Skeleton height={400} />}>
        {() =>
          events.length === 0 ? (
            <div className="card">
              {isFilteredFeed(filters) ? (
                <EmptyState sort="filtered-away" onClear={() => show({})} />
              ) : (
                <EmptyState sort="nothing-yet" title={eventTexts.none}>
                  {eventTexts.noneHint}
                </EmptyState>
              )}
            </div>
          ) : (
            <>
              <EventTable
                events={events}
                search={filters}
                onAuthor={(principal) => show({ ...filters, principal })}
              />
              <ListFooter count={events.length} query={query} />
            </>
          )
        }
      </Loaded>
      {open !== undefined && <EventDetail id={open} onClose={() => show(filters)} />}
    </div>
  );
}
