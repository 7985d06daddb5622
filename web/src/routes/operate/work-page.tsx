import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { kindsQuery } from '../../features/operations/queries.ts';
import '../../features/operations/operations.css';
import { KindList } from '../../features/work/kind-list.tsx';
import { KindPanel, PausedNote } from '../../features/work/kind-panel.tsx';
import { OpenBatch } from '../../features/work/open-batch.tsx';
import { workQuery } from '../../features/work/queries.ts';
import { QueuesLink } from '../../features/work/queues-link.tsx';
import { WorkFilters } from '../../features/work/work-filters.tsx';
import { WorkResults } from '../../features/work/work-results.tsx';
import { filterOf } from '../../features/work/work-search.ts';
import type { WorkSearch } from '../../features/work/work-search.ts';
import { WorkTabs } from '../../features/work/work-tabs.tsx';
import '../../features/work/work.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { workTexts } from '../../texts/operations/work.ts';

const route = getRouteApi('/framed/operate/work');

/** Background work by kind, state and error; what failed is retried here. */
export function WorkPage() {
  const { since = '' } = route.useSearch();
  return <WorkSince key={since} />;
}

/** A relative time keeps its begin until another one is chosen: the numbers and the actions mean the same work. */
function WorkSince() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const [begin] = useState(() => new Date());
  const filter = useMemo(() => filterOf(search, begin), [search, begin]);
  const found = useInfiniteQuery(workQuery(filter));
  const kinds = useQuery({ ...kindsQuery, enabled: found.isFetched });
  useCopySource('/api/ops/work');
  const show = (next: WorkSearch, replace = false) =>
    void navigate({ to: '/operate/work', search: next, replace, resetScroll: false });
  const first = found.data?.pages[0]?.list;
  const chosen = kinds.data?.find(({ kind }) => kind === search.kind);
  const paused = kinds.data?.filter((kind) => kind.paused !== null) ?? [];
  return (
    <Page title={workTexts.title} lead={workTexts.lead} actions={<QueuesLink />}>
      <WorkTabs current="work" />
      <div className="with-facets work-page">
        <aside className="facets wide-only" aria-label={workTexts.kinds}>
          {first === undefined ? (
            <Skeleton height={320} />
          ) : (
            <KindList kinds={first.kinds} search={search} />
          )}
        </aside>
        <section className="stack" aria-label={workTexts.results}>
          <OpenBatch isAsked={found.isFetched} />
          {paused.map((kind) => (
            <PausedNote key={kind.kind} kind={kind} />
          ))}
          {chosen !== undefined && <KindPanel kind={chosen} />}
          <WorkFilters search={search} states={first?.states} onChange={show} />
          <Loaded query={found} skeleton={<Skeleton height={320} />}>
            {({ pages }) => (
              <WorkResults {...{ pages, found, search, filter }} onClear={() => show({})} />
            )}
          </Loaded>
        </section>
      </div>
    </Page>
  );
}
