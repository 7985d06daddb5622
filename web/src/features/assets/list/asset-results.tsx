import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { countText } from '../../../lib/numbers.ts';
import { assetListTexts } from '../../../texts/assets.ts';
import { AssetTable } from './asset-table.tsx';
import type { AssetAnswer } from './queries.ts';

type AssetResultsProps = {
  pages: readonly AssetAnswer[];
  found: UseInfiniteQueryResult<InfiniteData<AssetAnswer>>;
  isFiltered: boolean;
  onClear: () => void;
};

/** The assets that match, or why there are none. */
export function AssetResults({ pages, found, isFiltered, onClear }: AssetResultsProps) {
  const assets = pages.flatMap(({ results }) => results);
  const total = pages[0]?.total ?? 0;
  if (assets.length === 0) {
    return (
      <div className="card">
        {isFiltered ? (
          <EmptyState sort="filtered-away" onClear={onClear} />
        ) : (
          <EmptyState sort="nothing-yet" title={assetListTexts.none}>
            {assetListTexts.noneHint}
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <div aria-busy={found.isPlaceholderData}>
      <AssetTable assets={assets} total={total} more={found} />
      <p className="small faint list-footer">
        {assetListTexts.shown(countText(assets.length), countText(total))}
      </p>
    </div>
  );
}
