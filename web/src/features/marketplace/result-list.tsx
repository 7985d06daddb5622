import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { countText } from '../../lib/numbers.ts';
import { homeTexts } from '../../texts/home.ts';
import { ownAccessQuery } from '../own-access/queries.ts';
import type { TagNames } from '../tags/tag-names.ts';
import { HitLine } from './hit-line.tsx';
import { consumerCountsQuery } from './queries.ts';
import type { SearchAnswer } from './queries.ts';
import { cleared, countOfFilters } from './search-filters.ts';
import type { SearchState } from './search-filters.ts';

type ResultListProps = {
  state: SearchState;
  found: UseInfiniteQueryResult<InfiniteData<SearchAnswer>>;
  tagNames: TagNames;
  onChange: (state: SearchState) => void;
};

/** The results in their states: loading, failed, none, and there. */
export function ResultList({ state, found, tagNames, onChange }: ResultListProps) {
  if (found.data === undefined) {
    if (found.error === null) return <Loading />;
    return (
      <div className="card">
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </div>
    );
  }
  const pages = found.data.pages;
  const total = pages[0]?.total ?? 0;
  if (total === 0) return <Nothing state={state} onChange={onChange} />;
  return (
    <>
      <Hits pages={pages} isOld={found.isPlaceholderData} tagNames={tagNames} />
      <Footer found={found} total={total} />
    </>
  );
}

type HitsProps = { pages: readonly SearchAnswer[]; isOld: boolean; tagNames: TagNames };

function Hits({ pages, isOld, tagNames }: HitsProps) {
  const hits = pages.flatMap(({ results }) => results);
  const products = hits.filter(({ resourceType }) => resourceType === 'DATA_PRODUCT');
  const ids = products.map(({ id }) => id).slice(0, 200);
  const { data: consumers } = useQuery(consumerCountsQuery(ids));
  const { data: accesses } = useQuery(ownAccessQuery);
  const usable = new Set(
    accesses
      ?.filter(({ lifecycle }) => lifecycle === 'active')
      .map(({ provider }) => provider.dataProductId),
  );
  return (
    <ul className="card hits" aria-busy={isOld}>
      {hits.map((hit) => {
        const isProduct = hit.resourceType === 'DATA_PRODUCT';
        return (
          <HitLine
            key={`${hit.resourceType} ${hit.id}`}
            hit={hit}
            consumers={isProduct ? consumers?.get(hit.id) : undefined}
            hasAccess={isProduct && usable.has(hit.id)}
            tagNames={tagNames}
          />
        );
      })}
    </ul>
  );
}

function Footer({ found, total }: { found: ResultListProps['found']; total: number }) {
  const shown = found.data?.pages.reduce((count, page) => count + page.results.length, 0) ?? 0;
  return (
    <div className="row list-footer">
      <span className="small faint">{homeTexts.shown(shown, countText(total))}</span>
      {found.hasNextPage && (
        <Button
          className="push"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {homeTexts.showMore}
        </Button>
      )}
    </div>
  );
}

function Nothing({ state, onChange }: Pick<ResultListProps, 'state' | 'onChange'>) {
  const words = state.q === undefined ? undefined : homeTexts.noMatch(state.q);
  if (countOfFilters(state) > 0) {
    return (
      <div className="card">
        <EmptyState sort="filtered-away" onClear={() => onChange(cleared(state))}>
          {words}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="card">
      <EmptyState
        sort="nothing-yet"
        title={words ?? homeTexts.emptyTitle}
        action={
          words === undefined && (
            <a className="button" href="/docs">
              {homeTexts.emptyNext}
            </a>
          )
        }
      >
        {words === undefined ? homeTexts.emptyHint : homeTexts.fewerWords}
      </EmptyState>
    </div>
  );
}

function Loading() {
  return (
    <ul className="card hits" aria-busy="true">
      {[1, 2, 3, 4].map((line) => (
        <li key={line} className="hit">
          <Skeleton width={36} height={36} />
          <div className="stack">
            <Skeleton width="30%" height={20} />
            <Skeleton width="80%" />
            <Skeleton width="50%" />
          </div>
        </li>
      ))}
    </ul>
  );
}
