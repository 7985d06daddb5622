import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Badge } from '../../components/data/status-badge.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Page } from '../../components/page.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton, SkeletonLines } from '../../components/states/skeleton.tsx';
import { ExpectedColumn } from '../../features/access-inspector/expected-column.tsx';
import '../../features/access-inspector/inspector.css';
import { MergedColumn } from '../../features/access-inspector/merged-column.tsx';
import { ReportColumn } from '../../features/access-inspector/report-column.tsx';
import { WhatFollowed } from '../../features/access-inspector/what-followed.tsx';
import { consumerOf, dataOf, stateOf } from '../../features/access/facts.ts';
import { accessQuery, reportsQuery } from '../../features/access/queries.ts';
import type { Access } from '../../features/access/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { useNow } from '../../lib/now.ts';
import { inspectorTexts } from '../../texts/operate/inspector.ts';
import { pageNames } from '../../texts/shell.ts';

const route = getRouteApi('/framed/develop/access/$id');
const above = [{ name: pageNames.develop, href: '/develop' }];

/** An access as components of platforms see it. */
export function AccessInspectorPage() {
  const { id } = route.useParams();
  const access = useQuery(accessQuery(id));
  if (access.data !== undefined) return <Inspector id={id} access={access.data.data} />;
  return (
    <Page title={pageNames.access} above={above}>
      {access.error === null ? (
        <SkeletonLines lines={8} />
      ) : (
        <ErrorState error={access.error} onRetry={() => void access.refetch()} />
      )}
    </Page>
  );
}

function Inspector({ id, access }: { id: string; access: Access }) {
  const reports = useQuery(reportsQuery(id));
  const now = useNow();
  useCopySource(`/api/access/${encodeURIComponent(id)}/provisioning/reports`);
  return (
    <Page
      title={`${dataOf(access)} → ${consumerOf(access)}`}
      above={above}
      beside={
        <>
          <Badge status={stateOf(access, now)} />
          <IdChip id={id} />
        </>
      }
      lead={<span className="small">{inspectorTexts.lead}</span>}
      actions={
        <Link className="button" to="/access/$id" params={{ id }}>
          {inspectorTexts.backToAccess}
        </Link>
      }
    >
      <div className="stack inspector">
        <div className="inspector-columns">
          <Loaded query={reports} skeleton={<Skeleton height={320} />}>
            {(all) => (
              <>
                <ReportColumn reports={all} />
                <MergedColumn record={access.provisioning} reports={all} />
              </>
            )}
          </Loaded>
          <ExpectedColumn access={access} />
        </div>
        <WhatFollowed id={id} />
      </div>
    </Page>
  );
}
