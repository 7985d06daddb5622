import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { useTypedWords } from '../../lib/hooks/use-typed-words.ts';
import { apiKeyTexts } from '../../texts/organization/keys.ts';
import { teamsQuery } from '../teams/queries.ts';
import { changedKeys, keyScopes, keyStates } from './key-search.ts';
import type { KeySearch } from './key-search.ts';

type KeyFiltersProps = { search: KeySearch; onChange: (search: KeySearch) => void };

/** Finds keys by name, whom they act for, and state; each filter that holds is a chip. */
export function KeyFilters({ search, onChange }: KeyFiltersProps) {
  const [typed, type] = useTypedWords(search.q ?? '', (q) => onChange(changedKeys(search, { q })));
  const teams = useQuery(teamsQuery).data ?? [];
  const choose = (change: Parameters<typeof changedKeys>[1]) =>
    onChange(changedKeys(search, change));
  return (
    <div className="stack">
      <div className="row wrap key-filters">
        <input
          className="input"
          type="search"
          aria-label={apiKeyTexts.filter}
          placeholder={apiKeyTexts.filter}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <Choice
          label={apiKeyTexts.scopeLabel}
          any={apiKeyTexts.anyScope}
          value={search.scope}
          options={keyScopes.map((value) => ({ value, name: apiKeyTexts.scopes[value] }))}
          onChoose={(scope) => choose({ scope })}
        />
        <Choice
          label={apiKeyTexts.stateLabel}
          any={apiKeyTexts.anyState}
          value={search.state}
          options={keyStates.map((value) => ({ value, name: apiKeyTexts.states[value] }))}
          onChoose={(state) => choose({ state })}
        />
        <Choice
          label={apiKeyTexts.team}
          any={apiKeyTexts.anyTeam}
          value={search.team}
          options={teams.map(({ id, name }) => ({ value: id, name }))}
          onChoose={(team) => choose({ team })}
        />
      </div>
      <ActiveFilters search={search} onChange={onChange} />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  any: string;
  value: string | undefined;
  options: readonly { value: string; name: string }[];
  onChoose: (value: string) => void;
};

function Choice({ label, any, value = '', options, onChoose }: ChoiceProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}

function ActiveFilters({ search, onChange }: KeyFiltersProps) {
  const teams = useQuery(teamsQuery).data ?? [];
  const valueOf = (name: keyof KeySearch, value: string): string => {
    if (name === 'scope') return apiKeyTexts.scopes[value as keyof typeof apiKeyTexts.scopes];
    if (name === 'state') return apiKeyTexts.states[value as keyof typeof apiKeyTexts.states];
    return name === 'team' ? (teams.find(({ id }) => id === value)?.name ?? value) : value;
  };
  const filters = (Object.entries(search) as [keyof KeySearch, string][]).map(([name, value]) => ({
    name: apiKeyTexts.filterNames[name],
    value: valueOf(name, value),
    onRemove: () => onChange(changedKeys(search, { [name]: '' })),
  }));
  return <FilterBar filters={filters} onClear={() => onChange({})} />;
}
