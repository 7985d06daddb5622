import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { SelectField } from '../../components/controls/text-field.tsx';
import { countText } from '../../lib/numbers.ts';
import { useTypedWords } from '../../lib/hooks/use-typed-words.ts';
import { jobName } from '../../texts/operations/job-names.ts';
import { kindName, workKinds } from '../../texts/operations/work-kinds.ts';
import { workTexts } from '../../texts/operations/work.ts';
import type { WorkList } from './queries.ts';
import { sinces, withFilter, workStates } from './work-search.ts';
import type { Since, WorkSearch, WorkState } from './work-search.ts';

type FiltersProps = {
  search: WorkSearch;
  states: WorkList['states'] | undefined;
  /** Typing replaces the address, choosing adds one. */
  onChange: (search: WorkSearch, replace?: boolean) => void;
};

/** The filters of the list, which are those of the address. */
export function WorkFilters({ search, states, onChange }: FiltersProps) {
  return (
    <div className="stack">
      <StateChoice search={search} states={states} onChange={onChange} />
      <div className="work-filters">
        <div className="narrow-only">
          <SelectField
            label={workTexts.kinds}
            value={search.kind ?? ''}
            options={[
              { value: '', name: workTexts.allKinds },
              ...workKinds.map((kind) => ({ value: kind, name: kindName(kind) })),
            ]}
            onChange={(kind) => onChange(withFilter(search, 'kind', kind))}
          />
        </div>
        <Words name="q" label={workTexts.subject} search={search} onChange={onChange} />
        <Words name="error" label={workTexts.error} search={search} onChange={onChange} />
        <SelectField
          label={workTexts.since}
          value={search.since ?? ''}
          options={[
            { value: '', name: workTexts.sinces.any },
            ...sinces.map((value) => ({ value, name: workTexts.sinces[value] })),
          ]}
          onChange={(since) => onChange(withFilter(search, 'since', since))}
        />
      </div>
      <Chips search={search} onChange={onChange} />
    </div>
  );
}

function StateChoice({ search, states, onChange }: FiltersProps) {
  const all = states && workStates.reduce((sum, state) => sum + states[state], 0);
  const options = [
    { value: '' as const, name: workTexts.state.all, count: all },
    ...workStates.map((state) => ({
      value: state,
      name: workTexts.state[state],
      count: states?.[state],
    })),
  ];
  return (
    <div className="segments" role="group" aria-label={workTexts.states}>
      {options.map(({ value, name, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={(search.state ?? '') === value}
          onClick={() => onChange(withFilter(search, 'state', value))}
        >
          {name} {count !== undefined && <span className="segment-count">{countText(count)}</span>}
        </button>
      ))}
    </div>
  );
}

type WordsProps = Pick<FiltersProps, 'search' | 'onChange'> & {
  name: 'q' | 'error';
  label: string;
};

function Words({ name, label, search, onChange }: WordsProps) {
  const [typed, setTyped] = useTypedWords(search[name] ?? '', (words) =>
    onChange(withFilter(search, name, words.trim()), true),
  );
  return (
    <label className="field">
      <span className="small medium">{label}</span>
      <input
        type="search"
        className="input"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
}

/** The filters as words: of the list, and of a bulk action. */
export function filterWords(
  search: WorkSearch,
): { key: keyof WorkSearch; name: string; value: string }[] {
  const { kind, state, q, error, job, key, since } = search;
  const words = [
    { key: 'kind', name: pieceNames.kind, value: kind && kindName(kind) },
    { key: 'state', name: workTexts.states, value: state && workTexts.state[state as WorkState] },
    { key: 'q', name: workTexts.subject, value: q },
    { key: 'error', name: workTexts.error, value: error },
    { key: 'job', name: workTexts.job, value: job && jobName(job) },
    { key: 'key', name: pieceNames.key, value: key },
    { key: 'since', name: workTexts.since, value: since && workTexts.sinces[since as Since] },
  ] as const;
  return words.flatMap(({ value, ...rest }) =>
    value === undefined || value === '' ? [] : [{ ...rest, value }],
  );
}

const pieceNames = { kind: 'Kind', key: 'Key' };

function Chips({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const filters = filterWords(search).map(({ key, name, value }) => ({
    name,
    value,
    onRemove: () => onChange(withFilter(search, key, '')),
  }));
  return <FilterBar filters={filters} onClear={() => onChange({})} />;
}
