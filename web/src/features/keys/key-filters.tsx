import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { useTypedWords } from '../../lib/use-typed-words.ts';
import { apiKeyTexts } from '../../texts/organization/keys.ts';
import { teamsQuery } from '../teams/queries.ts';
import { changedKeys, keyScopes, keyStates } from './key-search.ts';
import type { KeySearch } from './key-search.ts';

type KeyFiltersProps = { search: KeySearch; onChange: (search: KeySearch) => void };

/** Finds keys by name, whom they act for, and state; each filter that holds is a chip. */
export function KeyFilters({ search, onChange }: KeyFiltersProps) {
  const latest = useRef({ search, onChange });
  useEffect(() => void (latest.current = { search, onChange }));
  const [typed, type] = useTypedWords(
    search.q ?? '',
    useCallback(
      (q: string) => latest.current.onChange(changedKeys(latest.current.search, { q })),
      [],
    ),
  );
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
        <select
          className="input"
          aria-label={apiKeyTexts.scopeLabel}
          value={search.scope ?? ''}
          onChange={({ target }) => choose({ scope: target.value })}
        >
          <option value="">{apiKeyTexts.anyScope}</option>
          {keyScopes.map((each) => (
            <option key={each} value={each}>
              {apiKeyTexts.scopes[each]}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label={apiKeyTexts.stateLabel}
          value={search.state ?? ''}
          onChange={({ target }) => choose({ state: target.value })}
        >
          <option value="">{apiKeyTexts.anyState}</option>
          {keyStates.map((each) => (
            <option key={each} value={each}>
              {apiKeyTexts.states[each]}
            </option>
          ))}
        </select>
        <TeamFilter team={search.team} onChoose={(team) => choose({ team })} />
      </div>
      <ActiveFilters search={search} onChange={onChange} />
    </div>
  );
}

type TeamFilterProps = { team: string | undefined; onChoose: (team: string) => void };

function TeamFilter({ team, onChoose }: TeamFilterProps) {
  const teams = useQuery(teamsQuery).data ?? [];
  return (
    <select
      className="input"
      aria-label={apiKeyTexts.team}
      value={team ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{apiKeyTexts.anyTeam}</option>
      {teams.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
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
