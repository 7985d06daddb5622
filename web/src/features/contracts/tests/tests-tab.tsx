import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { TestStrip } from '../../../components/data/test-strip.tsx';
import { testTexts } from '../../../texts/contracts/contract-tests.ts';
import { resultsQuery, trendQuery } from '../queries.ts';
import type { Model, ResultHead } from '../queries.ts';
import { ScheduleLine } from '../schedule/schedule-line.tsx';
import { useContractSearch } from '../search.ts';
import { ResultList } from './result-list.tsx';
import { ResultView } from './result-view.tsx';

/** All tests at the left, one result beside them. */
export function TestsTab({ model }: { model: Model }) {
  const { search, set } = useContractSearch();
  const filter = { server: search.server, failed: search.only === 'failing' };
  const results = useInfiniteQuery(resultsQuery(model.id, filter));
  const shown = search.result ?? results.data?.pages[0]?.rows[0]?.id;
  return (
    <div className="stack-16">
      <TestsHead model={model} />
      <div className={`two-panes${search.result === undefined ? '' : ' on-second'}`}>
        <div className="first-pane">
          <TestFilters model={model} />
          <Results results={results} shown={shown} />
        </div>
        {shown !== undefined && (
          <div className="second-pane">
            <Button compact className="narrow-only" onClick={() => set({ result: undefined })}>
              {testTexts.back}
            </Button>
            <ResultView key={shown} model={model} id={shown} />
          </div>
        )}
      </div>
    </div>
  );
}

type ResultsProps = {
  results: UseInfiniteQueryResult<{ pages: { rows: ResultHead[] }[] }>;
  shown: string | undefined;
};

/** The list in its states: loading, failed, empty, there. */
function Results({ results, shown }: ResultsProps) {
  const { search, set } = useContractSearch();
  const { data, error, hasNextPage, isFetching } = results;
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines lines={8} />
    ) : (
      <ErrorState error={error} onRetry={() => void results.refetch()} />
    );
  }
  // Results that are published later can be of earlier tests.
  const rows = data.pages
    .flatMap((page) => page.rows)
    .toSorted((left, right) => right.timestampStart.localeCompare(left.timestampStart));
  if (rows.length === 0) {
    return <NoResults isFiltered={search.only !== undefined || search.server !== undefined} />;
  }
  return (
    <>
      <ResultList rows={rows} shown={shown} onShow={(result) => set({ result })} />
      {hasNextPage && (
        <Button wide disabled={isFetching} onClick={() => void results.fetchNextPage()}>
          {testTexts.more}
        </Button>
      )}
    </>
  );
}

function TestsHead({ model }: { model: Model }) {
  const { search } = useContractSearch();
  const trend = useQuery(trendQuery(model.id, search.server)).data;
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="row wrap small soft">
      {trend !== undefined && <TestStrip trend={trend} />}
      {isAsked ? (
        <ScheduleLine model={model} />
      ) : (
        <Button compact tone="quiet" onClick={() => setAsked(true)}>
          {testTexts.whenTested}
        </Button>
      )}
    </div>
  );
}

function TestFilters({ model: { servers } }: { model: Model }) {
  const { search, set } = useContractSearch();
  return (
    <div className="row test-filters">
      {servers.length > 1 && (
        <select
          className="input"
          aria-label={testTexts.server}
          value={search.server ?? ''}
          onChange={({ target }) => set({ server: target.value || undefined, result: undefined })}
        >
          <option value="">{testTexts.allServers}</option>
          {servers.map(({ server }) => (
            <option key={server}>{server}</option>
          ))}
        </select>
      )}
      <select
        className="input"
        aria-label={testTexts.result}
        value={search.only ?? ''}
        onChange={({ target }) =>
          set({ only: target.value === '' ? undefined : 'failing', result: undefined })
        }
      >
        <option value="">{testTexts.everyResult}</option>
        <option value="failing">{testTexts.failingOnly}</option>
      </select>
    </div>
  );
}

function NoResults({ isFiltered }: { isFiltered: boolean }) {
  const { set } = useContractSearch();
  if (isFiltered) {
    return (
      <EmptyState
        sort="filtered-away"
        onClear={() => set({ only: undefined, server: undefined, result: undefined })}
      />
    );
  }
  return (
    <EmptyState sort="nothing-yet" title={testTexts.none}>
      {testTexts.noneDetail}
    </EmptyState>
  );
}
