import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Skeleton } from '../components/states/skeleton.tsx';
import { ActiveAssetFilters, AssetFilters } from '../features/assets/list/asset-filters.tsx';
import { AssetResults } from '../features/assets/list/asset-results.tsx';
import { countOfAssetFilters } from '../features/assets/list/asset-search.ts';
import type { AssetSearch } from '../features/assets/list/asset-search.ts';
import { assetFacetsQuery, assetsQuery } from '../features/assets/list/queries.ts';
import { FilterSheet } from '../features/marketplace/filter-sheet.tsx';
import { useCopySource } from '../lib/copy-source.ts';
import { useTypedWords } from '../lib/hooks/use-typed-words.ts';
import { assetListTexts } from '../texts/assets.ts';
import { homeTexts } from '../texts/home.ts';
import '../features/assets/assets.css';

const route = getRouteApi('/framed/assets');

/** What integrations have found, by type, integration and owner. */
export function AssetsPage() {
  const state = route.useSearch();
  const navigate = useNavigate({ from: '/assets' });
  const found = useInfiniteQuery(assetsQuery(state));
  const counts = useQuery({ ...assetFacetsQuery(state), enabled: found.isFetched });
  useCopySource('/api/assets');
  const show = (search: AssetSearch, replace = false) =>
    void navigate({ to: '/assets', search, replace, resetScroll: false });
  const type = (q: string) => {
    const { q: _before, ...others } = state;
    show(q.trim() === '' ? others : { ...others, q }, true);
  };
  const filters = { state, facets: counts.data?.facets, onChange: show };
  const total = found.data?.pages[0]?.total;
  return (
    <Page title={assetListTexts.title} lead={assetListTexts.lead}>
      <div className="with-facets">
        <aside
          className="facets wide-only"
          aria-label={homeTexts.filters}
          aria-busy={counts.isPlaceholderData}
        >
          <AssetFilters {...filters} />
        </aside>
        <section className="stack" aria-label={assetListTexts.results}>
          <div className="row wrap">
            <SearchWords words={state.q ?? ''} onSearch={type} />
            <FilterSheet count={countOfAssetFilters(state)} total={total}>
              <AssetFilters {...filters} />
            </FilterSheet>
          </div>
          <ActiveAssetFilters {...filters} />
          <Loaded query={found} skeleton={<Skeleton height={240} />}>
            {({ pages }) => (
              <AssetResults
                pages={pages}
                found={found}
                isFiltered={Object.keys(state).length > 0}
                onClear={() => show({})}
              />
            )}
          </Loaded>
        </section>
      </div>
    </Page>
  );
}

type SearchWordsProps = { words: string; onSearch: (words: string) => void };

function SearchWords({ words, onSearch }: SearchWordsProps) {
  const [typed, setTyped] = useTypedWords(words, onSearch);
  return (
    <input
      type="search"
      className="input asset-words"
      aria-label={assetListTexts.search}
      placeholder={assetListTexts.search}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
