import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton, SkeletonLines } from '../../components/states/skeleton.tsx';
import { Checked } from '../../features/operations/checked.tsx';
import { Findings } from '../../features/operations/findings.tsx';
import { KindTable } from '../../features/operations/kind-table.tsx';
import { Processes } from '../../features/operations/processes.tsx';
import { overviewQuery } from '../../features/operations/queries.ts';
import type { Overview } from '../../features/operations/queries.ts';
import { Runs } from '../../features/operations/runs.tsx';
import { TileRow } from '../../features/operations/tile-row.tsx';
import { useMe } from '../../features/session/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { overviewTexts } from '../../texts/operations/overview.ts';
import { pageNames } from '../../texts/shell.ts';
import '../../features/operations/operations.css';

const route = getRouteApi('/framed/operate');

/** What needs a human, before numbers with their history, before tables. */
export function OperatePage() {
  const overview = useQuery(overviewQuery);
  const isOfInstallation = useMe()?.may.operateInstallation === true;
  useCopySource('/api/ops/overview');
  const { data } = overview;
  const needs = data?.findings.filter(({ severity }) => severity !== 'notice').length;
  return (
    <Page
      title={needs === undefined ? pageNames.operate : overviewTexts.needs(needs)}
      crumb={pageNames.operate}
      actions={data && <Checked at={overview.dataUpdatedAt} isFailing={overview.isRefetchError} />}
    >
      <div className="stack loose operate">
        <Loaded query={overview} skeleton={<SkeletonLines lines={4} />}>
          {({ findings }) => <Findings findings={findings} />}
        </Loaded>
        {isOfInstallation && <Numbers overview={overview} />}
        <div className="operate-lay">
          <KindTable />
          <div className="stack">
            {isOfInstallation && data !== undefined && <Processes overview={data} />}
            <Runs />
          </div>
        </div>
      </div>
    </Page>
  );
}

/** The numbers take their current values from the overview. */
function Numbers({ overview }: { overview: UseQueryResult<Overview> }) {
  const { hours = '24' } = route.useSearch();
  const navigate = useNavigate();
  if (overview.data === undefined) {
    return overview.error === null ? <Skeleton height={98} /> : null;
  }
  return (
    <TileRow
      overview={overview.data}
      range={hours}
      onRange={(range) =>
        void navigate({ to: '/operate', search: { hours: range }, resetScroll: false })
      }
    />
  );
}
