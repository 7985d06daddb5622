import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { useTypedWords } from '../../lib/hooks/use-typed-words.ts';
import { peopleTexts } from '../../texts/organization/people.ts';
import { readPeopleSearch } from './people-search.ts';
import type { PeopleSearch } from './people-search.ts';

type PeopleFiltersProps = { search: PeopleSearch; onChange: (search: PeopleSearch) => void };

/** Finds people by name, address or team, and by their role in the organization. */
export function PeopleFilters({ search, onChange }: PeopleFiltersProps) {
  const [typed, type] = useTypedWords(search.q ?? '', (q) =>
    onChange(readPeopleSearch({ ...search, q })),
  );
  const filters = (Object.entries(search) as [keyof PeopleSearch, string][]).map(
    ([name, value]) => ({
      name: peopleTexts.filterNames[name],
      value,
      onRemove: () => onChange(readPeopleSearch({ ...search, [name]: undefined })),
    }),
  );
  return (
    <>
      <div className="row wrap key-filters">
        <input
          className="input"
          type="search"
          aria-label={peopleTexts.filter}
          placeholder={peopleTexts.filter}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <select
          className="input"
          aria-label={peopleTexts.roleFilter}
          value={search.role ?? ''}
          onChange={({ target }) => onChange(readPeopleSearch({ ...search, role: target.value }))}
        >
          <option value="">{peopleTexts.anyRole}</option>
          <option value="Owner">{peopleTexts.roles.Owner}</option>
          <option value="Member">{peopleTexts.roles.Member}</option>
        </select>
      </div>
      <FilterBar filters={filters} onClear={() => onChange({})} />
    </>
  );
}
