import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DocLink } from '../../../components/data/links.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { Segments } from '../../../components/controls/segments.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { useTypedWords } from '../../../lib/hooks/use-typed-words.ts';
import { runAssetTexts } from '../../../texts/operate/runs.ts';
import { AssetRows } from '../asset-rows.tsx';
import { runAssetsQuery } from './queries.ts';
import type { RunAsset } from '../queries.ts';
import { assetFilterOf } from './run-search.ts';
import type { AssetChange, RunSearch } from './run-search.ts';

type RunAssetsProps = {
  id: string;
  runId: string;
  isRunning: boolean;
  search: RunSearch;
  onSearch: (search: RunSearch, replace?: boolean) => void;
};

const segments = (['all', 'created', 'updated', 'removed', 'left'] as const).map((value) => ({
  value,
  name: value === 'left' ? runAssetTexts.leftAlone : runAssetTexts[value],
}));

/** What a run did to assets, and what it left alone with the reason. */
export function RunAssets({ id, runId, isRunning, search, onSearch }: RunAssetsProps) {
  const query = useInfiniteQuery(runAssetsQuery(id, runId, assetFilterOf(search)));
  const isFiltered = search.q !== undefined || search.change !== undefined;
  return (
    <section className="stack" aria-label={runAssetTexts.label}>
      <Filters search={search} onSearch={onSearch} />
      <Loaded query={query} skeleton={<SkeletonLines lines={6} />}>
        {({ pages }) =>
          pages[0]?.total === 0 && !isFiltered ? (
            <div className="card">
              <EmptyState
                sort="nothing-yet"
                title={isRunning ? runAssetTexts.noneYet : runAssetTexts.none}
              >
                {isRunning ? runAssetTexts.noneYetDetail : runAssetTexts.noneDetail}
              </EmptyState>
            </div>
          ) : (
            <AssetRows
              pages={pages}
              more={query}
              onClear={() => onSearch({ part: 'assets' })}
              stateOf={stateOf}
              belowOf={usersOf}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function Filters({ search, onSearch }: Pick<RunAssetsProps, 'search' | 'onSearch'>) {
  const [words, setWords] = useTypedWords(search.q ?? '', (q) => {
    const { q: _before, ...others } = search;
    onSearch(q.trim() === '' ? others : { ...others, q }, true);
  });
  const choose = (chosen: AssetChange | 'all') => {
    const { change: _before, ...others } = search;
    onSearch(chosen === 'all' ? others : { ...others, change: chosen });
  };
  return (
    <div className="row wrap">
      <input
        type="search"
        className="input run-words"
        aria-label={runAssetTexts.search}
        placeholder={runAssetTexts.search}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Segments
        label={runAssetTexts.change}
        value={search.change ?? 'all'}
        options={segments}
        onChange={choose}
      />
    </div>
  );
}

/** What happened to an asset, or why nothing did, with a link to the asset if it is still there. */
export function stateOf({ assetId, change, leftAlone, since }: RunAsset): ReactNode {
  const word =
    leftAlone === null ? runAssetTexts[change] : (runAssetTexts.reasons[leftAlone] ?? leftAlone);
  const isThere = change !== 'removed' || leftAlone !== null;
  return (
    <>
      {isThere ? <DocLink collection="assets" id={assetId} name={word} /> : word}
      {since !== null && leftAlone !== 'fuse' && leftAlone !== 'in_use' && (
        <div className="tiny faint">
          {runAssetTexts.since(since.principalName)}
          <RelativeTime at={since.at} />
        </div>
      )}
    </>
  );
}

/** The products and ports that use an asset. */
export function usersOf({ ports }: RunAsset): ReactNode {
  if (ports.length === 0) return null;
  return (
    <span className="tiny faint">
      {runAssetTexts.usedBy}{' '}
      {ports.map(({ dataProductId, dataProductName, outputPortId, outputPortName }, index) => (
        <span key={`${dataProductId} ${outputPortId ?? ''}`}>
          {index > 0 && ', '}
          <DocLink collection="dataproducts" id={dataProductId} name={dataProductName} />
          {outputPortName !== null && ` / ${outputPortName}`}
        </span>
      ))}
    </span>
  );
}
