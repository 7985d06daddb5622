import { FilterBar } from '../../components/controls/filter-bar.tsx';
import {
  ListFilters,
  PillFilter,
  SelectFilter,
  TextFilter,
  TimeFilter,
} from '../../components/controls/list-filters.tsx';
import { mailTexts } from '../../texts/operate/mail.ts';
import type { MailSearch, MailStatus, Medium } from './mail-search.ts';

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
  const { since, from, to, ...others } = search;
  const time = {
    ...(since !== undefined && { since }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const set = (name: 'status' | 'medium' | 'template' | 'recipient' | 'team', value?: string) => {
    const { [name]: _, ...kept } = search;
    onChange(value ? { ...kept, [name]: value as MailStatus & Medium } : kept);
  };
  return (
    <>
      <PillFilter
        label={mailTexts.which}
        value={search.status}
        options={[{ value: undefined, name: mailTexts.all }, ...states]}
        onChange={(status) => set('status', status)}
      />
      <ListFilters>
        <TextFilter
          label={mailTexts.recipient}
          value={search.recipient ?? ''}
          onChange={(recipient) => set('recipient', recipient)}
        />
        <SelectFilter
          label={mailTexts.medium}
          any={mailTexts.anyMedium}
          value={search.medium}
          options={entriesOf(mailTexts.media)}
          onChange={(medium) => set('medium', medium)}
        />
        <SelectFilter
          label={mailTexts.template}
          any={mailTexts.anyTemplate}
          value={search.template}
          options={entriesOf(mailTexts.templates)}
          onChange={(template) => set('template', template)}
        />
        <TimeFilter range={time} onChange={(range) => onChange({ ...others, ...range })} />
      </ListFilters>
      {search.team !== undefined && (
        <FilterBar
          filters={[
            {
              name: mailTexts.team,
              value: teamName ?? search.team,
              onRemove: () => set('team'),
            },
          ]}
          onClear={() => onChange({})}
        />
      )}
    </>
  );
}
