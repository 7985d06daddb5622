import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Page } from '../components/page.tsx';
import { ActiveFilters } from '../features/marketplace/active-filters.tsx';
import { FacetPanel } from '../features/marketplace/facet-panel.tsx';
import { FilterSheet } from '../features/marketplace/filter-sheet.tsx';
import { facetsQuery, searchQuery } from '../features/marketplace/queries.ts';
import { ResultHeader } from '../features/marketplace/result-header.tsx';
import { ResultList } from '../features/marketplace/result-list.tsx';
import { SavedSearches } from '../features/marketplace/saved-searches.tsx';
import { SearchField } from '../features/marketplace/search-field.tsx';
import { countOfFilters, toggled, toggledStarred } from '../features/marketplace/search-filters.ts';
import type { FacetName, SearchState } from '../features/marketplace/search-filters.ts';
import { useTagNamesOfResults } from '../features/marketplace/use-tag-names-of-results.ts';
import { AccessCards } from '../features/own-access/access-cards.tsx';
import { useMe } from '../features/session/queries.ts';
import { useCopySource } from '../lib/copy-source.ts';
import { homeTexts } from '../texts/home.ts';
import { pageNames } from '../texts/shell.ts';

const route = getRouteApi('/framed/');

/** Only lists of one kind show it: the first page loads no file for it. */
const ImportOfListed = lazy(async () => ({
  default: (await import('../features/git/imports/import-entry.tsx')).ImportOfListed,
}));

function ImportAction({ kinds }: { kinds: readonly string[] | undefined }) {
  if (kinds === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ImportOfListed kinds={kinds} />
    </Suspense>
  );
}

const heading = { title: homeTexts.title, crumb: pageNames.home, lead: homeTexts.lead };

/** The marketplace: the search with nothing typed. */
export function HomePage() {
  const state = route.useSearch();
  const me = useMe();
  const navigate = useNavigate({ from: '/' });
  const found = useInfiniteQuery(searchQuery(state));
  const counts = useQuery({ ...facetsQuery(state), enabled: found.isFetched });
  useCopySource('/api/search');
  const show = (search: SearchState, replace = false) =>
    void navigate({ to: '/', search, replace, resetScroll: false });
  const type = (q: string) => {
    const { q: _before, ...others } = state;
    // Typing replaces the address, so that one step back leaves the search.
    show(q.trim() === '' ? others : { ...others, q }, state.q !== undefined);
  };
  const toggle = (name: FacetName, value: string) => show(toggled(state, name, value));
  const { tagNames, facets } = useTagNamesOfResults(found.data?.pages, counts.data?.facets);
  const panel = (
    <FacetPanel
      state={state}
      facets={facets}
      onToggle={toggle}
      onStarred={() => show(toggledStarred(state))}
    />
  );
  return (
    <Page {...heading} actions={<ImportAction kinds={state.kind} />}>
      <SearchField words={state.q ?? ''} onSearch={type} />
      <SavedSearches onOpen={show} />
      {me !== undefined && state.q === undefined && <AccessCards me={me} />}
      <div className="with-facets">
        <aside
          className="facets wide-only"
          aria-label={homeTexts.filters}
          aria-busy={counts.isPlaceholderData}
        >
          {panel}
        </aside>
        <section aria-label={homeTexts.results}>
          <ResultHeader state={state} answer={found.data?.pages[0]} onChange={show}>
            <FilterSheet count={countOfFilters(state)} total={found.data?.pages[0]?.total}>
              {panel}
            </FilterSheet>
          </ResultHeader>
          <ActiveFilters state={state} facets={facets} onChange={show} />
          <ResultList state={state} found={found} tagNames={tagNames} onChange={show} />
        </section>
      </div>
    </Page>
  );
}
