import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { CreateApiKey } from '../../features/keys/create-api-key.tsx';
import { hasOwnKeys } from '../../features/keys/has-own-keys.ts';
import { KeyFilters } from '../../features/keys/key-filters.tsx';
import { KeyList } from '../../features/keys/key-list.tsx';
import type { KeySearch } from '../../features/keys/key-search.ts';
import { apiKeysQuery } from '../../features/keys/queries.ts';
import { useMayNotChange } from '../../features/people/may-change.ts';
import '../../features/people/people.css';
import { useMe } from '../../features/session/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { apiKeyTexts } from '../../texts/organization/keys.ts';

const route = getRouteApi('/framed/organization/keys');

/** All keys of the organization with their use. */
export function KeysPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const keys = useInfiniteQuery({ ...apiKeysQuery(search), retry: false });
  const [isCreating, setCreating] = useState(false);
  const refused = useMayNotChange();
  const me = useMe();
  useCopySource('/api/api-keys');
  const goTo = (next: KeySearch) =>
    void navigate({ to: '/organization/keys', search: next, replace: true });
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page
      title={apiKeyTexts.title}
      lead={apiKeyTexts.lead}
      actions={
        <>
          {me !== undefined && hasOwnKeys(me) && (
            <Link className="button" to="/me/keys">
              {apiKeyTexts.toOwn}
            </Link>
          )}
          <WhyNot tone="primary" refused={refused} onClick={() => setCreating(true)}>
            {apiKeyTexts.create}
          </WhyNot>
        </>
      }
    >
      <div className="stack people-parts">
        <KeyFilters search={search} onChange={goTo} />
        <KeyList
          query={keys}
          isOwn={false}
          empty={
            isFiltered ? (
              <EmptyState sort="filtered-away" onClear={() => goTo({})} />
            ) : (
              <EmptyState sort="nothing-yet" title={apiKeyTexts.none}>
                {apiKeyTexts.noneHint}
              </EmptyState>
            )
          }
        />
      </div>
      {isCreating && <CreateApiKey onClose={() => setCreating(false)} />}
    </Page>
  );
}
