import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { countText } from '../../lib/numbers.ts';
import { runAssetTexts } from '../../texts/operate/runs.ts';
import { pathOf } from './asset-path.ts';
import type { AssetPage } from './queries.ts';

type Named = { assetId: string; assetName: string };

type AssetRowsProps<Asset extends Named> = {
  pages: readonly AssetPage<Asset>[];
  more: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  onClear: () => void;
  stateOf: (asset: Asset) => ReactNode;
  /** Stands under the path. */
  belowOf?: (asset: Asset) => ReactNode;
};

/** Assets of a plan or a run with what happens to them, 100 at a time. */
export function AssetRows<Asset extends Named>(props: AssetRowsProps<Asset>) {
  const { pages, more, onClear, stateOf, belowOf } = props;
  const assets = pages.flatMap((page) => page.assets);
  const total = pages[0]?.total ?? 0;
  if (assets.length === 0) return <EmptyState sort="filtered-away" onClear={onClear} />;
  return (
    <>
      <ul className="run-assets card">
        {assets.map((asset) => (
          <li key={asset.assetId}>
            <div>
              <span className="medium">{asset.assetName}</span>
              <span className="mono tiny faint">{pathOf(asset.assetId)}</span>
              {belowOf?.(asset)}
            </div>
            <span className="small soft">{stateOf(asset)}</span>
          </li>
        ))}
      </ul>
      <p className="row wrap small faint">
        {runAssetTexts.shown(countText(assets.length), countText(total))}
        {more.hasNextPage && (
          <Button
            compact
            disabled={more.isFetchingNextPage}
            onClick={() => void more.fetchNextPage()}
          >
            {runAssetTexts.more}
          </Button>
        )}
      </p>
    </>
  );
}
