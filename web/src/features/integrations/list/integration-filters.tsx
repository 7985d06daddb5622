import { useQuery } from '@tanstack/react-query';
import { useTypedWords } from '../../../lib/hooks/use-typed-words.ts';
import { integrationTexts } from '../../../texts/operate/integrations.ts';
import { sourcesQuery } from '../queries.ts';
import { integrationStates } from './integration-search.ts';
import type { IntegrationSearch, IntegrationState } from './integration-search.ts';

type FiltersProps = {
  state: IntegrationSearch;
  onChange: (state: IntegrationSearch, replace?: boolean) => void;
};

/** Words, platform and state; each stands in the address. */
export function IntegrationFilters({ state, onChange }: FiltersProps) {
  const sources = useQuery(sourcesQuery).data ?? [];
  const [words, setWords] = useTypedWords(state.q ?? '', (q) => {
    const { q: _before, ...others } = state;
    onChange(q.trim() === '' ? others : { ...others, q }, true);
  });
  const choose = (name: 'source' | 'state', value: string) => {
    const { [name]: _before, ...others } = state;
    onChange(value === '' ? others : { ...others, [name]: value as IntegrationState });
  };
  return (
    <div className="list-filters" role="group" aria-label={integrationTexts.filters}>
      <input
        type="search"
        className="input"
        aria-label={integrationTexts.search}
        placeholder={integrationTexts.search}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Choice
        label={integrationTexts.platform}
        any={integrationTexts.anyPlatform}
        value={state.source}
        options={sources.map(({ name, title }) => [name, title])}
        onChange={(value) => choose('source', value)}
      />
      <Choice
        label={integrationTexts.state}
        any={integrationTexts.anyState}
        value={state.state}
        options={integrationStates.map((name) => [name, integrationTexts.states[name] ?? name])}
        onChange={(value) => choose('state', value)}
      />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  any: string;
  value: string | undefined;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
};

function Choice({ label, any, value = '', options, onChange }: ChoiceProps) {
  const isKnown = value === '' || options.some(([each]) => each === value);
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{any}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  );
}
