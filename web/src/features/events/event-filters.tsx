import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import {
  ListFilters,
  SelectFilter,
  TextFilter,
  TimeFilter,
} from '../../components/controls/list-filters.tsx';
import { timeOf, withMember, withTime } from '../../lib/address/search-change.ts';
import { eventKindName, eventName } from '../../texts/event-names.ts';
import { eventPatterns, eventTexts } from '../../texts/operate/events.ts';
import type { EventSearch } from './event-search.ts';
import { kindsQuery } from './queries.ts';

type EventFiltersProps = {
  search: EventSearch;
  /** Name of the author, if it is known. */
  author: string | undefined;
  onChange: (search: EventSearch) => void;
};

const patterns = Object.entries(eventPatterns).map(([value, name]) => ({ value, name }));

/** What of the feed is shown. */
export function EventFilters({ search, author, onChange }: EventFiltersProps) {
  const { type, subject, principal } = search;
  const set = (name: 'type' | 'subject' | 'principal') => (value?: string) =>
    onChange(withMember(search, name, value));
  return (
    <>
      <ListFilters>
        <TypeFilter type={type} onChange={set('type')} />
        <TextFilter label={eventTexts.subjectId} value={subject ?? ''} onChange={set('subject')} />
        <TimeFilter
          range={timeOf(search)}
          onChange={(range) => onChange(withTime(search, range))}
        />
      </ListFilters>
      {principal !== undefined && (
        <FilterBar
          filters={[
            {
              name: eventTexts.author,
              value: author ?? principal,
              onRemove: () => set('principal')(),
            },
          ]}
          onClear={() => onChange({})}
        />
      )}
    </>
  );
}

type TypeFilterProps = {
  type: string | undefined;
  onChange: (type: string | undefined) => void;
};

/** All events of one kind, or of one type among those that occur. */
function TypeFilter({ type, onChange }: TypeFilterProps) {
  const kinds = useQuery(kindsQuery).data ?? [];
  const groups = kinds.map((each) => ({
    name: eventKindName(each.kind),
    options: each.types.filter(isOfFeed).map((value) => ({ value, name: eventName(value) })),
  }));
  return (
    <SelectFilter
      label={eventTexts.type}
      any={eventTexts.anyType}
      value={type}
      options={[]}
      groups={[
        { name: eventTexts.allOf, options: patterns },
        ...groups.filter(({ options }) => options.length > 0),
      ]}
      onChange={onChange}
    />
  );
}

/** The audit trail has further types, which no client of the feed receives. */
const isOfFeed = (type: string): boolean => type.endsWith('Event');
