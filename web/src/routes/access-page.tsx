import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ErrorState } from '../components/states/error-state.tsx';
import { IdChip } from '../components/documents/id-chip.tsx';
import { Page } from '../components/page.tsx';
import { SkeletonLines } from '../components/states/skeleton.tsx';
import { Badge } from '../components/data/status-badge.tsx';
import { AccessActions } from '../features/access/access-actions.tsx';
import { AccessView } from '../features/access/access-view.tsx';
import { consumerOf, dataOf, stateOf } from '../features/access/facts.ts';
import { accessQuery } from '../features/access/queries.ts';
import type { Access } from '../features/access/queries.ts';
import { formOf } from '../features/access-request/facts.ts';
import { RequestSheet } from '../features/access-request/sheet.tsx';
import { useCopySource } from '../lib/copy-source.ts';
import { useNow } from '../lib/now.ts';
import { inspectorTexts } from '../texts/operate/inspector.ts';
import { pageNames } from '../texts/shell.ts';

const route = getRouteApi('/framed/access/$id');
const above = [{ name: pageNames.myAccess, href: '/me/access' }];

/** One access. `?request` opens the sheet that changes the request, or asks for the access again. */
export function AccessPage() {
  const { id } = route.useParams();
  const access = useQuery(accessQuery(id));
  if (access.data !== undefined) {
    return <KnownAccess id={id} access={access.data.data} etag={access.data.etag} />;
  }
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

type KnownAccessProps = { id: string; access: Access; etag: string | undefined };

function KnownAccess({ id, access, etag }: KnownAccessProps) {
  const navigate = useNavigate();
  const { request } = route.useSearch();
  const now = useNow();
  useCopySource(`/api/access/${encodeURIComponent(id)}`);
  const show = (search: { request?: true }) =>
    void navigate({ to: '/access/$id', params: { id }, search });
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
      actions={
        <>
          <AccessActions access={access} etag={etag} onRequest={() => show({ request: true })} />
          <Link className="button" to="/develop/access/$id" params={{ id }}>
            {inspectorTexts.open}
          </Link>
        </>
      }
    >
      <AccessView access={access} />
      {request === true && (
        <RequestSheet
          dataProductId={access.provider.dataProductId}
          portId={access.provider.outputPortId}
          onClose={() => show({})}
          onSent={(sent) => void navigate({ to: '/access/$id', params: { id: sent } })}
          {...(access.lifecycle === 'requested' && { changed: { access, etag } })}
          before={access}
          initial={access.lifecycle === 'requested' ? formOf(access) : againForm(access)}
        />
      )}
    </Page>
  );
}

const dayMs = 86_400_000;

/** The form for the time after an access: it begins where the access ends. */
function againForm(access: Access) {
  const { deactivateAt } = access.info;
  const end = deactivateAt === undefined ? undefined : new Date(deactivateAt);
  const isAhead = end !== undefined && end.getTime() > Date.now() - dayMs;
  return { ...formOf(access), from: isAhead ? end.toISOString().slice(0, 10) : '', until: '' };
}
