import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusIcon } from '../../../components/data/status-icon.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { countText } from '../../../lib/numbers.ts';
import { useTypedWords } from '../../../lib/hooks/use-typed-words.ts';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { runAssetTexts } from '../../../texts/operate/runs.ts';
import { AssetRows } from '../asset-rows.tsx';
import { plannedAssetsQuery } from '../queries.ts';
import type { Check, PlannedAsset, PlannedFilter } from '../queries.ts';

type Plan = NonNullable<Check['plan']>;
type PlanResultProps = { id: string; checkId: string; plan: Plan };

/** The numbers of a plan, what would stop the run, and the assets to look at. */
export function PlanResult({ id, checkId, plan }: PlanResultProps) {
  const { created, updated, deleted, skipped, unchanged, kept, removalProblem } = plan;
  const changes = created.count + updated.count + deleted.count + skipped.count + kept;
  return (
    <>
      <p className="plan-counts" aria-label={wizardTexts.plan}>
        <Change sign="+" count={created.count} word={wizardTexts.create} />
        <Change sign="~" count={updated.count} word={wizardTexts.update} />
        <Change sign="−" count={deleted.count} word={wizardTexts.remove} />
        <span className="soft small">{wizardTexts.unchanged(unchanged)}</span>
      </p>
      {removalProblem !== undefined && (
        <p className="note warn">
          <StatusIcon name="flame" size={16} />
          <span>
            {wizardTexts.fuseWouldStop}
            {removalProblem}.
          </span>
        </p>
      )}
      {skipped.count > 0 && (
        <p className="small soft">{wizardTexts.skippedAssets(skipped.count)}</p>
      )}
      {kept > 0 && <p className="small soft">{wizardTexts.kept(kept)}</p>}
      {changes === 0 ? (
        <EmptyState sort="nothing-yet" title={wizardTexts.nothingPlanned}>
          {wizardTexts.nothingPlannedDetail}
        </EmptyState>
      ) : (
        <PlannedAssets id={id} checkId={checkId} />
      )}
    </>
  );
}

function Change({ sign, count, word }: { sign: string; count: number; word: string }) {
  return (
    <span className={count === 0 ? 'faint' : 'medium'}>
      <span aria-hidden>{sign} </span>
      {countText(count)} {word}
    </span>
  );
}

function PlannedAssets({ id, checkId }: { id: string; checkId: string }) {
  const [filter, setFilter] = useState<PlannedFilter>({});
  const query = useInfiniteQuery(plannedAssetsQuery(id, checkId, filter));
  const [words, setWords] = useTypedWords(filter.q ?? '', (q) => {
    const { q: _before, ...others } = filter;
    setFilter(q.trim() === '' ? others : { ...others, q: q.trim() });
  });
  return (
    <section className="stack" aria-label={wizardTexts.list}>
      <div className="row wrap">
        <input
          type="search"
          className="input run-words"
          aria-label={runAssetTexts.search}
          placeholder={runAssetTexts.search}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <ChangeSelect
          value={filter.change}
          onChange={(change) => {
            const { change: _before, ...others } = filter;
            setFilter(change === undefined ? others : { ...others, change });
          }}
        />
      </div>
      <Loaded query={query} skeleton={<SkeletonLines lines={5} />}>
        {({ pages }) => (
          <AssetRows
            pages={pages}
            more={query}
            onClear={() => setFilter({})}
            stateOf={({ change }) => wizardTexts.changes[change] ?? change}
          />
        )}
      </Loaded>
    </section>
  );
}

type Planned = PlannedAsset['change'];
type ChangeSelectProps = {
  value: Planned | undefined;
  onChange: (change: Planned | undefined) => void;
};

function ChangeSelect({ value, onChange }: ChangeSelectProps) {
  return (
    <select
      className="input plan-change"
      aria-label={runAssetTexts.change}
      value={value ?? ''}
      onChange={({ target }) =>
        onChange(target.value === '' ? undefined : (target.value as Planned))
      }
    >
      <option value="">{wizardTexts.allChanges}</option>
      {Object.entries(wizardTexts.changes).map(([name, title]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  );
}
