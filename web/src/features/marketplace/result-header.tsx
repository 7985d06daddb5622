import type { ReactNode } from 'react';
import { countText } from '../../lib/numbers.ts';
import { homeTexts } from '../../texts/home.ts';
import type { SearchAnswer } from './queries.ts';
import { SaveSearch } from './save-search.tsx';
import { countOfFilters } from './search-filters.ts';
import type { SearchState } from './search-filters.ts';

type ResultHeaderProps = {
  state: SearchState;
  answer: SearchAnswer | undefined;
  onChange: (state: SearchState) => void;
  /** Further buttons. */
  children: ReactNode;
};

/** How many results there are, their order, and what the search was understood as. */
export function ResultHeader({ state, answer, onChange, children }: ResultHeaderProps) {
  const isSearch = state.q !== undefined || countOfFilters(state) > 0;
  return (
    <>
      <div className="row result-header">
        <h2>{state.q === undefined ? homeTexts.everything : homeTexts.resultsFor(state.q)}</h2>
        {answer !== undefined && <span className="small faint">{countText(answer.total)}</span>}
        <span className="tiny faint push wide-only">{homeTexts.barsAre}</span>
        <div className="row tight result-actions">
          {children}
          {isSearch && <SaveSearch key={JSON.stringify(state)} state={state} />}
          <Sort state={state} onChange={onChange} />
        </div>
      </div>
      <DidYouMean state={state} answer={answer} onChange={onChange} />
    </>
  );
}

type PartProps = Omit<ResultHeaderProps, 'children'>;

function Sort({ state, onChange }: Omit<PartProps, 'answer'>) {
  const { sort, ...others } = state;
  return (
    <select
      className="select"
      aria-label={homeTexts.sort}
      value={sort ?? 'relevance'}
      onChange={({ target }) =>
        onChange(target.value === 'changed' ? { ...others, sort: 'changed' } : others)
      }
    >
      <option value="relevance">{homeTexts.sorts.relevance}</option>
      <option value="changed">{homeTexts.sorts.changed}</option>
    </select>
  );
}

/** Similar words were searched: says so, and lets one search for them. */
function DidYouMean({ state, answer, onChange }: PartProps) {
  const words = answer?.didYouMean;
  if (words === undefined || state.q === undefined || answer?.total === 0) return null;
  return (
    <p className="note run" role="status">
      <span>
        {homeTexts.insteadOf(state.q)}{' '}
        <button
          type="button"
          className="link-button"
          onClick={() => onChange({ ...state, q: words })}
        >
          {words}
        </button>
      </span>
    </p>
  );
}
