import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import '../../features/integrations/integrations.css';
import { IntegrationFilters } from '../../features/integrations/list/integration-filters.tsx';
import { IntegrationResults } from '../../features/integrations/list/integration-results.tsx';
import type { IntegrationSearch } from '../../features/integrations/list/integration-search.ts';
import { integrationsQuery } from '../../features/integrations/queries.ts';
import { useMe } from '../../features/session/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { integrationTexts } from '../../texts/operate/integrations.ts';

const route = getRouteApi('/framed/operate/integrations');

/** The platforms that are scanned, each with its last and its next run. */
export function IntegrationsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { source } = search;
  const query = useInfiniteQuery(integrationsQuery(source === undefined ? {} : { source }));
  useCopySource('/api/integrations');
  const show = (next: IntegrationSearch, replace = false) =>
    void navigate({ to: '/operate/integrations', search: next, replace, resetScroll: false });
  return (
    <Page title={integrationTexts.title} lead={integrationTexts.lead} actions={<AddButton />}>
      <div className="stack integrations">
        <IntegrationFilters state={search} onChange={show} />
        <Loaded query={query} skeleton={<SkeletonLines lines={6} />}>
          {(data) => (
            <IntegrationResults
              data={data}
              query={query}
              search={search}
              onClear={() => show({})}
            />
          )}
        </Loaded>
      </div>
    </Page>
  );
}

function AddButton() {
  const me = useMe();
  const mayAdd = me === undefined || me.may.operate || me.may.publish;
  if (!mayAdd) {
    return (
      <WhyNot refused={{ because: integrationTexts.notAllowed }}>{integrationTexts.add}</WhyNot>
    );
  }
  return (
    <Link className="button primary" to="/operate/integrations/new">
      {integrationTexts.add}
    </Link>
  );
}
