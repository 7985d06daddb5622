import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';
import { Segments } from '../../components/controls/segments.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import type { ConnectorState } from '../../features/connectors/connector-search.ts';
import { ConnectorTable } from '../../features/connectors/connector-table.tsx';
import { connectorsQuery } from '../../features/connectors/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { connectorTexts } from '../../texts/operate/connectors.ts';

const route = getRouteApi('/framed/develop/connectors');

/** Programs that follow the feed: who they are, when they were seen, and how far behind they are. */
export function ConnectorsPage() {
  const { state } = route.useSearch();
  const navigate = useNavigate();
  const query = useInfiniteQuery(connectorsQuery);
  useCopySource('/api/ops/connectors');
  const choose = (chosen: ConnectorState | 'all') =>
    void navigate({
      to: '/develop/connectors',
      search: chosen === 'all' ? {} : { state: chosen },
    });
  return (
    <Page title={connectorTexts.title} lead={connectorTexts.lead}>
      <div className="stack connectors">
        <Loaded query={query} skeleton={<SkeletonLines lines={5} />}>
          {({ pages }) => {
            const all = pages.flatMap(({ connectors }) => connectors);
            const shown = all.filter(({ status }) => state === undefined || status === state);
            if (all.length === 0) return <NoConnectors />;
            return (
              <>
                <StateFilter state={state} onChange={choose} />
                {shown.length === 0 ? (
                  <div className="card">
                    <EmptyState sort="filtered-away" onClear={() => choose('all')} />
                  </div>
                ) : (
                  <ConnectorTable connectors={shown} />
                )}
                <p className="tiny faint">
                  {connectorTexts.silentHint} {connectorTexts.behindHint}
                </p>
                {query.hasNextPage && (
                  <Button disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
                    {connectorTexts.more}
                  </Button>
                )}
              </>
            );
          }}
        </Loaded>
      </div>
    </Page>
  );
}

type StateFilterProps = {
  state: ConnectorState | undefined;
  onChange: (state: ConnectorState | 'all') => void;
};

function StateFilter({ state, onChange }: StateFilterProps) {
  const { all, silent, behindWord, following, filters } = connectorTexts;
  return (
    <div className="row">
      <Segments
        label={filters}
        value={state ?? 'all'}
        options={[
          { value: 'all', name: all },
          { value: 'silent', name: silent },
          { value: 'behind', name: behindWord },
          { value: 'following', name: following },
        ]}
        onChange={onChange}
      />
    </div>
  );
}

function NoConnectors() {
  return (
    <div className="card">
      <EmptyState
        sort="nothing-yet"
        title={connectorTexts.none}
        action={
          <Link className="button" to="/$" params={{ _splat: 'develop' }}>
            {connectorTexts.start}
          </Link>
        }
      >
        {connectorTexts.noneDetail}
      </EmptyState>
    </div>
  );
}
