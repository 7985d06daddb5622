import { FilterBar } from '../../components/controls/filter-bar.tsx';
import {
  ListFilters,
  PillFilter,
  SelectFilter,
  TextFilter,
  TimeFilter,
} from '../../components/controls/list-filters.tsx';
import { timeOf, withMember, withTime } from '../../lib/address/search-change.ts';
import { mailTexts } from '../../texts/operate/mail.ts';
import type { MailSearch } from './mail-search.ts';

type MailFiltersProps = {
  search: MailSearch;
  /** Name of the chosen team, if it is known. */
  teamName: string | undefined;
  onChange: (search: MailSearch) => void;
};

const entriesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, name]) => ({ value, name }));

const states = entriesOf(mailTexts.states);

/** Which messages are shown. */
export function MailFilters({ search, teamName, onChange }: MailFiltersProps) {
  const set = (name: 'status' | 'medium' | 'template' | 'recipient' | 'team') => (value?: string) =>
    onChange(withMember(search, name, value));
  const { team } = search;
  const remove = () => set('team')();
  const teamFilter = { name: mailTexts.team, value: teamName ?? team ?? '', onRemove: remove };
  return (
    <>
      <PillFilter
        label={mailTexts.which}
        value={search.status}
        options={[{ value: undefined, name: mailTexts.all }, ...states]}
        onChange={set('status')}
      />
      <ListFilters>
        <TextFilter
          label={mailTexts.recipient}
          value={search.recipient ?? ''}
          onChange={set('recipient')}
        />
        <SelectFilter
          label={mailTexts.medium}
          any={mailTexts.anyMedium}
          value={search.medium}
          options={entriesOf(mailTexts.media)}
          onChange={set('medium')}
        />
        <SelectFilter
          label={mailTexts.template}
          any={mailTexts.anyTemplate}
          value={search.template}
          options={entriesOf(mailTexts.templates)}
          onChange={set('template')}
        />
        <TimeFilter
          range={timeOf(search)}
          onChange={(range) => onChange(withTime(search, range))}
        />
      </ListFilters>
      <FilterBar filters={team === undefined ? [] : [teamFilter]} onClear={() => onChange({})} />
    </>
  );
}
