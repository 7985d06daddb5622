import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import type { Refused } from '../../components/states/why-not.tsx';
import { countText } from '../../lib/numbers.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { workTexts } from '../../texts/operations/work.ts';
import { useRowKeys } from '../../lib/hooks/use-row-keys.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import type { Bulk } from './bulk-dialog.tsx';
import { useMayNotChange } from './may-change.ts';
import type { BatchAction, WorkList, WorkPage } from './queries.ts';
import { useSelection } from './use-selection.ts';
import { allowsInBulk } from './work-facts.ts';
import { workStates } from './work-search.ts';
import type { WorkFilter, WorkSearch } from './work-search.ts';
import { WorkTable } from './work-table.tsx';

type WorkResultsProps = {
  pages: readonly WorkPage[];
  found: UseInfiniteQueryResult<InfiniteData<WorkPage>>;
  search: WorkSearch;
  filter: WorkFilter;
  onClear: () => void;
};

function totalOf(states: WorkList['states'] | undefined, state: string | undefined): number {
  if (states === undefined) return 0;
  return workStates
    .filter((each) => state === undefined || each === state)
    .reduce((sum, each) => sum + states[each], 0);
}

/** The work that matches, its bulk actions, or why there is none. */
export function WorkResults({ pages, found, search, filter, onClear }: WorkResultsProps) {
  const works = pages.flatMap(({ list }) => list.work);
  const states = pages[0]?.list.states;
  const total = totalOf(states, search.state);
  const [bulk, setBulk] = useState<Bulk>();
  const { selected, clear, ...select } = useSelection(works);
  const refused = useMayNotChange();
  const { nextLine, previousLine } = inboxTexts.keys;
  useRowKeys('.row-link', { next: nextLine, previous: previousLine });
  // After a refusal the number is the current one, so that the same button works.
  const current = bulk?.search === undefined ? bulk : { ...bulk, expectedCount: total };
  const start = { refused, onStart: setBulk };
  return (
    <div className="stack" aria-busy={found.isPlaceholderData}>
      {works.length === 0 ? (
        <Nothing search={search} onClear={onClear} />
      ) : (
        <>
          <div className="row wrap">
            <p className="small faint">
              {workTexts.shown(countText(works.length), countText(total))}
            </p>
            {!found.isPlaceholderData && (
              <ActionsForAll {...{ search, filter, total }} {...start} />
            )}
          </div>
          <WorkTable works={works} total={total} more={found} selected={selected} {...select} />
        </>
      )}
      {selected.size > 0 && <BulkBar works={[...selected.values()]} {...start} onClear={clear} />}
      {current !== undefined && <BulkDialog bulk={current} onClose={() => setBulk(undefined)} />}
    </div>
  );
}

/** Pieces that one request handles, as the API allows. */
const maxOfFilter = 100_000;

type ForAllProps = Pick<WorkResultsProps, 'search' | 'filter'> & {
  total: number;
  refused: Refused | undefined;
  onStart: (bulk: Bulk) => void;
};

/** Actions for all that matches, also what is not loaded; only for a state that allows them. */
function ActionsForAll({ search, filter, total, refused, onStart }: ForAllProps) {
  const { state } = search;
  if (state === undefined) return null;
  const actions = (['cancel', 'retry'] as const).filter((action) => allowsInBulk(action, state));
  const tooMany =
    total > maxOfFilter ? { because: workTexts.tooManyMatch(maxOfFilter) } : undefined;
  return (
    <span className="row wrap push">
      {actions.map((action) => (
        <WhyNot
          key={action}
          compact
          tone={action === 'retry' ? 'primary' : 'danger'}
          refused={refused ?? tooMany}
          onClick={() => onStart({ action, filter, expectedCount: total, search })}
        >
          {nameOfAll(action)(total)}
        </WhyNot>
      ))}
    </span>
  );
}

const nameOfAll = (action: BatchAction) =>
  action === 'retry' ? workTexts.retryAll : workTexts.cancelAll;

function Nothing({ search, onClear }: Pick<WorkResultsProps, 'search' | 'onClear'>) {
  return (
    <div className="card">
      {Object.keys(search).length > 0 ? (
        <EmptyState sort="filtered-away" onClear={onClear} />
      ) : (
        <EmptyState sort="nothing-yet" title={workTexts.none}>
          {workTexts.noneHint}
        </EmptyState>
      )}
    </div>
  );
}
