import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { integrationTexts } from '../../../texts/operate/integrations.ts';
import type { Integration } from '../queries.ts';
import { fits } from './integration-search.ts';
import type { IntegrationSearch } from './integration-search.ts';
import { IntegrationTable } from './integration-table.tsx';

type Pages = { pages: readonly { integrations: readonly Integration[] }[] };

type ResultsProps = {
  data: Pages;
  query: UseInfiniteQueryResult<InfiniteData<unknown>>;
  search: IntegrationSearch;
  onClear: () => void;
};

/** The integrations that match, or why there are none. */
export function IntegrationResults({ data, query, search, onClear }: ResultsProps) {
  const all = data.pages.flatMap(({ integrations }) => integrations);
  const shown = all.filter((each) => fits(each, search));
  if (shown.length === 0) {
    return (
      <div className="card">
        {Object.keys(search).length > 0 ? (
          <EmptyState sort="filtered-away" onClear={onClear} />
        ) : (
          <EmptyState
            sort="nothing-yet"
            title={integrationTexts.none}
            action={
              <Link className="button" to="/operate/integrations/new">
                {integrationTexts.add}
              </Link>
            }
          >
            {integrationTexts.noneDetail}
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <>
      <IntegrationTable integrations={shown} />
      <p className="row wrap small faint">
        {integrationTexts.shown(shown.length)}
        {query.hasNextPage && (
          <Button compact disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
            {integrationTexts.more}
          </Button>
        )}
      </p>
    </>
  );
}
