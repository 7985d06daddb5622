import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { accessTexts } from '../../texts/access.ts';
import { byUrgency } from '../own-access/state.ts';
import { useMe } from '../session/queries.ts';
import { AccessTable } from './access-table.tsx';
import { ownAccessesQuery } from './queries.ts';
import type { Access, AccessFilters, AccessPage, Lifecycle } from './queries.ts';

const states = Object.keys(accessTexts.states) as Lifecycle[];

/** What the person and their teams may use, by its state. */
export function AccessList({ filters }: { filters: AccessFilters }) {
  const navigate = useNavigate();
  const query = useInfiniteQuery(ownAccessesQuery(filters));
  const accesses = useMemo(
    () => ordered(query.data, query.hasNextPage),
    [query.data, query.hasNextPage],
  );
  const show = (search: AccessFilters) => void navigate({ to: '/me/access', search });
  if (query.data === undefined) {
    return query.error === null ? (
      <SkeletonLines lines={8} />
    ) : (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const total = query.data.pages[0]?.total ?? accesses.length;
  return (
    <div className="stack">
      <Filters filters={filters} onShow={show} />
      {accesses.length === 0 ? (
        <None filters={filters} onClear={() => show({})} />
      ) : (
        <>
          <AccessTable accesses={accesses} total={total} more={query} />
          <div className="row small faint">
            {accessTexts.shown(accesses.length, total)}
            {query.hasNextPage && (
              <Button
                compact
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {accessTexts.loadMore}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** While more can be loaded, the order of the server keeps rows in their places. */
function ordered(data: InfiniteData<AccessPage> | undefined, hasMore: boolean): readonly Access[] {
  const loaded = data?.pages.flatMap(({ entries }) => entries) ?? [];
  return hasMore ? loaded : loaded.toSorted(byUrgency);
}

/** Nothing to show: because of the filters, or because nothing was asked for yet. */
function None({ filters, onClear }: { filters: AccessFilters; onClear: () => void }) {
  if (filters.lifecycle !== undefined || filters.team !== undefined) {
    return <EmptyState sort="filtered-away" onClear={onClear} />;
  }
  const toMarketplace = (
    <Link className="button" to="/">
      {accessTexts.toMarketplace}
    </Link>
  );
  return (
    <EmptyState sort="nothing-yet" title={accessTexts.emptyTitle} action={toMarketplace}>
      {accessTexts.empty}
    </EmptyState>
  );
}

type FiltersProps = { filters: AccessFilters; onShow: (filters: AccessFilters) => void };

/** Which accesses are shown: by state, and by team for those who are in several. */
function Filters({ filters, onShow }: FiltersProps) {
  const teams = useMe()?.teams ?? [];
  const { lifecycle, team } = filters;
  return (
    <div className="row wrap">
      <div className="pills" role="group" aria-label={accessTexts.stateFilter}>
        <Pill
          name={accessTexts.all}
          isOn={lifecycle === undefined}
          onClick={() => onShow({ team })}
        />
        {states.map((state) => (
          <Pill
            key={state}
            name={accessTexts.states[state]}
            isOn={lifecycle === state}
            onClick={() => onShow({ lifecycle: state, team })}
          />
        ))}
      </div>
      {teams.length > 1 && (
        <select
          className="input narrow push"
          aria-label={accessTexts.usedBy}
          value={team ?? ''}
          onChange={(event) => onShow({ lifecycle, team: event.target.value || undefined })}
        >
          <option value="">{accessTexts.all}</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

type PillProps = { name: string; isOn: boolean; onClick: () => void };

function Pill({ name, isOn, onClick }: PillProps) {
  return (
    <button type="button" className="pill" aria-pressed={isOn} onClick={onClick}>
      {name}
    </button>
  );
}
